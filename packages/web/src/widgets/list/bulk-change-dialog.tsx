import { isTime } from '@ipoteka-office/contract/common/shift.ts'
import { useId, useState } from 'react'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import styles from './bulk.module.css'
import type { AskedField, ChangeOffer, Draft } from './bulk-changes.tsx'

/** Whether every field of an offer has a right answer. */
const isFilled = ({ fields }: Pick<ChangeOffer<unknown>, 'fields'>, draft: Draft): boolean =>
  Object.entries(fields).every(([name, { kind }]) => {
    const value = draft[name]
    if (kind === 'whole') return typeof value === 'number'
    return typeof value === 'string' && (kind === 'time' ? isTime(value) : value.trim() !== '')
  })

interface AskedProps {
  field: AskedField
  value: Draft[string] | undefined
  onChange: (value: string | number | null) => void
}

function Input({ id, field, value, onChange }: AskedProps & { id: string }) {
  const words = typeof value === 'string' ? value : ''
  if (field.kind === 'time') return <TimeInput id={id} value={words} onChange={onChange} />
  if (field.kind === 'words')
    return <TextArea id={id} value={words} maxLength={field.max} onChange={onChange} />
  return (
    <NumberInput
      id={id}
      {...(field.max !== undefined && { max: field.max })}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
    />
  )
}

function Asked({ field, value, onChange }: AskedProps) {
  const id = useId()
  return (
    <div className={styles.asked}>
      <label htmlFor={id}>{field.label}</label>
      <Input id={id} field={field} value={value} onChange={onChange} />
    </div>
  )
}

/** What a change of the chosen rows asks. */
export function ChangeDialog({
  offer: { text, fields, note, change, missing },
  concerns,
  isBusy,
  onClose,
  onApply,
}: {
  offer: ChangeOffer<unknown>
  concerns: string
  isBusy: boolean
  onClose: () => void
  onApply: (change: unknown) => void
}) {
  const [draft, setDraft] = useState<Draft>({})
  const isReady = isFilled({ fields }, draft)
  return (
    <Dialog
      open
      title={text}
      size="small"
      onClose={onClose}
      approval={{
        text: 'Применить',
        onApprove: () => {
          if (isReady && !isBusy) onApply(change(draft as never))
        },
        busy: isBusy,
        disabledReason: isReady ? null : missing,
      }}
    >
      <p>Изменение коснётся {concerns}.</p>
      <div className={styles.fields}>
        {Object.entries(fields).map(([name, field]) => (
          <Asked
            key={name}
            field={field}
            value={draft[name]}
            onChange={(value) => setDraft({ ...draft, [name]: value })}
          />
        ))}
      </div>
      <p className="muted small">{note(draft)}</p>
    </Dialog>
  )
}
