import { lowered } from '#lib/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import {
  applyPaymentLoad,
  getPaymentLoad,
  listPaymentLoads,
  listPaymentRows,
  type PaymentLoad,
  paymentLoadStates,
  type PaymentRow,
  type PaymentRowKind,
  paymentRowKinds,
} from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import { getVintages } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { listScorecards } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { FileRows } from '#widgets/file-rows.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { countsText, monthsText } from './payment-words.ts'
import styles from './vintages.module.css'

const pollMs = 1_000
const isWorking = (state: PaymentLoad['state'] | undefined) => state === 'CHECKING' || state === 'APPLYING'

/** One file: what it would change, or has changed. */
export function LoadedPayments({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const answer = useQuery({
    ...query(getPaymentLoad, { params: { id } }),
    refetchInterval: ({ state }) => (isWorking(state.data?.state) ? pollMs : false),
  })
  const state = answer.data?.state
  const mayLoad = useRights().mayCall(applyPaymentLoad)
  // What is counted by payments is another once the file is applied, and the rows are known once it is compared.
  useEffect(() => {
    const endpoints = {
      READY: [listPaymentRows],
      APPLIED: [getVintages, listScorecards, listPaymentLoads],
    } as const
    if (state === 'READY' || state === 'APPLIED')
      for (const endpoint of endpoints[state]) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }, [client, state])
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <DelayedLoader />
  const load = answer.data
  return (
    <>
      <Head load={load} />
      {isWorking(load.state) && <Work load={load} />}
      {load.state === 'READY' && mayLoad && <Apply load={load} />}
      {load.state === 'APPLIED' && (
        <div className={styles.head}>
          <Button look="primary" onClick={onClose}>
            Посмотреть винтажи
          </Button>
        </div>
      )}
      {load.state === 'READY' && mayLoad && <Rows load={load} />}
    </>
  )
}

function Head({ load }: { load: PaymentLoad }) {
  const { fileName, state, by, at, appliedBy, appliedAt, reason, months } = load
  const replaced = state === 'READY' ? months.filter(({ replaces }) => replaces) : []
  return (
    <section className={cx('card', styles.box)} aria-label="Файл">
      <p>
        <b>{fileName}</b> · {lowered(paymentLoadStates[state])}
      </p>
      <p className="muted">
        Передал {by.fullName}, {formatDateTime(at)}
        {appliedBy !== null && appliedAt !== null && (
          <>
            {' '}
            · загрузил {appliedBy.fullName}, {formatDateTime(appliedAt)}
          </>
        )}
      </p>
      {months.length > 0 && <p>Месяцы: {monthsText(load)}</p>}
      <p>{reason ?? countsText(load)}</p>
      {replaced.length > 0 && (
        <p>
          Уже загружены и заменятся целиком, если изменились:{' '}
          {replaced.map(({ month }) => dayText(month)).join(', ')}
        </p>
      )}
    </section>
  )
}

function Work({ load }: { load: PaymentLoad }) {
  const { data: task } = useQuery({
    ...query(getTask, { params: { id: String(load.taskId) } }),
    refetchInterval: pollMs,
    enabled: load.taskId !== null,
  })
  const label = load.state === 'CHECKING' ? 'Проверяем файл и сравниваем с загруженным' : 'Загружаем платежи'
  return (
    <Progress label={label} done={task?.done ?? 0} total={task && task.total > 0 ? task.total : null}>
      <p className="muted">Страницу можно оставить: работа идёт на сервере, найти её можно в уведомлениях.</p>
    </Progress>
  )
}

const changesOf = ({ counts }: PaymentLoad) => (counts.new ?? 0) + (counts.changed ?? 0) + (counts.gone ?? 0)

/** Why the file is not loaded; null where it may be. */
function refusalOf(load: PaymentLoad): string | null {
  const errors = load.counts.error ?? 0
  if (errors > 0)
    return `Исправьте в файле ${countOf(errors, 'строку', 'строки', 'строк')} и загрузите его снова: принимают весь файл или ничего`
  return changesOf(load) === 0 ? 'Файл ничего не меняет' : null
}

function Apply({ load }: { load: PaymentLoad }) {
  const client = useQueryClient()
  const apply = useMutation({
    ...mutation(applyPaymentLoad),
    onError: (failure) => sayFailed('Файл не загружен', failure),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(getPaymentLoad) }),
  })
  const reason = refusalOf(load)
  return (
    <div className={styles.head}>
      <Button
        look="primary"
        disabledReason={reason}
        loading={apply.isPending}
        onClick={() => apply.mutate({ params: { id: String(load.id) }, body: {} })}
      >
        Загрузить
      </Button>
      <span className="muted">{reason ?? `Изменится строк: ${formatCount(changesOf(load))}`}</span>
    </div>
  )
}

const tones: Record<PaymentRowKind, Tone> = {
  error: 'red',
  new: 'green',
  changed: 'blue',
  gone: 'amber',
  same: 'neutral',
}
const columns: Column<PaymentRow>[] = [
  { key: 'line', title: 'Строка', width: 80, align: 'right', render: ({ line }) => line ?? emptyValue },
  {
    key: 'kind',
    title: 'Что будет',
    width: 140,
    render: ({ kind }) => <Tag tone={tones[kind]}>{paymentRowKinds[kind]}</Tag>,
  },
  { key: 'number', title: 'Номер заявки', width: 160, render: ({ number }) => number || emptyValue },
  {
    key: 'month',
    title: 'Месяц',
    width: 90,
    render: ({ month }) => (month === null ? emptyValue : dayText(month)),
  },
  {
    key: 'days',
    title: 'Дней просрочки',
    width: 120,
    align: 'right',
    render: ({ daysPastDue }) => daysPastDue ?? emptyValue,
  },
  {
    key: 'balance',
    title: 'Остаток долга',
    width: 160,
    align: 'right',
    render: ({ balance }) => (balance === null ? emptyValue : formatRoubles(balance)),
  },
  {
    key: 'notes',
    title: 'Подробности',
    width: 420,
    wrap: true,
    render: ({ notes }) => notes.join('; ') || emptyValue,
  },
]

/** The rows of the file. */
function Rows({ load: { id, counts } }: { load: PaymentLoad }) {
  return (
    <FileRows<PaymentRowKind, PaymentRow>
      counts={counts}
      names={paymentRowKinds}
      kinds={(Object.keys(paymentRowKinds) as PaymentRowKind[]).filter((kind) => (counts[kind] ?? 0) > 0)}
      columns={columns}
      rowKey={({ n }) => String(n)}
      pages={(asked) => query(listPaymentRows, { params: { id: String(id) }, query: asked })}
    />
  )
}
