import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type MouseEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './dialog.module.css'
import { DialogFoot } from './dialog-foot.tsx'
import { approves, firstFocusIn, isHeldEnter } from './dialog-keys.ts'
import { type DialogProps, dialogWidths } from './dialog-props.ts'
import { dialogStack } from './dialog-stack.ts'

const openList = '[role="combobox"][aria-expanded="true"]'
/** Escapes that a dialog has already answered: windows side by side each hear of the same key. */
const answered = new WeakSet<Event>()

/** Outside of the page, so that its scroll can be locked by a rule of the style sheet. */
function dialogsHome(): HTMLElement {
  const known = document.getElementById('dialogs')
  if (known) return known
  const home = document.createElement('div')
  home.id = 'dialogs'
  return document.body.appendChild(home)
}

/** Tells that a window has opened when all that stands before it in the window is there. */
function Opened({ open, onOpened }: { open: boolean; onOpened: () => void }) {
  const tell = useEffectEvent(onOpened)
  useLayoutEffect(() => {
    if (open) tell()
  }, [open])
  return null
}

/** The window of one dialog; use `<Dialog>`. Each one above another stands 10 px lower and further right. */
export function DialogWindow({ level, ...props }: DialogProps & { level: number }) {
  const { open, onClose, title, size = 'medium', outside = 'close', approval, footer, children } = props
  const [asking, setAsking] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const listWasOpen = useRef(false)
  const pressedOnGround = useRef(false)
  // In the middle, tabs and fields would jump away from under the pointer with every row that comes into the window.
  const grows = dialogWidths[size] >= dialogWidths.large
  const opener = useRef<Element>(null)

  const escape = (event: Event) => {
    const isTop = asking ? false : level >= dialogStack.entries().length - 1
    if (!isTop || answered.has(event)) return
    answered.add(event)
    onClose('escape')
  }
  const pressGround = (event: MouseEvent) => {
    // One press closes the topmost thing only: a list that hangs over the window, then the window.
    if (event.target !== event.currentTarget || !pressedOnGround.current || listWasOpen.current) return
    if (outside === 'ignore') return
    if (outside === 'ask') setAsking(true)
    else onClose('outside')
  }
  /** At once, not in the next frame: whoever sees the window may press Enter. */
  const takeFocus = () => {
    if (content.current?.contains(document.activeElement)) return
    opener.current = document.activeElement
    // A window that only tells something is left by its cross.
    const first = firstFocusIn(content.current) ?? firstFocusIn(content.current?.parentElement ?? null)
    first?.focus({ preventScroll: true })
  }
  /** The focus goes back to where the dialog was opened from; whoever has taken it since then keeps it. */
  const focusBack = () => {
    const now = document.activeElement
    if (now !== null && now !== document.body && !popup.current?.contains(now)) return false
    if (opener.current instanceof HTMLElement && opener.current.isConnected) return opener.current
    return document.querySelector<HTMLElement>('main') ?? false
  }
  const keyDown = (event: KeyboardEvent) => {
    // Portals bubble through React: a key in a dialog above is not meant for this one.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    if (isHeldEnter(event)) return event.preventDefault()
    if (!approval || !approves(event)) return
    event.preventDefault()
    if (approval.danger || approval.busy) return
    if (!approval.disabledReason) return approval.onApprove()
    // There its tooltip says why not.
    content.current?.querySelector<HTMLElement>('[data-approve]')?.focus()
  }
  const corner = { left: level * 10, top: grows ? `calc(6vh + ${level * 10}px)` : level * 10 }
  return (
    <Dialog.Root
      open={open}
      modal="trap-focus"
      disablePointerDismissal
      onOpenChange={(next, { reason, event }) => {
        if (!next && reason === 'escape-key') escape(event)
      }}
    >
      <Dialog.Portal container={dialogsHome()}>
        <Dialog.Backdrop forceRender className={styles.backdrop} />
        <Dialog.Viewport
          className={cx(styles.ground, grows && styles.grows)}
          onKeyDown={keyDown}
          onPointerDownCapture={(event) => {
            pressedOnGround.current = event.target === event.currentTarget
            listWasOpen.current = Boolean(content.current?.querySelector(openList))
          }}
          onClick={pressGround}
        >
          <Dialog.Popup
            ref={popup}
            className={styles.window}
            style={{ ...corner, width: dialogWidths[size] }}
            aria-modal="true"
            initialFocus={() => firstFocusIn(content.current)}
            finalFocus={focusBack}
          >
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <button
              type="button"
              className={styles.close}
              aria-label="Закрыть"
              onClick={() => onClose('button')}
            >
              <Icon name="close" />
            </button>
            <div ref={content} className={styles.body}>
              {children}
              <DialogFoot approval={approval} footer={footer} onCancel={() => onClose('button')} />
            </div>
            <Opened open={open} onOpened={takeFocus} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
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
    </Dialog.Root>
  )
}
