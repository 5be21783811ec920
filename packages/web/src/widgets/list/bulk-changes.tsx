import { type ReactNode, useId, useState } from 'react'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { type BulkChange, type ItemAnswer, useBulk } from './bulk.tsx'
import styles from './bulk.module.css'
import type { Chosen } from './selection.tsx'

/** What is asked for a change: a whole number, or a time of the day as `09:00`. */
interface AskedField {
  readonly name: string
  readonly label: string
  readonly kind: 'whole' | 'time'
  readonly max?: number
}
/** What has been answered so far, by the names of the fields; absent: nothing yet. */
export type Draft = Readonly<Record<string, string | number | null | undefined>>

/** A change that can be made to all chosen rows at once. */
export interface ChangeOffer<Change> {
  readonly text: string
  readonly fields?: readonly AskedField[]
  /** What it means for the rows, in a sentence. */
  readonly note?: string | ((draft: Draft) => string)
  /** The change; null while an answer is missing or wrong. */
  readonly change: (draft: Draft) => Change | null
  /** Why it cannot be made yet. */
  readonly missing?: string
}

interface BulkChangesProps<Row, Change, Answer extends ItemAnswer> extends BulkChange<Change, Answer> {
  readonly chosen: Chosen<Row>
  readonly offers: readonly ChangeOffer<Change>[]
  /** Why nothing may be changed; null: it may. */
  readonly reason: string | null
  /** «5 сотрудников», after «коснётся». */
  readonly concerned: (count: number) => string
}

function Asked({
  field: { label, kind, max },
  value,
  onChange,
}: {
  field: AskedField
  value: Draft[string]
  onChange: (value: string | number | null) => void
}) {
  const id = useId()
  return (
    <div className={styles.asked}>
      <label htmlFor={id}>{label}</label>
      {kind === 'time' ? (
        <TimeInput id={id} value={typeof value === 'string' ? value : ''} onChange={onChange} />
      ) : (
        <NumberInput
          id={id}
          {...(max !== undefined && { max })}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      )}
    </div>
  )
}

function ChangeDialog<Change>({
  offer: { text, fields = [], note, change, missing },
  concerns,
  isBusy,
  onClose,
  onApply,
}: {
  offer: ChangeOffer<Change>
  concerns: string
  isBusy: boolean
  onClose: () => void
  onApply: (change: Change) => void
}) {
  const [draft, setDraft] = useState<Draft>({})
  const wanted = change(draft)
  return (
    <Dialog
      open
      title={text}
      size="small"
      onClose={onClose}
      approval={{
        text: 'Применить',
        onApprove: () => {
          if (wanted !== null && !isBusy) onApply(wanted)
        },
        busy: isBusy,
        disabledReason: wanted === null ? (missing ?? '') : null,
      }}
    >
      <p>Изменение коснётся {concerns}.</p>
      <div className={styles.fields}>
        {fields.map((field) => (
          <Asked
            key={field.name}
            field={field}
            value={draft[field.name]}
            onChange={(value) => setDraft({ ...draft, [field.name]: value })}
          />
        ))}
      </div>
      <p className="muted small">{typeof note === 'function' ? note(draft) : note}</p>
    </Dialog>
  )
}

/** Changes of the chosen rows as data: a button each, what it asks, an answer per row. */
export function BulkChanges<Row, Change, Answer extends ItemAnswer>({
  chosen,
  offers,
  reason,
  concerned,
  run,
  ...rest
}: BulkChangesProps<Row, Change, Answer>): ReactNode {
  const [asked, setAsked] = useState<ChangeOffer<Change> | null>(null)
  const bulk = useBulk<Row, Change, Answer>(chosen, {
    ...rest,
    run: async (ids, change) => {
      const answers = await run(ids, change)
      setAsked(null)
      return answers
    },
  })
  return (
    <>
      {offers.map((offer) => (
        <BulkAction key={offer.text} disabledReason={reason} onClick={() => setAsked(offer)}>
          {offer.text}
        </BulkAction>
      ))}
      {asked && (
        <ChangeDialog
          offer={asked}
          concerns={concerned(chosen.keys.length)}
          isBusy={bulk.isBusy}
          onClose={() => setAsked(null)}
          onApply={(change) => void bulk.start(change)}
        />
      )}
      {bulk.dialog}
    </>
  )
}
