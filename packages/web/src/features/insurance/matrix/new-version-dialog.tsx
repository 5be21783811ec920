import { createDistribution, type Distribution } from '@ipoteka-office/contract/insurance/distributions.ts'
import type { Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from '../insurance.module.css'

/** A draft on the ground of another version, or an empty one. */
export function NewVersionDialog({
  lending,
  from,
  onMade,
  onClose,
}: {
  lending: Lending
  from: Distribution | null
  onMade: (id: number) => void
  onClose: () => void
}) {
  const id = useId()
  const [title, setTitle] = useState('')
  const [validFrom, setValidFrom] = useState(bankDay(serverNow()))
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      const body = { lending, title: title.trim(), validFrom, fromId: from?.id ?? null }
      onMade((await call(createDistribution, { body })).id)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const lacks =
    title.trim() === '' ? 'Назовите версию' : /^\d{4}-\d\d-\d\d$/.test(validFrom) ? null : 'Укажите день'
  return (
    <Dialog
      open
      title={from === null ? 'Новая версия долей' : `Новая версия на основе версии ${from.number}`}
      onClose={onClose}
      approval={{ text: 'Создать', onApprove: () => void make(), busy, disabledReason: lacks }}
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}-title`}>Название</label>
        <TextInput id={`${id}-title`} maxLength={200} value={title} onChange={setTitle} />
        <label htmlFor={`${id}-from`}>Действует с</label>
        <DateInput id={`${id}-from`} value={validFrom} onChange={setValidFrom} />
      </div>
    </Dialog>
  )
}
