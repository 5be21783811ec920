import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  type evaluateOffer,
  type OfferLimit,
  offerLimits,
} from '@ipoteka-office/contract/underwriting/offers.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { emptyValue, formatMoney, formatPercent, formatRoubles } from '#lib/format.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './offers.module.css'

type Evaluation = ReplyOf<typeof evaluateOffer>

const figuresOf = (known: Evaluation): [string, string][] => [
  ['Платёж в месяц', formatMoney(known.payment)],
  ['ПСК', formatPercent(known.fullLoanCost, 3)],
  ['ПДН', formatPercent(known.debtLoad)],
  ['К/З', formatPercent(known.loanToValue)],
  ['Остаток на члена семьи', formatMoney(known.residual)],
]

const bindingText = (limits: readonly OfferLimit[]): string => {
  const binding = limits.find(({ binds }) => binds)
  if (binding === undefined || binding.amount === null) return 'Ни один предел сумму не ограничивает'
  return `Больше ${formatRoubles(binding.amount)} не выйдет: ${offerLimits[binding.code].toLocaleLowerCase('ru')} — ${binding.norm}`
}

/** What the terms mean, how much each limit leaves, and what the signer lacks; read aloud when it has been counted. */
export function OfferFiguresPart({
  evaluation,
  isKnown,
}: {
  evaluation: UseQueryResult<Evaluation>
  isKnown: boolean
}) {
  if (evaluation.isError)
    return <FailureBlock failure={evaluation.error} onRetry={() => void evaluation.refetch()} />
  const known = evaluation.data
  if (known === undefined) return <p className="muted">Считаем…</p>
  return (
    <div className={styles.figures} aria-busy={!isKnown} data-stale={!isKnown || undefined}>
      <dl>
        {figuresOf(known).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || emptyValue}</dd>
          </div>
        ))}
      </dl>
      <p role="status">{isKnown ? bindingText(known.limits) : 'Считаем…'}</p>
      <table aria-label="Пределы суммы">
        <thead>
          <tr>
            <th scope="col">Предел</th>
            <th scope="col">Сумма</th>
            <th scope="col">Норма</th>
          </tr>
        </thead>
        <tbody>
          {known.limits.map(({ code, amount, norm, binds }) => (
            <tr key={code} data-binds={binds || undefined}>
              <th scope="row">{offerLimits[code]}</th>
              <td>{amount === null ? 'не ограничивает' : formatRoubles(amount)}</td>
              <td>{norm}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {[...known.rateNotice.refusals, ...known.rateNotice.warnings].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {known.line.lacks.length > 0 && <p>Полномочий не хватает: {known.line.lacks.join('; ')}</p>}
      {known.deviations.map(({ text }) => (
        <p key={text} className="muted">
          Отклонение: {text}
        </p>
      ))}
    </div>
  )
}
