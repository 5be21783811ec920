import { lowered } from '#lib/words.ts'
import type { FraudSheet, FraudVerdict } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import {
  fraudBands,
  fraudMeasures,
  fraudSignals,
  fraudVerdicts,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { Fold } from '#ui/fold.tsx'
import { Tag } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './fraud.module.css'
import { bandTones, verdictTones } from './fraud-tones.ts'
import { CaseLink } from './signals-part.tsx'

function Verdict({ one }: { one: FraudVerdict }) {
  const { verdict, measures, words, signals, score, saidBy, saidAt, inForce, entries } = one
  return (
    <li className={styles.said}>
      <p>
        <Tag tone={inForce ? verdictTones[verdict] : 'neutral'}>{fraudVerdicts[verdict]}</Tag>{' '}
        {!inForce && <span className="muted">заменён более поздним</span>}
      </p>
      <p>{words}</p>
      <p className="muted small">
        {saidBy.fullName}, {formatDateTime(saidAt)}; балл признаков {score}
      </p>
      {measures.length > 0 && <p>Меры: {measures.map((code) => lowered(fraudMeasures[code])).join(', ')}</p>}
      {signals.length > 0 && (
        <p>Основан на признаках: {signals.map((code) => `«${fraudSignals[code]}»`).join(', ')}</p>
      )}
      {entries.length > 0 && (
        <>
          <p>Записи чёрных списков, каждую подтверждает другой сотрудник:</p>
          <ul>
            {entries.map(({ id, kind, title, stateName, open }) => (
              <li key={id}>
                {open ? <HrefLink href={`/blacklist/${kind}/view/${id}`}>{title}</HrefLink> : title}{' '}
                <span className="muted">{lowered(stateName)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

/** What was decided about fraud here, in cases that share something with this one, and how the signs changed. */
export function VerdictsPart({ sheet }: { sheet: FraudSheet }) {
  const { verdicts, similar, runs } = sheet
  return (
    <div className={styles.verdicts}>
      <section className={cx('card', styles.box)} aria-label="Вердикты">
        <h2>Вердикты</h2>
        {verdicts.length === 0 ? (
          <Empty
            title="Вердикта ещё нет"
            text="Его даёт служба безопасности на этапе «Проверка на мошенничество»; без него заявка с этапа не уходит."
          />
        ) : (
          <ol className={styles.list}>
            {verdicts.map((one) => (
              <Verdict key={one.id} one={one} />
            ))}
          </ol>
        )}
      </section>
      <section className={cx('card', styles.box)} aria-label="Похожие дела">
        <h2>Похожие дела</h2>
        {similar.length === 0 ? (
          <p className="muted">С подтверждёнными случаями мошенничества у заявки ничего общего не найдено.</p>
        ) : (
          <ul className={styles.list}>
            {similar.map((one) => (
              <li key={one.id} className={styles.said}>
                <p>
                  <CaseLink one={one} /> {one.clientName} <span className="muted">{one.partner}</span>
                </p>
                <p className="small">
                  Общее: {one.shared.join(', ')}. Заявка от {formatDate(one.createdAt)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={cx('card', styles.box)}>
        <Fold name="Как менялись признаки" count={runs.length} memory="fraud-runs" opensItself>
          <ol className={styles.list}>
            {runs.map(({ id, at, cause, by, score, band, changed }) => (
              <li key={id} className={styles.said}>
                <p>
                  <b>{score}</b> <Tag tone={bandTones[band]}>{fraudBands[band]}</Tag> {formatDateTime(at)}{' '}
                  <span className="muted">
                    {cause}
                    {by !== null && `, ${by.fullName}`}
                  </span>
                </p>
                {changed.length > 0 && (
                  <ul className="small">
                    {changed.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ol>
        </Fold>
      </section>
    </div>
  )
}
