import {
  firmLoadRequests,
  getListLoad,
  type ListLoad,
  listLoadRows,
  listLoads,
  type LoadRow,
  type LoadRowKind,
  loadObject,
  loadRequests,
  loadRowKinds,
  loadStates,
  type LoadTarget,
  requestListLoad,
} from '@ipoteka-office/contract/blacklists/list-loads.ts'
import { getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { TextInput } from '#ui/input/text-input.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Progress } from '#ui/progress.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { RequestCard } from '#widgets/change-requests/request-card.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { FileRows } from '#widgets/file-rows.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { countsText } from './load-words.ts'
import { loadTones } from './loads.tsx'
import styles from './loads.module.css'

const pollMs = 1_000
const isWorking = (state: ListLoad['state'] | undefined) => state === 'CHECKING' || state === 'APPLYING'

/** One file: what it would change, and who agrees. */
export function LoadedFile({ target, id }: { target: LoadTarget; id: string }) {
  const client = useQueryClient()
  const answer = useQuery({
    ...query(getListLoad, { params: { target, id } }),
    refetchInterval: ({ state }) => (isWorking(state.data?.state) ? pollMs : false),
  })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <DelayedLoader />
  const load = answer.data
  const refresh = async () => {
    for (const endpoint of [getListLoad, listLoads, listLoadRows, loadRequests.get, firmLoadRequests.get])
      await client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
  return (
    <>
      <Head load={load} />
      {isWorking(load.state) && <Work load={load} />}
      {load.state === 'READY' && <Ask load={load} onAsked={refresh} />}
      {load.requestId !== null && <Waiting load={load} id={load.requestId} onDecided={refresh} />}
      {!isWorking(load.state) && load.state !== 'FAILED' && <Rows key={load.state} load={load} />}
    </>
  )
}

function Head({ load }: { load: ListLoad }) {
  const { fileName, state, listDate, by, at, approver, approvedAt, reason } = load
  return (
    <section className={cx('card', styles.box)} aria-label="Файл">
      <p>
        <b>{fileName}</b> <StatusDot tone={loadTones[state]}>{loadStates[state]}</StatusDot>
      </p>
      <p className="muted">
        {listDate !== null && `Перечень от ${formatDate(listDate)} · `}
        загрузил {by.fullName}, {formatDateTime(at)}
        {approver !== null && approvedAt !== null && (
          <>
            {' '}
            · подтвердил {approver.fullName}, {formatDateTime(approvedAt)}
          </>
        )}
      </p>
      <p>{reason ?? countsText(load)}</p>
    </section>
  )
}

function Work({ load }: { load: ListLoad }) {
  const { data: task } = useQuery({
    ...query(getTask, { params: { id: String(load.taskId) } }),
    refetchInterval: pollMs,
  })
  const label = load.state === 'CHECKING' ? 'Проверяем файл и сравниваем со списком' : 'Добавляем записи'
  return (
    <Progress label={label} done={task?.done ?? 0} total={task && task.total > 0 ? task.total : null}>
      <p className="muted">Страницу можно оставить: работа идёт на сервере.</p>
    </Progress>
  )
}

/** Why the file is not put before a second person; null where it may be. */
function refusalOf({ counts }: ListLoad, comment: string): string | null {
  if ((counts.error ?? 0) > 0)
    return 'Исправьте строки с ошибками и загрузите файл снова: принимают весь файл или ничего'
  if ((counts.new ?? 0) + (counts.changed ?? 0) + (counts.gone ?? 0) === 0) return 'Файл ничего не меняет'
  return comment.trim() === '' ? 'Напишите, откуда файл' : null
}

function Ask({ load, onAsked }: { load: ListLoad; onAsked: () => Promise<void> }) {
  const id = useId()
  const [comment, setComment] = useState('')
  const ask = useMutation(mutation(requestListLoad))
  if (!useRights().all({ [loadObject.objects[load.target]]: ['Import'] })) return null
  const send = async () => {
    try {
      const params = { target: load.target, id: String(load.id) }
      await ask.mutateAsync({ params, body: { comment: comment.trim() } })
    } catch (failure) {
      sayFailed('Файл не отправлен', failure)
    }
    await onAsked()
  }
  return (
    <section className={cx('card', styles.box)} aria-label="Отправить на подтверждение">
      <label htmlFor={id}>Откуда файл и зачем он</label>
      <TextInput id={id} value={comment} onChange={setComment} maxLength={1_000} />
      <p>
        <Button
          look="primary"
          loading={ask.isPending}
          disabledReason={refusalOf(load, comment)}
          onClick={() => void send()}
        >
          Отправить на подтверждение
        </Button>
      </p>
    </section>
  )
}

/** The request that waits for a second person, who may decide on it here. */
function Waiting({ load, id, onDecided }: { load: ListLoad; id: number; onDecided: () => Promise<void> }) {
  const calls = load.target === 'legalPersons' ? firmLoadRequests : loadRequests
  const answer = useQuery(query(calls.get, { params: { id: String(id) } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <RequestCard request={answer.data} calls={calls} onDecided={onDecided} /> : null
}

const tones: Record<LoadRowKind, Tone> = {
  error: 'red',
  new: 'green',
  changed: 'blue',
  gone: 'amber',
  duplicate: 'amber',
  same: 'neutral',
}
const columns: Column<LoadRow>[] = [
  { key: 'line', title: 'Строка', width: 80, align: 'right', render: ({ line }) => line ?? emptyValue },
  {
    key: 'kind',
    title: 'Что будет',
    width: 140,
    render: ({ kind }) => <Tag tone={tones[kind]}>{loadRowKinds[kind]}</Tag>,
  },
  { key: 'title', title: 'Кто', width: 300, render: ({ title }) => title },
  { key: 'notes', title: 'Подробности', width: 460, render: ({ notes }) => notes.join('; ') || emptyValue },
]

/** The rows of the file. */
function Rows({ load }: { load: ListLoad }) {
  const { counts, target, id } = load
  return (
    <FileRows<LoadRowKind, LoadRow>
      counts={counts}
      names={loadRowKinds}
      kinds={(Object.keys(loadRowKinds) as LoadRowKind[]).filter((kind) => (counts[kind] ?? 0) > 0)}
      columns={columns}
      rowKey={({ id: rowId }) => String(rowId)}
      pages={(asked) => query(listLoadRows, { params: { target, id: String(id) }, query: asked })}
    />
  )
}
