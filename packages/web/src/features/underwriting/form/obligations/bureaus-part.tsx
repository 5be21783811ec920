import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { creditBureaus } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import {
  type BureauHistory,
  type CreditHistory,
  getCreditHistory,
  orderReports,
  requestStates,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './bureaus-part.module.css'

const cost = (sum: string) => roublesText(sum.replace(/\.00$/, ''))

/** What became of the last request, in words. */
function stateText({ state, error, requestedAt, report, standIn }: BureauHistory): string {
  if (state === 'FAILED') return error ?? requestStates.FAILED
  if (report === null)
    return requestedAt === null
      ? requestStates[state]
      : `${requestStates[state]} ${formatDateTime(requestedAt)}`
  const until = report.isFresh ? `, годен до ${formatDate(report.freshTo)}` : ', пора обновить'
  const reused = report.reused ? ', взят из другой заявки без оплаты' : ''
  return `Отчёт от ${formatDate(report.date)}${until}${reused}${standIn ? ' (учебные данные)' : ''}`
}

interface Wish {
  readonly bureau: BureauHistory['bureau']
  readonly again: boolean
  readonly reason: string
}

function Bureau({
  one,
  refusal,
  pending,
  onOrder,
}: {
  one: BureauHistory
  refusal: string | null
  pending: boolean
  onOrder: (wish: Wish) => void
}) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const again = one.report?.isFresh ?? false
  const isWaiting = one.state === 'WAITING'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return
    setAsking(false)
    onOrder({ bureau: one.bureau, again: true, reason: reason.trim() })
  }
  return (
    <li className={styles.bureau}>
      <b>{creditBureaus[one.bureau]}</b>
      <span className={one.state === 'FAILED' ? styles.failed : styles.state} role="status">
        {stateText(one)}
      </span>
      {asking ? (
        <form
          className={styles.again}
          aria-label={`Запросить заново: ${creditBureaus[one.bureau]}`}
          onSubmit={send}
        >
          <TextInput
            aria-label="Зачем нужен новый отчёт"
            placeholder="Зачем нужен новый отчёт"
            value={reason}
            onChange={setReason}
            maxLength={500}
            autoFocus
          />
          <Button
            type="submit"
            disabledReason={reason.trim() === '' ? 'Напишите, зачем нужен новый отчёт' : null}
          >
            Запросить, {cost(one.cost)}
          </Button>
          <Button look="link" onClick={() => setAsking(false)}>
            Отмена
          </Button>
        </form>
      ) : (
        <Button
          loading={pending}
          disabledReason={refusal ?? (isWaiting ? 'Бюро готовит отчёт: дождитесь ответа' : null)}
          onClick={() =>
            again ? setAsking(true) : onOrder({ bureau: one.bureau, again: false, reason: '' })
          }
        >
          {again ? 'Запросить заново' : `Запросить, ${cost(one.cost)}`}
        </Button>
      )}
    </li>
  )
}

const consentText = ({ consent }: CreditHistory): string =>
  consent.refusal ??
  `Согласие на запрос от ${formatDate(consent.signedOn ?? '')}, действует до ${formatDate(consent.validTo ?? '')}`

/** What each bureau was asked and has answered, and a way to ask it: by the consent in force, the price told before. */
export function BureausPart({
  caseId,
  participantId,
  onAnswer,
}: {
  caseId: number
  participantId: number
  onAnswer: () => void
}) {
  const client = useQueryClient()
  const params = { id: String(caseId), participantId: String(participantId) }
  const ask = query(getCreditHistory, { params })
  const answer = useQuery(ask)
  useWholeCaseRefresh(caseId, () => void answer.refetch())
  const order = useMutation({
    mutationFn: ({ bureau, again, reason }: Wish) =>
      call(orderReports, {
        params,
        body: { bureaus: [bureau], again, reason },
      }),
    onSuccess: (history) => {
      client.setQueryData(ask.queryKey, history)
      onAnswer()
    },
    onError: notifyFailure,
  })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  const history = answer.data
  return (
    <section className={`card ${styles.card}`} aria-label="Бюро кредитных историй">
      <header className={styles.head}>
        <h2>Бюро кредитных историй</h2>
        <span className={history.consent.refusal === null ? 'muted small' : styles.failed}>
          {consentText(history)}
        </span>
        <span className={styles.spent}>по заявке потрачено {cost(history.spent)}</span>
      </header>
      <ul className={styles.list}>
        {history.bureaus.map((one) => (
          <Bureau
            key={one.bureau}
            one={one}
            refusal={history.refusalToOrder}
            pending={order.isPending && order.variables.bureau === one.bureau}
            onOrder={(wish) => order.mutate(wish)}
          />
        ))}
      </ul>
    </section>
  )
}
