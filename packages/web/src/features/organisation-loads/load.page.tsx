import {
  applyOrganisationLoad,
  getOrganisationLoad,
  listOrganisationRows,
  loadSubjects,
  type OrganisationLoad,
  organisationLoadStates,
  type OrganisationRow,
  type OrganisationRowKind,
  organisationRowKinds,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { keyOf, mutation, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Progress } from '#ui/progress.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { FileRows } from '#widgets/file-rows.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { FirstAccess } from './first-access.tsx'
import { countsText, kindsOf, loadTones } from './load-words.ts'
import styles from './loads.module.css'

export const Route = createFileRoute('/organisation-loads/$id')({ component: LoadPage })

const pollMs = 1_000
const isWorking = ({ state, accounts }: OrganisationLoad) =>
  state === 'CHECKING' || state === 'APPLYING' || accounts.waiting > 0

function LoadPage() {
  const { id } = Route.useParams()
  usePagePlace('Загрузка партнёров и сотрудников')
  const client = useQueryClient()
  const answer = useQuery({
    ...query(getOrganisationLoad, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false),
  })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <DelayedLoader />
  const load = answer.data
  const refresh = async () => {
    for (const endpoint of [getOrganisationLoad, listOrganisationRows])
      await client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
  const isRead = load.state === 'READY' || load.state === 'APPLIED'
  return (
    <>
      <PageHead title={`${loadSubjects[load.what]}: загрузка`}>
        <Link to="/organisation-loads">Все загрузки</Link>
      </PageHead>
      <div className={styles.page}>
        <Head load={load} onChanged={refresh} />
        {(load.state === 'CHECKING' || load.state === 'APPLYING') && <Work load={load} />}
        {load.state === 'APPLIED' && <FirstAccess load={load} onIssued={refresh} />}
        {isRead && <Rows key={`${load.state} ${load.accounts.waiting}`} load={load} />}
      </div>
    </>
  )
}

/** Why the file cannot be applied; null where it can. */
function refusalOf({ counts }: OrganisationLoad): string | null {
  if ((counts.error ?? 0) > 0)
    return 'Исправьте строки с ошибками и загрузите файл снова: принимают весь файл или ничего'
  return (counts.new ?? 0) + (counts.changed ?? 0) === 0 ? 'Файл ничего не меняет' : null
}

function Head({ load, onChanged }: { load: OrganisationLoad; onChanged: () => Promise<void> }) {
  const { id, fileName, state, at, appliedAt, reason } = load
  const apply = useMutation(mutation(applyOrganisationLoad))
  const send = async () => {
    try {
      await apply.mutateAsync({ params: { id: String(id) }, body: {} })
    } catch (failure) {
      sayFailed('Файл не загружен', failure)
    }
    await onChanged()
  }
  return (
    <section className={cx('card', styles.box)} aria-label="Файл">
      <p>
        <b>{fileName}</b> <StatusDot tone={loadTones[state]}>{organisationLoadStates[state]}</StatusDot>
      </p>
      <p className="muted">
        передан {formatDateTime(at)}
        {appliedAt !== null && ` · загружен ${formatDateTime(appliedAt)}`}
      </p>
      <p>{reason ?? countsText(load)}</p>
      {state === 'READY' && (
        <p>
          <Button
            look="primary"
            loading={apply.isPending}
            disabledReason={refusalOf(load)}
            onClick={() => void send()}
          >
            Загрузить
          </Button>
        </p>
      )}
    </section>
  )
}

function Work({ load }: { load: OrganisationLoad }) {
  const { data: task } = useQuery({
    ...query(getTask, { params: { id: String(load.taskId) } }),
    refetchInterval: pollMs,
  })
  const label = load.state === 'CHECKING' ? 'Проверяем строки и сравниваем с банком' : 'Загружаем'
  return (
    <Progress label={label} done={task?.done ?? 0} total={task && task.total > 0 ? task.total : null}>
      <p className="muted">Страницу можно оставить: работа идёт на сервере.</p>
    </Progress>
  )
}

const tones: Record<OrganisationRowKind, Tone> = {
  error: 'red',
  new: 'green',
  changed: 'blue',
  same: 'neutral',
}
const columns: Column<OrganisationRow>[] = [
  { key: 'line', title: 'Строка', width: 80, align: 'right', render: ({ line }) => line },
  {
    key: 'kind',
    title: 'Что будет',
    width: 150,
    render: ({ kind }) => <Tag tone={tones[kind]}>{organisationRowKinds[kind]}</Tag>,
  },
  {
    key: 'title',
    title: 'Кто',
    width: 300,
    render: ({ title, link }) => (link === null ? title || emptyValue : <Link to={link}>{title}</Link>),
  },
  { key: 'notes', title: 'Подробности', width: 520, render: ({ notes }) => notes.join('; ') || emptyValue },
]

function Rows({ load }: { load: OrganisationLoad }) {
  return (
    <FileRows<OrganisationRowKind, OrganisationRow>
      counts={load.counts}
      names={organisationRowKinds}
      kinds={kindsOf(load)}
      columns={columns}
      rowKey={({ n }) => String(n)}
      pages={(asked) => query(listOrganisationRows, { params: { id: String(load.id) }, query: asked })}
    />
  )
}
