import {
  getSystemState,
  type SystemProcess,
  type SystemState,
} from '@ipoteka-office/contract/system/system.ts'
import { listFeatureToggles } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { countOf } from '#lib/plural.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { DeadJobs } from './dead-jobs.tsx'
import {
  backupColumns,
  expirationColumns,
  processColumns,
  queueColumns,
  replicaColumns,
  retryColumns,
  serviceColumns,
} from './system.columns.tsx'
import styles from './system.module.css'

export const Route = createFileRoute('/system')({ component: SystemPage })

/** Processes say that they live as often. */
const refreshMs = 10_000

function SystemPage() {
  usePagePlace('Состояние системы')
  return useRights().mayCall(getSystemState) ? <State /> : <Forbidden />
}

function State() {
  const answer = useQuery({ ...query(getSystemState), refetchInterval: refreshMs })
  if (answer.data) return <Parts state={answer.data} />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="list" />
}

/** Whether the process lives and takes jobs. */
const takesJobs = ({ state, role }: SystemProcess) => state === 'ALIVE' && role !== 'WEB'

function Part({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {note && <span className="muted">{note}</span>}
      </div>
      {children}
    </section>
  )
}

/** How many sessions are open; whose they are is shown, and ended, in the card of each person. */
const sessionsText = ({ open, people }: SystemState['sessions']): string =>
  `Открыто сеансов: ${open}, людей: ${people}`

function Parts({ state }: { state: SystemState }) {
  const rights = useRights()
  return (
    <div className={styles.page}>
      <PageHead title="Состояние системы">
        <span className="muted">{sessionsText(state.sessions)}</span>
        {rights.mayCall(listFeatureToggles) && <Link to="/featureToggle">Переключатели функций</Link>}
      </PageHead>
      <Part
        title="Процессы"
        note={
          !state.processes.some(takesJobs) &&
          'Задания не выполняет никто: запустите процесс с ROLE=worker или ROLE=all'
        }
      >
        <WholeTable
          label="Процессы"
          columns={processColumns}
          rows={state.processes}
          rowKey={({ id }) => id}
          emptyTitle="Ни один процесс ещё не отозвался"
        />
      </Part>
      {state.replicas.length > 0 && (
        <Part title="Реплики базы" note="Из них читаются списки; отставшую и молчащую обходят">
          <WholeTable
            label="Реплики базы"
            columns={replicaColumns}
            rows={state.replicas}
            rowKey={({ place }) => place}
          />
        </Part>
      )}
      <Part title="Внешние службы" note="Последние ответы — всех процессов вместе">
        <WholeTable
          label="Внешние службы"
          columns={serviceColumns}
          rows={state.services}
          rowKey={({ code }) => code}
        />
      </Part>
      <Part
        title="Сертификаты и лицензии"
        note="Сертификаты смотрят раз в сутки и после запуска; менять их начинают за месяц"
      >
        <WholeTable
          label="Сертификаты и лицензии"
          columns={expirationColumns}
          rows={state.expirations}
          rowKey={({ kind, place }) => `${kind} ${place}`}
        />
      </Part>
      <Part
        title="Резервные копии"
        note={
          state.backedUpUntil === null
            ? 'Восстановить банк не из чего: сделайте копию командой npm run backup'
            : `Банк можно восстановить по ${formatDateTime(state.backedUpUntil)}`
        }
      >
        <WholeTable
          label="Резервные копии"
          columns={backupColumns}
          rows={state.backups}
          rowKey={({ id }) => String(id)}
          emptyTitle="Копий ещё не делали"
        />
      </Part>
      <Part
        title="Неудавшиеся задания"
        note={
          state.deadTotal > state.deadJobs.length &&
          `Показаны последние ${state.deadJobs.length} из ${state.deadTotal}`
        }
      >
        <DeadJobs jobs={state.deadJobs} />
      </Part>
      <Part
        title="Очереди"
        note={`Ещё ${countOf(state.emptyQueues, 'очередь пуста', 'очереди пусты', 'очередей пусты')}`}
      >
        <WholeTable
          label="Очереди"
          columns={queueColumns}
          rows={state.queues}
          rowKey={({ queue }) => queue}
          emptyTitle="Заданий в очередях нет"
        />
      </Part>
      {state.retries.length > 0 && (
        <Part title="Кто повторял задания">
          <WholeTable
            label="Кто повторял задания"
            columns={retryColumns}
            rows={state.retries}
            rowKey={({ id }) => String(id)}
          />
        </Part>
      )}
    </div>
  )
}
