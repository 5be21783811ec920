import { creditBureaus } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { choiceIssue } from '@ipoteka-office/contract/underwriting/form/obligations/choice-rules.ts'
import {
  dropObligation,
  type LedgerRow,
  listObligationHistory,
  type ObligationLedger,
  takeObligation,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import {
  obligationChoiceFields as of,
  type ObligationReason,
  obligationReasons,
  type ObligationState,
  obligationStateKeys,
  obligationStates,
  type PaymentSource,
  paymentSources,
  reasonsOf,
} from '@ipoteka-office/contract/underwriting/form/obligations/obligation-choices.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { DelayStrip } from './delay-strip.tsx'
import { sumOr } from './ledger-words.ts'
import styles from './choose-form.module.css'

const HistoryDialog = onDemand(
  async () => (await import('#widgets/history/history-dialog.tsx')).HistoryDialog,
)
const OwnDialog = onDemand(async () => (await import('./own-dialog.tsx')).OwnDialog)

/** What one bureau says of the credit, a line each. */
function BureauLines({ row }: { row: LedgerRow }) {
  if (row.bureaus.length === 0) return null
  return (
    <ul className={styles.bureaus} aria-label="Что говорят бюро">
      {row.bureaus.map((word) => (
        <li key={`${word.bureau} ${word.openedOn} ${word.limit}`}>
          <b>{creditBureaus[word.bureau]}</b>
          <span>
            на {formatDate(word.asOf)}, выдан {formatDate(word.openedOn)}
            {word.closedOn !== null && `, закрыт ${formatDate(word.closedOn)}`}
          </span>
          <span>остаток {sumOr(word.balance)}</span>
          <span>платёж {word.payment === null ? 'не сообщён' : sumOr(word.payment)}</span>
          {word.overdueDays > 0 && (
            <span className={styles.late}>
              просрочено {sumOr(word.overdue)}, дней: {word.overdueDays}
            </span>
          )}
          <DelayStrip strip={word.strip} asOf={word.asOf} />
        </li>
      ))}
    </ul>
  )
}

const told = ({
  reported,
  computed,
  declared,
}: LedgerRow): readonly (readonly [PaymentSource, string | null])[] => [
  ['BUREAU', reported],
  ['COMPUTED', computed],
  ['QUESTIONNAIRE', declared],
  ['OTHER', null],
]

interface Given {
  readonly state: ObligationState
  readonly source: PaymentSource | null
  readonly payment: string | null
  readonly reason: ObligationReason
  readonly words: string
  readonly documentId: number | null
}

/** What is proposed: what counts by itself, with the reason that goes with it. */
function startOf(row: LedgerRow): Given {
  const { choice } = row
  if (choice !== null) {
    const { state, source, payment, reason, words, document } = choice
    return { state, source, payment, reason, words, documentId: document?.id ?? null }
  }
  const [source] = told(row).find(([, sum]) => sum !== null) ?? ['OTHER']
  const reason = row.reported === null ? 'BY_CLIENT' : 'BY_BUREAU'
  return { state: 'COUNTS', source, payment: null, reason, words: '', documentId: null }
}

function useChoosing(
  ledger: ObligationLedger,
  row: LedgerRow,
  { onSettled, onClose }: { onSettled: (ledger?: ObligationLedger) => void; onClose: () => void },
) {
  const params = { id: String(ledger.caseId), participantId: String(ledger.participantId), key: row.key }
  const onError = (failure: unknown) => {
    notifyFailure(failure)
    onSettled()
  }
  return {
    params,
    take: useMutation({
      mutationFn: (given: Given) =>
        call(takeObligation, { params, body: { ...given, version: row.version } }),
      // Closed first: the row of the new version has a form of its own.
      onSuccess: (after) => {
        onClose()
        onSettled(after)
      },
      onError,
    }),
    drop: useMutation({
      mutationFn: () => call(dropObligation, { params, body: { version: row.version } }),
      onSuccess: (after) => onSettled(after),
      onError,
    }),
  }
}

function Payments({
  row,
  given,
  onChange,
}: {
  row: LedgerRow
  given: Given
  onChange: (given: Given) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{of.source.label}</legend>
      {told(row)
        .filter(([source, sum]) => sum !== null || source === 'OTHER')
        .map(([source, sum]) => (
          <label key={source}>
            <input
              type="radio"
              name={id}
              checked={given.source === source}
              onChange={() => onChange({ ...given, source })}
            />
            {paymentSources[source]}
            {sum !== null && `: ${sumOr(sum)}`}
          </label>
        ))}
      {given.source === 'OTHER' && (
        <MoneyInput
          aria-label={of.payment.label}
          value={given.payment}
          onChange={(payment) => onChange({ ...given, payment })}
        />
      )}
    </fieldset>
  )
}

const none = { code: 'NONE', name: 'Без документа' }

/** The unfolded row: what of the credit counts in ПДН, and why. */
export function ChooseForm({
  row,
  ledger,
  onSettled,
  onClose,
}: {
  row: LedgerRow
  ledger: ObligationLedger
  onSettled: (ledger?: ObligationLedger) => void
  onClose: () => void
}) {
  const id = useId()
  const [given, setGiven] = useState(startOf(row))
  const [shown, setShown] = useState<'history' | 'own' | null>(null)
  const { params, take, drop } = useChoosing(ledger, row, { onSettled, onClose })
  const refusal = ledger.editable.reasonDisabled
  const wish: Given = {
    ...given,
    words: given.words.trim(),
    ...(given.state !== 'COUNTS' && { source: null }),
  }
  const lack = choiceIssue(row, wish, ledger.papers)?.message ?? null
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (refusal !== null || lack !== null || take.isPending) return
    take.mutate({ ...wish, payment: wish.source === 'OTHER' ? wish.payment : null })
  }
  const toState = (state: ObligationState) =>
    setGiven({
      ...given,
      state,
      source: given.source ?? startOf(row).source,
      reason: reasonsOf[state][0] ?? 'OTHER',
    })
  return (
    <form
      className={styles.form}
      aria-label={`Взять: ${row.creditor}`}
      data-take-form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <BureauLines row={row} />
      {row.own !== null && (
        <p className={styles.was}>
          Внесено по документу{row.own.document === null ? '' : ` «${row.own.document.name}»`}:{' '}
          {row.own.words}
          <Button look="link" disabledReason={refusal} onClick={() => setShown('own')}>
            Изменить
          </Button>
        </p>
      )}
      <fieldset className={styles.choices}>
        <legend>{of.state.label}</legend>
        {obligationStateKeys.map((state) => (
          <label key={state}>
            <input
              type="radio"
              name={`${id} state`}
              checked={given.state === state}
              onChange={() => toState(state)}
            />
            {obligationStates[state]}
          </label>
        ))}
      </fieldset>
      {given.state === 'COUNTS' && <Payments row={row} given={given} onChange={setGiven} />}
      <div className={styles.line}>
        <div className={styles.reason}>
          <SingleSelect
            aria-label={of.reason.label}
            options={reasonsOf[given.state].map((code) => ({ code, name: obligationReasons[code] }))}
            value={given.reason}
            onChange={(code) => setGiven({ ...given, reason: code as ObligationReason })}
          />
        </div>
        <div className={styles.reason}>
          <SingleSelect
            aria-label={of.document.label}
            options={[none, ...ledger.papers.map(({ id: paper, name }) => ({ code: String(paper), name }))]}
            value={given.documentId === null ? none.code : String(given.documentId)}
            onChange={(code) => setGiven({ ...given, documentId: code === none.code ? null : Number(code) })}
          />
        </div>
        <TextInput
          aria-label={of.words.label}
          placeholder={of.words.label}
          className={styles.words}
          value={given.words}
          onChange={(words) => setGiven({ ...given, words })}
          maxLength={500}
        />
        <Button type="submit" data-take loading={take.isPending} disabledReason={refusal ?? lack}>
          Взять <Kbd>A</Kbd>
        </Button>
      </div>
      {row.version > 0 && (
        <p className={styles.was}>
          {row.choice !== null && (
            <>
              {obligationStates[row.choice.state]}
              {row.choice.payment !== null && ` ${sumOr(row.choice.payment)}`}. {row.choice.by.fullName},{' '}
              {formatDateTime(row.choice.at)}
              {!row.choice.current && '. С тех пор источники говорят другое: выберите снова'}
              <Button
                look="link"
                loading={drop.isPending}
                disabledReason={refusal}
                onClick={() => drop.mutate()}
              >
                Отменить выбор
              </Button>
            </>
          )}
          <Button look="link" onClick={() => setShown('history')}>
            История
          </Button>
        </p>
      )}
      {shown === 'history' && (
        <HistoryDialog
          title={`История: ${row.creditor}`}
          pages={(page) => query(listObligationHistory, { params, query: page })}
          onClose={() => setShown(null)}
        />
      )}
      {shown === 'own' && (
        <OwnDialog ledger={ledger} row={row} onSettled={onSettled} onClose={() => setShown(null)} />
      )}
    </form>
  )
}
