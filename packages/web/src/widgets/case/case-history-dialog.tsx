import { sectionNames, sectionsOfCase } from '@ipoteka-office/contract/case-sections.ts'
import {
  type CaseHead,
  compareCase,
  listCaseHistory,
  listManagerHistory,
} from '@ipoteka-office/contract/cases.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Pager } from '#ui/pager.tsx'
import { SingleSelect } from '#ui/single-select.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { HistoryTimeline } from '../history-timeline.tsx'
import styles from './case-talk.module.css'

const size = 10
const everything = 'ALL'
const now = 'NOW'

const sectionOptions = (head: CaseHead) => [
  { code: everything, name: 'Все разделы' },
  ...['CASE', 'PARTICIPANTS', ...sectionsOfCase[head.type]].map((code) => ({
    code,
    name: sectionNames[code] ?? code,
  })),
]

function Changes({ head }: { head: CaseHead }) {
  const id = useId()
  const [section, setSection] = useState(everything)
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...query(listCaseHistory, {
      params: { id: String(head.id) },
      body: { page: page - 1, size, ...(section !== everything && { section }) },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <>
      <div className={styles.filters}>
        <label htmlFor={id}>Раздел</label>
        <SingleSelect
          id={id}
          options={sectionOptions(head)}
          value={section}
          onChange={(code) => {
            setSection(code)
            setPage(1)
          }}
        />
      </div>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <DelayedLoader />}
      {answer.data?.totalElements === 0 && <Empty title="Изменений не было" />}
      {answer.data && (
        <HistoryTimeline
          entries={answer.data.content.map((entry) => ({
            ...entry,
            changes: entry.changes.map((change) => ({
              ...change,
              label: section === everything ? `${entry.sectionName}: ${change.label}` : change.label,
            })),
          }))}
        />
      )}
      {answer.data && answer.data.totalElements > size && (
        <Pager total={answer.data.totalElements} page={page} size={size} onPage={setPage} />
      )}
    </>
  )
}

/** Moments people speak of: when the case came into each of its stages. */
const momentsOf = (head: CaseHead) =>
  head.phases
    .flatMap(({ stages }) => stages)
    .toSorted((a, b) => Date.parse(a.enteredAt) - Date.parse(b.enteredAt))
    .map(({ name, enteredAt }) => ({ code: enteredAt, name: `${name}, ${formatDateTime(enteredAt)}` }))

function Comparison({ head }: { head: CaseHead }) {
  const id = useId()
  const moments = momentsOf(head)
  const [from, setFrom] = useState(moments[0]?.code ?? head.createdAt)
  const [to, setTo] = useState(now)
  const later = moments.filter(({ code }) => Date.parse(code) > Date.parse(from))
  const answer = useQuery({
    ...query(compareCase, {
      params: { id: String(head.id) },
      body: { from, ...(to !== now && { to }) },
    }),
    refetchOnMount: 'always',
  })
  return (
    <>
      <div className={styles.filters}>
        <label htmlFor={`${id}-from`}>Было</label>
        <SingleSelect
          id={`${id}-from`}
          options={moments}
          value={from}
          onChange={(code) => {
            setFrom(code)
            setTo(now)
          }}
        />
        <label htmlFor={`${id}-to`}>Стало</label>
        <SingleSelect
          id={`${id}-to`}
          options={[{ code: now, name: 'Сейчас' }, ...later]}
          value={to}
          onChange={setTo}
        />
      </div>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <DelayedLoader />}
      {answer.data?.length === 0 && <Empty title="Различий нет" />}
      {answer.data && answer.data.length > 0 && (
        <table className={styles.compare}>
          <thead>
            <tr>
              <th scope="col">Поле</th>
              <th scope="col">Было</th>
              <th scope="col">Стало</th>
            </tr>
          </thead>
          <tbody>
            {answer.data.map((row) => (
              <tr key={`${row.sectionName} ${row.field} ${row.label}`}>
                <th scope="row">
                  {row.label}
                  <div className="muted small">{row.sectionName}</div>
                </th>
                <td>{row.before}</td>
                <td>
                  <b>{row.after}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Managers({ head }: { head: CaseHead }) {
  const answer = useQuery({
    ...query(listManagerHistory, { params: { id: String(head.id) } }),
    refetchOnMount: 'always',
  })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  if (answer.data.length === 0) return <Empty title="Ответственный не назначался" />
  const name = (person: { fullName: string } | null) => (person ? shortName(person.fullName) : emptyValue)
  return (
    <ol className={styles.tasks}>
      {answer.data.map(({ at, actor, from, to, workgroup, comment }) => (
        <li key={at} className={styles.words}>
          {name(from)} → <b>{name(to)}</b>
          {workgroup && `, группа «${workgroup}»`}
          {comment && <div>{comment}</div>}
          <div className="muted small">
            {actor}, {formatDateTime(at)}
          </div>
        </li>
      ))}
    </ol>
  )
}

const tabs = [
  { key: 'changes' as const, label: 'Изменения' },
  { key: 'compare' as const, label: 'Сравнение версий' },
  { key: 'managers' as const, label: 'Ответственные' },
]

/** Every change of a case by field, two of its moments side by side, and who was responsible. */
export function CaseHistoryDialog({ head, onClose }: { head: CaseHead; onClose: () => void }) {
  const [tab, setTab] = useState<'changes' | 'compare' | 'managers'>('changes')
  return (
    <Dialog open onClose={onClose} size="wide" title={`История № ${head.number}`}>
      <TabsWithCounts label="История дела" tabs={tabs} value={tab} onChange={setTab} />
      {tab === 'changes' && <Changes head={head} />}
      {tab === 'compare' && <Comparison head={head} />}
      {tab === 'managers' && <Managers head={head} />}
    </Dialog>
  )
}
