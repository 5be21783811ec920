import {
  assignmentCauses,
  assignmentOutcomes,
  type CaseAssignment,
  listCaseAssignments,
  type Rejection,
  rejections,
} from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'

type Why = NonNullable<CaseAssignment['why']>

const ruleWords = ({ rule, setNumber }: Why): string => {
  const of = setNumber === null ? 'правил у банка ещё нет' : `версия правил ${setNumber}`
  return rule === null ? of : `правило «${rule.name}», ${of}`
}

function Candidates({ why }: { why: Why }) {
  const others = why.candidates.filter(({ chosen }) => !chosen)
  return (
    <>
      {others.length > 0 && (
        <div>
          Ещё подходили: {others.map(({ fullName, load }) => `${fullName} (дел: ${load})`).join(', ')}
        </div>
      )}
      {(Object.keys(why.rejected) as Rejection[]).map((reason) => (
        <div key={reason} className="muted">
          Не подошли, {rejections[reason]}:{' '}
          {why.rejectedPeople
            .filter((one) => one.reason === reason)
            .map(({ fullName }) => fullName)
            .join(', ')}
        </div>
      ))}
      {why.passed.length > 0 && (
        <div className="muted">Подходили, но отдать по ним было некому: {why.passed.join(', ')}</div>
      )}
    </>
  )
}

function alarmWords({ escalateAt, escalatedAt }: Why): string | null {
  if (escalatedAt !== null) return `Никто не взял: руководителю сообщили ${formatDateTime(escalatedAt)}`
  return escalateAt === null
    ? null
    : `Если никто не возьмёт, руководителю сообщат ${formatDateTime(escalateAt)}`
}

function Reason({ one }: { one: CaseAssignment }) {
  const { why, employee, workgroup, outcome, cause } = one
  const to = employee?.fullName ?? (workgroup === null ? null : `очередь «${workgroup.name}»`)
  if (why === null)
    return (
      <>
        <b>{to === null ? assignmentOutcomes[outcome] : `${assignmentOutcomes[outcome]}: ${to}`}</b>
        <div>По правилам назначения банка</div>
      </>
    )
  const alarm = alarmWords(why)
  return (
    <>
      <b>{to === null ? assignmentOutcomes[outcome] : `${assignmentOutcomes[outcome]}: ${to}`}</b>
      <div>
        {assignmentCauses[cause]}: {ruleWords(why)}
      </div>
      {why.reason !== '' && <div>Причина: {why.reason}</div>}
      {why.considered > 0 && (
        <div>Рассмотрено: {countOf(why.considered, 'сотрудник', 'сотрудника', 'сотрудников')}</div>
      )}
      <Candidates why={why} />
      {alarm !== null && <div>{alarm}</div>}
    </>
  )
}

/** «Почему я?»: every assignment of a case by the rules, with those who fitted and those who did not. */
export function AssignmentReasons({ head }: { head: Pick<CaseHead, 'id'> }) {
  const answer = useQuery(query(listCaseAssignments, { params: { id: String(head.id) } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  if (answer.data.length === 0)
    return (
      <Empty
        title="Правила это дело никому не отдавали"
        text="Ответственного назвали при создании или сменили вручную: кто и когда — на вкладке «Ответственные»."
      />
    )
  return (
    <Timeline
      entries={answer.data.map((one) => ({
        id: String(one.id),
        text: <Reason one={one} />,
        by: 'Правила назначения',
        at: formatDateTime(one.at),
      }))}
    />
  )
}
