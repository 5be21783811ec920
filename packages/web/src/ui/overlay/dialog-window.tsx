import { Modal } from 'antd'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import styles from './dialog.module.css'
import { DialogFoot } from './dialog-foot.tsx'
import { approves, firstFocusIn, isHeldEnter, keepInside } from './dialog-keys.ts'
import { type DialogProps, dialogWidths } from './dialog-props.ts'
import { Icon } from '../icon.tsx'

const openList = '[role="combobox"][aria-expanded="true"]'

/** Brings the focus back to where the dialog was opened from; antd does it only for a window that fades out. */
function useFocusBack(open: boolean) {
  useEffect(() => {
    if (!open) return
    const opener = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        // Whoever has taken the focus since then keeps it.
        if (document.activeElement !== document.body) return
        const back = opener instanceof HTMLElement && opener.isConnected ? opener : null
        const place = back ?? document.querySelector<HTMLElement>('main')
        place?.focus({ preventScroll: true })
      })
    }
  }, [open])
}

/** Puts the focus where it belongs as soon as the window is visible. */
function useFirstFocus(open: boolean, content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!open) return
    let frames = 0
    let frame = 0
    const attempt = () => {
      frames += 1
      const target = firstFocusIn(content.current)
      target?.focus({ preventScroll: true })
      // The window is mounted hidden, and shown a frame or two later.
      if (document.activeElement !== target && frames < 6) frame = requestAnimationFrame(attempt)
    }
    frame = requestAnimationFrame(attempt)
    return () => cancelAnimationFrame(frame)
  }, [open, content])
}

/** In the body antd would lock the page's scroll by a style without our nonce, which the security policy refuses. */
function dialogsHome(): HTMLElement {
  const known = document.getElementById('dialogs')
  if (known) return known
  const home = document.createElement('div')
  home.id = 'dialogs'
  return document.body.appendChild(home)
}

/** The window of one dialog; use `<Dialog>`. Each one above another stands 10 px lower and further right. */
export function DialogWindow({ level, ...props }: DialogProps & { level: number }) {
  const { open, onClose, title, size = 'medium', outside = 'close', approval, footer, children } = props
  const [asking, setAsking] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const listWasOpen = useRef(false)
  // In the middle, tabs and fields would jump away from under the pointer with every row that comes into the window.
  const grows = dialogWidths[size] >= dialogWidths.large
  useFocusBack(open)
  useFirstFocus(open, content)

  const cancel = (event: MouseEvent | KeyboardEvent | Event) => {
    if ('key' in event) return onClose('escape')
    const target = event.target
    // antd calls the same function for its × and for a click on the ground around the window.
    const onGround = target instanceof Element && target.classList.contains('ant-modal-wrap')
    if (!onGround) return onClose('button')
    // One press closes the topmost thing only: a list that hangs over the window, then the window.
    if (listWasOpen.current) return
    if (outside === 'ask') setAsking(true)
    else onClose('outside')
  }
  const keyDown = (event: KeyboardEvent) => {
    // Portals bubble through React: a key in a dialog above is not meant for this one.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    if (event.key === 'Tab') return keepInside(event)
    if (isHeldEnter(event)) return event.preventDefault()
    if (!approval || !approves(event)) return
    event.preventDefault()
    if (approval.danger || approval.busy) return
    if (!approval.disabledReason) return approval.onApprove()
    // There its tooltip says why not.
    content.current?.querySelector<HTMLElement>('[data-approve]')?.focus()
  }
  return (
    <AntdProvider>
      <Modal
        open={open}
        title={title}
        onCancel={cancel}
        width={dialogWidths[size]}
        footer={null}
        getContainer={dialogsHome}
        zIndex={3999}
        centered={!grows}
        mask={{ enabled: true, blur: false, closable: outside !== 'ignore' }}
        closeIcon={<Icon name="close" />}
        closable={{ 'aria-label': 'Закрыть' }}
        destroyOnHidden
        wrapProps={{
          onKeyDown: keyDown,
          onPointerDownCapture: () => {
            listWasOpen.current = Boolean(content.current?.querySelector(openList))
          },
        }}
        style={{
          maxWidth: 'calc(100vw - 20px)',
          left: level * 10,
          top: grows ? `calc(6vh + ${level * 10}px)` : level * 10,
          paddingBlock: 10,
        }}
      >
        <div ref={content}>
          {children}
          <DialogFoot approval={approval} footer={footer} onCancel={() => onClose('button')} />
        </div>
      </Modal>
      {asking && (
        <DialogWindow
          open
          level={level + 1}
          size="small"
          title="Подтверждение действия"
          outside="ignore"
          onClose={() => setAsking(false)}
          approval={{
            text: 'Подтвердить',
            onApprove: () => {
              setAsking(false)
              onClose('outside')
            },
          }}
        >
          <p className={styles.text}>Вы уверены, что хотите закрыть всплывающее окно?</p>
        </DialogWindow>
      )}
    </AntdProvider>
  )
}
