import { type CheckVerdictCode, checkVerdicts } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import styles from './checks.module.css'

const verdicts = Object.entries(checkVerdicts) as [CheckVerdictCode, string][]

/** What the reviewer says of the answer, in their words. */
export function VerdictForm({
  onSay,
}: {
  onSay: (verdict: CheckVerdictCode, comment: string) => Promise<boolean>
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState<CheckVerdictCode | null>(null)
  const lack = comment.trim() === '' ? 'Напишите, на чём основан вердикт' : null
  const say = async (verdict: CheckVerdictCode) => {
    setBusy(verdict)
    if (await onSay(verdict, comment.trim())) setComment('')
    setBusy(null)
  }
  return (
    <>
      <label htmlFor={id}>На чём основан вердикт</label>
      <TextArea id={id} rows={2} value={comment} onChange={setComment} maxLength={2_000} />
      <p className={styles.buttons}>
        {verdicts.map(([code, words]) => (
          <Button
            key={code}
            loading={busy === code}
            disabled={busy !== null}
            disabledReason={lack}
            onClick={() => void say(code)}
          >
            {words}
          </Button>
        ))}
      </p>
    </>
  )
}

/** Why the bank goes on in spite of the answer, and until when. */
export function RiskForm({ onSay }: { onSay: (reason: string, validTo: string) => Promise<boolean> }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [validTo, setValidTo] = useState('')
  const [busy, setBusy] = useState(false)
  const say = async () => {
    setBusy(true)
    if (await onSay(reason.trim(), validTo)) {
      setReason('')
      setValidTo('')
    }
    setBusy(false)
  }
  const lack =
    reason.trim() === ''
      ? 'Напишите, почему банк идёт на этот риск'
      : /^\d{4}-\d\d-\d\d$/.test(validTo)
        ? null
        : 'Укажите последний день'
  return (
    <>
      <label htmlFor={`${id}-reason`}>Почему банк идёт на этот риск</label>
      <TextArea id={`${id}-reason`} rows={2} value={reason} onChange={setReason} maxLength={2_000} />
      <div className={styles.buttons}>
        <label htmlFor={`${id}-day`}>Последний день</label>
        <span className={styles.day}>
          <DateInput id={`${id}-day`} value={validTo} onChange={setValidTo} />
        </span>
        <Button loading={busy} disabledReason={lack} onClick={() => void say()}>
          Принять риск
        </Button>
      </div>
    </>
  )
}

/** Why the bank no longer takes the risk. */
export function WithdrawForm({ onSay }: { onSay: (reason: string) => Promise<boolean> }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const say = async () => {
    setBusy(true)
    if (await onSay(reason.trim())) setReason('')
    setBusy(false)
  }
  return (
    <>
      <label htmlFor={id}>Почему риск отзывают</label>
      <TextArea id={id} rows={2} value={reason} onChange={setReason} maxLength={2_000} />
      <p className={styles.buttons}>
        <Button
          loading={busy}
          disabledReason={reason.trim() === '' ? 'Напишите, почему' : null}
          onClick={() => void say()}
        >
          Отозвать риск
        </Button>
      </p>
    </>
  )
}
