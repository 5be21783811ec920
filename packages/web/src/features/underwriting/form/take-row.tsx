import { lowered } from '#lib/words.ts'
import { formPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { ComparedKind } from '@ipoteka-office/contract/underwriting/form/compared.ts'
import {
  type ComparedRow,
  dropFormValue,
  type FormRoom,
  getUnderwritingForm,
  listFormHistory,
  takeFormValue,
} from '@ipoteka-office/contract/underwriting/form/room.ts'
import {
  type TakenReason,
  takenReasons,
  type TakenSource,
  takenSources,
  worksheetFields,
} from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './take-row.module.css'

const HistoryDialog = onDemand(
  async () => (await import('#widgets/history/history-dialog.tsx')).HistoryDialog,
)

/** What a row offers: each source that knows a value, then a value of one's own. */
function offersOf({ cells, account }: ComparedRow): { source: TakenSource; shown: string | null }[] {
  const known = cells.flatMap(({ source, value, shown }) => (value === null ? [] : [{ source, shown }]))
  return [
    ...known,
    ...(account === null ? [] : [{ source: 'ACCOUNT' as const, shown: account }]),
    { source: 'OTHER' as const, shown: null },
  ]
}

/** What is proposed: the source that contradicts the agent, with the reason that goes with it. */
function proposed({ cells, taken, field }: ComparedRow): { source: TakenSource; reason: TakenReason } {
  if (taken !== null) return { source: taken.source, reason: taken.reason }
  const differing = cells.find(
    ({ source, state, value }) => state === 'DIFFERS' && value !== null && source !== 'EARLIER',
  )
  const source = differing?.source ?? 'QUESTIONNAIRE'
  if (source === 'QUESTIONNAIRE') return { source, reason: 'CLIENT_CONFIRMED' }
  if (field === 'income') return { source, reason: 'BELOW_DECLARED' }
  return { source, reason: source === 'SCAN' ? 'BY_PAPER' : 'BY_REGISTER' }
}

function OwnValue({
  kind,
  value,
  onChange,
}: {
  kind: ComparedKind
  value: string
  onChange: (value: string) => void
}) {
  const label = 'Своё значение'
  if (kind === 'MONEY')
    return <MoneyInput aria-label={label} value={value || null} onChange={(sum) => onChange(sum ?? '')} />
  if (kind === 'DATE' || kind === 'MONTH')
    return <DateInput aria-label={label} value={value} onChange={onChange} />
  return <TextInput aria-label={label} value={value} onChange={onChange} maxLength={500} />
}

const reasonOptions = Object.entries(takenReasons).map(([code, name]) => ({ code, name }))

/** What a press sends; the version is that of the row on the screen. */
function useTaking(room: FormRoom, row: ComparedRow, onDone: () => void) {
  const client = useQueryClient()
  const params = { id: String(room.caseId), participantId: String(room.participantId), field: row.field }
  const settle = () => client.invalidateQueries({ queryKey: keyOf(getUnderwritingForm) })
  return {
    params,
    take: useMutation({
      mutationFn: (body: Parameters<typeof call<typeof takeFormValue>>[1]['body']) =>
        call(takeFormValue, { params, body }),
      onSuccess: onDone,
      onError: notifyFailure,
      onSettled: settle,
    }),
    drop: useMutation({
      mutationFn: () => call(dropFormValue, { params, body: { version: row.version } }),
      onSuccess: onDone,
      onError: notifyFailure,
      onSettled: settle,
    }),
  }
}

/** The unfolded row: from which source the value is taken, and why. */
export function TakeRow({
  row,
  room,
  kind,
  onClose,
}: {
  row: ComparedRow
  room: FormRoom
  kind: ComparedKind
  onClose: () => void
}) {
  const id = useId()
  const start = proposed(row)
  const [source, setSource] = useState(start.source)
  const [reason, setReason] = useState(start.reason)
  const [words, setWords] = useState(row.taken?.words ?? '')
  const [value, setValue] = useState(row.taken?.source === 'OTHER' ? row.taken.value : '')
  const [deviation, setDeviation] = useState(row.taken?.deviation ?? false)
  const [history, setHistory] = useState(false)
  const { params, take, drop } = useTaking(room, row, onClose)
  if (row.takenAt !== null)
    return (
      <p className="muted">
        Это складывается из реестра:{' '}
        <HrefLink href={formPath(room.type, room.caseId, room.participantId, 'obligations')}>
          откройте вкладку «{row.takenAt}»
        </HrefLink>{' '}
        и возьмите там, что учесть.
      </p>
    )
  const refusal = room.editable.reasonDisabled
  const lack = source === 'OTHER' && value.trim() === '' ? 'Впишите своё значение' : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (refusal !== null || lack !== null || take.isPending) return
    take.mutate({
      version: row.version,
      source,
      reason,
      words: words.trim(),
      deviation,
      value: source === 'OTHER' ? value.trim() : null,
    })
  }
  return (
    <form
      className={styles.form}
      aria-label={`Взять: ${row.label}`}
      data-take-form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <fieldset className={styles.sources}>
        <legend>{worksheetFields.source.label}</legend>
        {offersOf(row).map((offer) => (
          <label key={offer.source}>
            <input
              type="radio"
              name={`${id} source`}
              checked={source === offer.source}
              onChange={() => setSource(offer.source)}
            />
            <span>
              {takenSources[offer.source]}
              {offer.shown !== null && `: ${offer.shown}`}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.line}>
        {source === 'OTHER' && <OwnValue kind={kind} value={value} onChange={setValue} />}
        <div className={styles.reason}>
          <SingleSelect
            aria-label={worksheetFields.reason.label}
            options={reasonOptions}
            value={reason}
            onChange={(code) => setReason(code as TakenReason)}
          />
        </div>
        <TextInput
          aria-label={worksheetFields.words.label}
          placeholder="Пояснение"
          className={styles.words}
          value={words}
          onChange={setWords}
          maxLength={500}
        />
        {row.field === 'income' && (
          <label className={styles.deviation}>
            <input type="checkbox" checked={deviation} onChange={() => setDeviation(!deviation)} />{' '}
            Отклонение: выше подтверждённого
          </label>
        )}
        <Button type="submit" data-take loading={take.isPending} disabledReason={refusal ?? lack}>
          Взять <Kbd>A</Kbd>
        </Button>
      </div>
      {row.taken !== null && (
        <p className={styles.was}>
          Взято: {row.taken.shown}, {lowered(takenSources[row.taken.source])}. {row.taken.by.fullName},{' '}
          {formatDateTime(row.taken.at)}
          {!row.taken.current && '. С тех пор источники говорят другое'}
          <Button look="link" loading={drop.isPending} disabledReason={refusal} onClick={() => drop.mutate()}>
            Отменить выбор
          </Button>
          <Button look="link" onClick={() => setHistory(true)}>
            История
          </Button>
        </p>
      )}
      {history && (
        <HistoryDialog
          title={`История: ${row.label}`}
          pages={(page) => query(listFormHistory, { params, query: page })}
          onClose={() => setHistory(false)}
        />
      )}
    </form>
  )
}
