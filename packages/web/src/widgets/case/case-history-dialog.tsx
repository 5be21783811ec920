import { sectionNames, sectionsOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { caseVersionsPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type CaseHead, listCaseHistory, listManagerHistory } from '@ipoteka-office/contract/cases/cases.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { HrefLink } from '../href-link.tsx'
import { HistoryTimeline } from '../history/history-timeline.tsx'
import { AssignmentReasons } from './assignment-reasons.tsx'
import styles from './talk/case-talk.module.css'

const size = 10
const everything = 'ALL'

/** What is told of beside the sections of the questionnaire. */
const placesBeside = (type: CaseType): readonly string[] => [
  'CASE',
  ...(sectionsOf(type).length > 0 ? ['PARTICIPANTS'] : []),
  ...(caseTypes[type].places ?? []),
]

const sectionOptions = ({ type }: CaseHead) => [
  { code: everything, name: 'Все разделы' },
  ...[...placesBeside(type), ...sectionsOf(type)].map((code) => ({
    code,
    name: code === 'CASE' ? caseTypes[type].name : (sectionNames[code] ?? code),
  })),
]

function Changes({ head, onClose }: { head: CaseHead; onClose: () => void }) {
  const id = useId()
  const [section, setSection] = useState(everything)
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listCaseHistory, {
      params: { id: String(head.id) },
      body: { page: page - 1, size, ...(section !== everything && { section }) },
    }),
  )
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
          more={({ at }) => (
            <HrefLink className="small" href={caseVersionsPath(head.id, { from: at })} onClick={onClose}>
              Что изменилось с тех пор
            </HrefLink>
          )}
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

const roles = { RESPONSIBLE: 'Ответственный', CHECKER: 'Проверяет' }

/** Whose the case was, from the first one down to the present. */
function Managers({ head }: { head: CaseHead }) {
  const answer = useQuery(query(listManagerHistory, { params: { id: String(head.id) } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  if (answer.data.length === 0) return <Empty title="Ответственный не назначался" />
  const name = (person: { fullName: string } | null) => (person ? shortName(person.fullName) : emptyValue)
  return (
    <ol className={styles.tasks}>
      {answer.data.map(({ role, at, actor, from, to, workgroup, comment }) => (
        <li key={`${role} ${at} ${to?.id}`} className={styles.words}>
          {roles[role]}: {name(from)} → <b>{name(to)}</b>
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
  { key: 'managers' as const, label: 'Ответственные' },
  { key: 'reasons' as const, label: 'Почему я?' },
]

/** Every change of a case by field, who was responsible, and why they; two of its versions are compared on a page of their own. */
export function CaseHistoryDialog({ head, onClose }: { head: CaseHead; onClose: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['key']>('changes')
  return (
    <Dialog open onClose={onClose} size="wide" title={`История № ${head.number}`}>
      <TabsWithCounts label="История дела" tabs={tabs} value={tab} onChange={setTab} />
      {tab === 'changes' && (
        <p>
          <HrefLink href={caseVersionsPath(head.id)} onClick={onClose}>
            Сравнить две версии
          </HrefLink>
        </p>
      )}
      {tab === 'changes' && <Changes head={head} onClose={onClose} />}
      {tab === 'managers' && <Managers head={head} />}
      {tab === 'reasons' && <AssignmentReasons head={head} />}
    </Dialog>
  )
}
