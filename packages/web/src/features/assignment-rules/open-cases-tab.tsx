import { typeOfScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { RuleBoard } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import {
  getReassignmentRun,
  listRunItems,
  planReassignment,
  reassignedKinds,
  type ReassignmentItem,
  type ReassignmentRun,
  runStates,
  startReassignmentRun,
} from '@ipoteka-office/contract/assignment-rules/assignment-trials.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query, queryClient } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './assignment.module.css'
import { refreshRules } from './use-board.ts'

type Which = keyof typeof reassignedKinds
const kinds = (Object.keys(reassignedKinds) as Which[]).map((code) => ({ code, name: reassignedKinds[code] }))
const pageSize = 20
/** While it runs its answers are asked for again. */
const pollMs = 1_500

const none = 'Без ответственного'
function AnswerCell({ done, answer }: ReassignmentItem) {
  if (done === null) return <span className="muted">ещё нет</span>
  return done ? <Tag tone="green">Передано</Tag> : <span>{answer}</span>
}

const columnsOf = (pathOf: (id: number) => string): Column<ReassignmentItem>[] => [
  {
    key: 'number',
    title: 'Дело',
    width: 200,
    wrap: true,
    render: ({ caseId, number, clientName }) => (
      <>
        <HrefLink href={pathOf(caseId)}>{number}</HrefLink>
        <span className="under">{clientName}</span>
      </>
    ),
  },
  { key: 'from', title: 'Сейчас у кого', width: 200, wrap: true, render: ({ from }) => from ?? none },
  { key: 'to', title: 'Кому перейдёт', width: 200, wrap: true, render: ({ to }) => to ?? none },
  { key: 'rule', title: 'Правило', width: 220, wrap: true, grows: true, render: ({ rule }) => rule },
  { key: 'answer', title: 'Ответ', width: 220, wrap: true, render: (row) => <AnswerCell {...row} /> },
]

const people: Column<ReassignmentRun['people'][number]>[] = [
  { key: 'name', title: 'Кто', width: 220, wrap: true, grows: true, render: ({ name }) => name },
  { key: 'now', title: 'Отдаст', width: 90, align: 'right', render: ({ now }) => now },
  { key: 'after', title: 'Получит', width: 90, align: 'right', render: ({ after }) => after },
]

function Items({ run, pathOf }: { run: ReassignmentRun; pathOf: (id: number) => string }) {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...query(listRunItems, { params: { id: String(run.id) }, query: { page: page - 1, size: pageSize } }),
    refetchInterval: run.state === 'RUNNING' ? pollMs : false,
  })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return (
    <DataTable
      label="Дела с ответом по каждому"
      columns={columnsOf(pathOf)}
      rows={answer.data?.content}
      rowKey={({ caseId }) => String(caseId)}
      total={answer.data?.totalElements ?? 0}
      page={page}
      size={pageSize}
      onPage={setPage}
      emptyTitle="Перераспределять нечего"
    />
  )
}

function Run({
  id,
  pathOf,
  refusal,
}: {
  id: number
  pathOf: (id: number) => string
  refusal: string | null
}) {
  const [busy, setBusy] = useState(false)
  const answer = useQuery({
    ...query(getReassignmentRun, { params: { id: String(id) } }),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? pollMs : false),
  })
  const run = answer.data
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (run === undefined) return <DelayedLoader />
  const start = async () => {
    const text = `Передать ${countOf(run.moving, 'дело', 'дела', 'дел')} по действующим правилам?`
    if (!(await confirm({ text, okText: 'Передать' }))) return
    setBusy(true)
    try {
      await call(startReassignmentRun, { params: { id: String(id) } })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      for (const read of [getReassignmentRun, listRunItems])
        void queryClient.invalidateQueries({ queryKey: keyOf(read) })
      refreshRules()
    }
  }
  const nothing = run.moving === 0 ? 'Все дела уже там, куда их отдали бы правила' : null
  return (
    <>
      <div className={styles.tools}>
        <Tag tone={run.state === 'DONE' ? 'green' : run.state === 'RUNNING' ? 'blue' : 'neutral'}>
          {runStates[run.state]}
        </Tag>
        <span role="status">
          Просмотрено {countOf(run.looked, 'дело', 'дела', 'дел')}
          {run.looked === run.most && ' (это предел за раз)'}, перейдёт {run.moving}
          {run.state !== 'PLANNED' && `: передано ${run.done}, осталось на месте ${run.failed}`}
        </span>
        {run.state === 'PLANNED' && (
          <Button
            look="primary"
            loading={busy}
            disabledReason={refusal ?? nothing}
            onClick={() => void start()}
          >
            Передать
          </Button>
        )}
      </div>
      {run.people.length > 0 && (
        <WholeTable
          label="Кто сколько отдаст и получит"
          columns={people}
          rows={run.people}
          rowKey={({ name }) => name}
        />
      )}
      <Items run={run} pathOf={pathOf} />
    </>
  )
}

/** «Перераспределение»: open cases given anew by the rules in force, after a look at what would move. */
export function OpenCasesTab({ board }: { board: RuleBoard }) {
  const [which, setWhich] = useState<Which>('NOBODY')
  const [runId, setRunId] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const plan = async () => {
    setBusy(true)
    try {
      setRunId((await call(planReassignment, { params: { scope: board.scope }, body: { which } })).id)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const refusal = board.mayEdit.reasonDisabled
  return (
    <div className={styles.tab}>
      <p className="muted">
        По действующим правилам. Дело, чей ответственный и теперь мог бы его получить, остаётся у него;
        назначенное вручную не трогается.
      </p>
      <div className={styles.tools}>
        <SingleSelect
          aria-label="Какие дела смотреть"
          options={kinds}
          value={which}
          onChange={(code) => setWhich(code === 'ALL' ? 'ALL' : 'NOBODY')}
        />
        <Button loading={busy} disabledReason={refusal} onClick={() => void plan()}>
          Посмотреть, что перейдёт
        </Button>
      </div>
      {runId !== null && (
        <Run
          key={runId}
          id={runId}
          refusal={refusal}
          pathOf={(id) => casePath(typeOfScope(board.scope), id)}
        />
      )}
    </div>
  )
}
