import { lowered } from '#lib/words.ts'
import { deviationKinds } from '@ipoteka-office/contract/underwriting/authority.ts'
import { decisionLevels } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type { Decision, DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import {
  type BureauNotice,
  listBureauNotices,
} from '@ipoteka-office/contract/underwriting/bureaus/bureau-notices.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { formatDate, formatMoment } from '#lib/dates.ts'
import { formatPercent, formatRoubles, formatTerm } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { NoticesLine } from './notices-line.tsx'
import { RateLine } from './rate-line.tsx'
import styles from './underwriting.module.css'

const tones: Readonly<Record<Decision['outcome'], Tone>> = {
  APPROVE: 'green',
  REJECT: 'red',
  REVOKE: 'red',
  ESCALATE: 'blue',
  COUNTER: 'amber',
  SUSPEND: 'amber',
}

const decided: Readonly<Record<Decision['outcome'], string>> = {
  APPROVE: 'Одобрено',
  REJECT: 'Отказано',
  REVOKE: 'Решение отозвано',
  ESCALATE: 'Передано выше',
  COUNTER: 'Встречное предложение',
  SUSPEND: 'Пересмотр условий',
}

/** «9 600 000 ₽ на 20 лет под 6 %, ПДН 48,6 %, К/З 78,4 %». */
function termsText({ amount, termMonths, rate, debtLoad, loanToValue }: Decision): string {
  const loan = [
    amount !== null && formatRoubles(amount),
    termMonths !== null && `на ${formatTerm(termMonths)}`,
    rate !== null && `под ${formatPercent(rate, 3)}`,
  ].filter(Boolean)
  const shares = [
    debtLoad !== null && `ПДН ${formatPercent(debtLoad)}`,
    loanToValue !== null && `К/З ${formatPercent(loanToValue)}`,
  ].filter(Boolean)
  return [loan.join(' '), ...shares].filter((text) => text !== '').join(', ')
}

function Card({
  caseId,
  decision,
  notices,
}: {
  caseId: number
  decision: Decision
  notices: readonly BureauNotice[]
}) {
  const {
    outcome,
    level,
    author,
    at,
    reasons,
    clientText,
    comment,
    deviations,
    conditions,
    rateStructure,
    validTo,
    inForce,
    suspended,
  } = decision
  return (
    <li className={styles.decision}>
      <div className={styles.line}>
        <Tag tone={tones[outcome]}>{decided[outcome]}</Tag>
        {inForce && <Tag tone="neutral">Действует{validTo && ` по ${formatDate(validTo)}`}</Tag>}
        {suspended && <Tag tone="amber">Приостановлено</Tag>}
        <b>{author ?? decisionLevels[level]}</b>
        <span className="muted small">
          {author !== null && `${lowered(decisionLevels[level])}, `}
          {formatMoment(at, serverNow())}
        </span>
      </div>
      <p>{termsText(decision)}</p>
      {reasons.length > 0 && (
        <p>
          Причины:{' '}
          {reasons.map(({ name, silent }) => (silent ? `${name} (не раскрывается)` : name)).join('; ')}
        </p>
      )}
      {deviations.length > 0 && (
        <p>Отклонения: {deviations.map((kind) => lowered(deviationKinds[kind])).join('; ')}</p>
      )}
      {conditions.length > 0 && <p>Условия: {conditions.map(({ text }) => text).join('; ')}</p>}
      {rateStructure !== null && <RateLine structure={rateStructure} />}
      {comment !== '' && <p>{comment}</p>}
      {clientText !== '' && <p className="muted">Клиенту: {clientText}</p>}
      {notices.length > 0 && <NoticesLine caseId={caseId} notices={notices} />}
    </li>
  )
}

/** Every decision on the case, the latest first: none is ever changed. */
export function DecisionsList({ sheet: { caseId, decisions } }: { sheet: DecisionSheet }) {
  const answer = useQuery(query(listBureauNotices, { params: { id: String(caseId) } }))
  useWholeCaseRefresh(caseId, () => void answer.refetch())
  const of = (decision: Decision) =>
    (answer.data ?? []).filter(({ decisionId }) => decisionId === decision.id)
  return (
    <section className={cx('card', styles.box)} aria-label="Решения">
      <h2>Решения</h2>
      {decisions.length === 0 ? (
        <Empty title="Решений ещё не было" />
      ) : (
        <ul className={styles.decisions}>
          {decisions.map((decision) => (
            <Card key={decision.id} caseId={caseId} decision={decision} notices={of(decision)} />
          ))}
        </ul>
      )}
    </section>
  )
}
