import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { evaluateTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatPercent, formatRoubles } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './underwriting.module.css'

type Evaluation = ResponseOf<typeof evaluateTerms>

function Line({ line: { authority, lacks } }: Pick<Evaluation, 'line'>) {
  const bounds = [
    authority?.maxExposure && `до ${formatRoubles(authority.maxExposure)}`,
    authority?.maxDebtLoad && `ПДН до ${formatPercent(authority.maxDebtLoad)}`,
    authority?.maxLoanToValue && `К/З до ${formatPercent(authority.maxLoanToValue)}`,
  ].filter(Boolean)
  return (
    <div className={styles.authority} data-lacks={lacks.length > 0 || undefined} role="status">
      <b>{lacks.length === 0 ? 'Ваших полномочий хватает' : 'Ваших полномочий не хватает'}</b>
      {bounds.length > 0 && <p className="small">Ваш предел: {bounds.join(', ')}</p>}
      {lacks.length > 0 && (
        <ul>
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether the person may approve these terms, for how much the client answers to the bank, and what the rules do not allow. */
export function AuthorityCard({ evaluation }: { evaluation: UseQueryResult<Evaluation> }) {
  const { data } = evaluation
  const said = data ? [...data.rateNotice.refusals, ...data.rateNotice.warnings] : []
  return (
    <aside className={cx('card', styles.box)} aria-label="Полномочия">
      <h2>Полномочия</h2>
      {evaluation.isError && (
        <FailureBlock failure={evaluation.error} onRetry={() => void evaluation.refetch()} />
      )}
      {evaluation.isPending && <DelayedLoader />}
      {data && (
        <>
          <Line line={data.line} />
          {data.exposure && (
            <section className={styles.part}>
              <h3>Экспозиция: {formatRoubles(data.exposure.total)}</h3>
              {data.exposure.others.length === 0 ? (
                <p className="muted">
                  Других кредитов и одобренных заявок, которые вам видны, у заёмщиков нет
                </p>
              ) : (
                <ul>
                  {data.exposure.others.map(({ id, type, number, amount, stageName }) => (
                    <li key={id}>
                      <HrefLink href={casePath(type, id)}>№ {number}</HrefLink>: {formatRoubles(amount)},{' '}
                      {stageName.toLocaleLowerCase('ru')}
                    </li>
                  ))}
                </ul>
              )}
            </section>
          )}
          {said.length > 0 && (
            <section className={styles.part}>
              <h3>Предельная ставка</h3>
              <ul>
                {said.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </section>
          )}
          <section className={styles.part}>
            <h3>Отклонения</h3>
            {data.deviations.length === 0 ? (
              <p className="muted">Правила программы и проверки ничему не противоречат</p>
            ) : (
              <ul>
                {data.deviations.map(({ kind, text }) => (
                  <li key={`${kind} ${text}`}>{text}</li>
                ))}
              </ul>
            )}
          </section>
        </>
      )}
    </aside>
  )
}
