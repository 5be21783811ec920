import { useId } from 'react'
import { Button } from '../button.tsx'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog-props.ts'

/** The buttons of a dialog: its own, then «no» and «yes»; the answer that is safe to press has the focus. */
export function DialogFoot({
  approval,
  footer,
  onCancel,
}: Pick<DialogProps, 'approval' | 'footer'> & { onCancel: () => void }) {
  const id = useId()
  if (!approval) return footer ? <div className={styles.foot}>{footer}</div> : null
  const { text, onApprove, danger = false, busy = false, disabledReason, cancelText = 'Отмена' } = approval
  return (
    <div className={styles.foot}>
      {danger && (
        <p id={id} className={styles.warning}>
          Подтверждается только кнопкой «{text}», не клавишей Enter
        </p>
      )}
      {footer}
      <Button {...(danger && { 'data-answer': true, 'aria-describedby': id })} onClick={onCancel}>
        {cancelText}
      </Button>
      <Button
        look={danger ? 'danger' : 'primary'}
        {...(!danger && !disabledReason && { 'data-answer': true })}
        data-approve
        loading={busy}
        disabledReason={disabledReason}
        onClick={onApprove}
      >
        {text}
      </Button>
    </div>
  )
}
