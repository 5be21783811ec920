import { listOf } from '@ipoteka-office/contract/references/reference-options.ts'
import {
  comparedCharacteristics,
  comparedScale,
  type ComparedPart,
  dictionariesOf,
} from '@ipoteka-office/contract/underwriting/scorecard/compared-scorecards.ts'
import { scoreAdvices } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import {
  getScorecard,
  getScorecardImpact,
  type ScorecardImpact,
  type ScorecardRow,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query, queryOnce } from '#api/query.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './versions.module.css'

type Advice = keyof typeof scoreAdvices
const advices = Object.keys(scoreAdvices) as Advice[]

const signed = (points: number | null) => (points === null ? '' : String(points).replace('-', '−'))

/** What the second version gives more; less with a minus, and words where only one has the part. */
function changeText({ one, other }: ComparedPart): string {
  if (one === other) return ''
  if (one === null) return 'новая часть'
  if (other === null) return 'нет'
  return other > one ? `+${other - one}` : signed(other - one)
}

type Head = Readonly<Record<'one' | 'other', ScorecardRow>>

function Group({ name, parts }: { name: string; parts: readonly ComparedPart[] }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className={styles.group}>
          {name}
        </th>
      </tr>
      {parts.map((part) => (
        <tr key={part.text} data-differs={part.one !== part.other || undefined}>
          <th scope="row">{part.text}</th>
          <td className={styles.number}>{signed(part.one)}</td>
          <td className={styles.number}>{signed(part.other)}</td>
          <td className={styles.number}>{changeText(part)}</td>
        </tr>
      ))}
    </tbody>
  )
}

function Table({ label, head, children }: { label: string; head: Head; children: ReactNode }) {
  return (
    <table className={styles.rows} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Часть</th>
          <th scope="col" className={styles.number}>
            Версия {head.one.number}
          </th>
          <th scope="col" className={styles.number}>
            Версия {head.other.number}
          </th>
          <th scope="col" className={styles.number}>
            Разница
          </th>
        </tr>
      </thead>
      {children}
    </table>
  )
}

/** What the second version would have advised on the last decisions, beside the one in use. */
function Impact({ impact, number }: { impact: ScorecardImpact; number: number }) {
  if (impact.cases === 0)
    return <p className="muted">Решений, по которым считали балл, ещё нет: сравнивать советы не на чем.</p>
  return (
    <>
      <h3>Советы на последних решениях: {impact.cases}</h3>
      <table className={styles.rows} aria-label="Советы на последних решениях">
        <thead>
          <tr>
            <th scope="col">Совет</th>
            <th scope="col" className={styles.number}>
              {impact.champion === null ? 'Сейчас' : `Основная, версия ${impact.champion.number}`}
            </th>
            <th scope="col" className={styles.number}>
              Версия {number}
            </th>
          </tr>
        </thead>
        <tbody>
          {advices.map((advice) => (
            <tr key={advice} data-differs={impact.before[advice] !== impact.after[advice] || undefined}>
              <th scope="row">{scoreAdvices[advice]}</th>
              <td className={styles.number}>{impact.before[advice]}</td>
              <td className={styles.number}>{impact.after[advice]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Люди одобрили, а версия отказала бы: {impact.approvedRejected}; люди отказали, а версия одобрила бы:{' '}
        {impact.rejectedApproved}.
      </p>
    </>
  )
}

/** Two versions side by side: the scale, every characteristic, and what the second one would advise. */
export function Comparison(head: Head) {
  const { one, other } = head
  const [all, setAll] = useState(false)
  const answers = useQueries({
    queries: [one, other].map(({ id }) => query(getScorecard, { params: { id: String(id) } })),
  })
  const impact = useQuery(query(getScorecardImpact, { params: { id: String(other.id) }, query: {} }))
  const contents = answers.flatMap(({ data }) => (data === undefined ? [] : [data.content]))
  const dictionaries = dictionariesOf(contents)
  const lists = useQueries({ queries: dictionaries.map((code) => queryOnce(listOf(code, ''))) })
  const failed = [...answers, ...lists].find(({ isError }) => isError)
  if (failed !== undefined)
    return <FailureBlock failure={failed.error} onRetry={() => void failed.refetch()} />
  const [first, second] = contents
  if (first === undefined || second === undefined || lists.some(({ data }) => data === undefined))
    return <SkeletonRows />
  const nameOf = (dictionary: string, code: string) =>
    lists[dictionaries.indexOf(dictionary)]?.data?.find((item) => item.code === code)?.name ?? code
  const compared = comparedCharacteristics(first, second, nameOf)
  const shown = all ? compared : compared.filter(({ differs }) => differs)
  return (
    <>
      <label className={styles.all}>
        <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
        Показывать и то, что не отличается
      </label>
      <Table label="Сравнение по характеристикам" head={head}>
        <Group name="Шкала и границы совета" parts={comparedScale(first, second)} />
        {shown.map(({ code, name, parts }) => (
          <Group key={code} name={name} parts={parts} />
        ))}
      </Table>
      {shown.length === 0 && <p className="muted">По характеристикам версии не отличаются.</p>}
      {impact.isError ? (
        <FailureBlock failure={impact.error} onRetry={() => void impact.refetch()} />
      ) : (
        impact.data && <Impact impact={impact.data} number={other.number} />
      )}
    </>
  )
}
