import { lowered } from '#lib/words.ts'
import { scoreAdvices } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import {
  type CaseScore,
  type CaseScores,
  getCaseScores,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatPercent } from '#lib/format.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './scorecard.module.css'

/** How an advice is coloured. */
export const adviceTones = { APPROVE: 'green', REVIEW: 'amber', REJECT: 'red' } as const satisfies Record<
  keyof typeof scoreAdvices,
  Tone
>

const signed = (points: number) => String(points).replace('-', '−')

/** The name of a version. */
const versionName = ({ scorecard: { number, title } }: Pick<CaseScore, 'scorecard'>) =>
  `версия ${number}, «${title}»`

function Parts({ score }: { score: CaseScore }) {
  return (
    <table className={styles.points}>
      <thead>
        <tr>
          <th scope="col">Характеристика</th>
          <th scope="col">Значение</th>
          <th scope="col" className={styles.number}>
            Баллы
          </th>
          <th scope="col">Что повысит</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={2}>
            Основа
          </th>
          <td className={styles.number}>{signed(score.base)}</td>
          <td>у всех заявок</td>
        </tr>
        {score.parts.map(({ code, name, value, points, most, better }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <td className={styles.number}>
              {signed(points)} из {most}
              <span className={styles.bar} aria-hidden="true">
                <i
                  style={{
                    inlineSize: `${most > 0 ? Math.max(0, Math.min(100, (points / most) * 100)) : 0}%`,
                  }}
                />
              </span>
            </td>
            <td>{better}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Beside({ challenger, agreement }: Pick<CaseScores, 'agreement'> & { challenger: CaseScore }) {
  return (
    <p>
      Рядом считается {versionName(challenger)}: <b>{challenger.score}</b>{' '}
      <Tag tone={adviceTones[challenger.advice]}>{scoreAdvices[challenger.advice]}</Tag>
      {agreement !== null &&
        agreement.cases > 0 &&
        ` Советы двух версий совпадают у ${formatPercent((agreement.same / agreement.cases) * 100, 1)} заявок.`}
    </p>
  )
}

function Shown({ scores: { champion, challenger, agreement, earlier } }: { scores: CaseScores }) {
  if (champion === null)
    return <p className="muted">Балл ещё не считали: его считают вместе с автоматическими проверками.</p>
  return (
    <>
      <p className={styles.score}>
        <b>{champion.score}</b>
        <Tag tone={adviceTones[champion.advice]}>{scoreAdvices[champion.advice]}</Tag>
        <span className="muted">
          {versionName(champion)}, {formatDateTime(champion.at)}, шансы {champion.odds.toFixed(0)} к 1
        </span>
      </p>
      {challenger !== null && <Beside challenger={challenger} agreement={agreement} />}
      <Parts score={champion} />
      {earlier.length > 0 && (
        <details>
          <summary>Прежние расчёты: {earlier.length}</summary>
          <ul>
            {earlier.map(({ id, at, score, advice, scorecard, stageName }) => (
              <li key={id}>
                {formatDateTime(at)}, «{stageName}»: {score}, {lowered(scoreAdvices[advice])}, версия{' '}
                {scorecard.number}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** «Скоринговая карта»: what the bank's own scorecard says of an application, point by point. */
export function CaseScorePart({ id }: { id: string }) {
  const answer = useQuery(query(getCaseScores, { params: { id } }))
  useCaseRefresh(Number(id), ['checks'], () => void answer.refetch())
  return (
    <section className={`card ${styles.part}`} aria-label="Скоринговая карта">
      <h2>Скоринговая карта</h2>
      {answer.isError ? (
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <SkeletonRows />
      ) : (
        <Shown scores={answer.data} />
      )}
    </section>
  )
}
