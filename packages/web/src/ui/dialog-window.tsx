import { Modal } from 'antd'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { type DialogProps, dialogWidths } from './dialog-props.ts'
import { Icon } from './icon.tsx'

const handlesEnter =
  'button, a, textarea, select, [contenteditable="true"], [aria-expanded="true"], input[type="checkbox"], input[type="radio"]'

/** The window of one dialog; use `<Dialog>`. Each one above another stands 10 px lower and further right. */
export function DialogWindow({ level, ...props }: DialogProps & { level: number }) {
  const { open, onClose, title, size = 'medium', outside = 'close', onEnter, footer, children } = props
  const [asking, setAsking] = useState(false)

  const cancel = (event: MouseEvent | KeyboardEvent | Event) => {
    if ('key' in event) return onClose('escape')
    const target = event.target
    // antd calls the same function for its × and for a click on the ground around the window.
    const onGround = target instanceof Element && target.classList.contains('ant-modal-wrap')
    if (!onGround) return onClose('button')
    if (outside === 'ask') setAsking(true)
    else onClose('outside')
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onEnter || event.defaultPrevented || event.nativeEvent.isComposing) return
    // Portals bubble through React: a key in a dialog above is not meant for this one.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    if (event.target.closest(handlesEnter)) return
    event.preventDefault()
    onEnter()
  }
  return (
    <>
      <Modal
        open={open}
        title={title}
        onCancel={cancel}
        width={dialogWidths[size]}
        footer={null}
        zIndex={3999}
        centered
        mask={{ enabled: true, blur: false, closable: outside !== 'ignore' }}
        closeIcon={<Icon name="close" />}
        closable={{ 'aria-label': 'Закрыть' }}
        destroyOnHidden
        style={{ maxWidth: 'calc(100vw - 20px)', left: level * 10, top: level * 10, paddingBlock: 10 }}
      >
        <div onKeyDown={keyDown}>
          {children}
          {footer && <div className={styles.foot}>{footer}</div>}
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
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Отмена</Button>
              <Button
                look="primary"
                autoFocus
                onClick={() => {
                  setAsking(false)
                  onClose('outside')
                }}
              >
                Подтвердить
              </Button>
            </>
          }
        >
          <p className={styles.text}>Вы уверены, что хотите закрыть всплывающее окно?</p>
        </DialogWindow>
      )}
    </>
  )
}
