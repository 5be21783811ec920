import { type ComparedParameter, compareParameters } from '@ipoteka-office/contract/parameters/parameters.ts'
import { parameterGroups } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { Day } from '@ipoteka-office/contract/common/items.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ParametersHead } from './parameters-tabs.tsx'
import styles from './parameters.module.css'

/** What the page keeps in its address. */
export interface Compared {
  from?: string
  to?: string
  /** Those that are the same on both days as well. */
  all?: true
}

export const Route = createFileRoute('/parameters/compare')({
  validateSearch: ({ from, to, all }: Record<string, unknown>): Compared => ({
    ...(typeof from === 'string' && { from }),
    ...(typeof to === 'string' && { to }),
    ...(String(all) === 'true' && { all: true as const }),
  }),
  component: ComparePage,
})

function ComparePage() {
  usePagePlace('Справочники', 'Параметры')
  return useRights().mayCall(compareParameters) ? <Comparison /> : <Forbidden />
}

const columnsOf = (from: string, to: string): Column<ComparedParameter>[] => [
  {
    key: 'title',
    title: 'Параметр',
    link: true,
    width: 360,
    render: ({ title, group }) => (
      <>
        {title}
        <span className={styles.under}>{parameterGroups[group]}</span>
      </>
    ),
  },
  { key: 'before', title: formatDate(from), width: 380, render: ({ before }) => before },
  {
    key: 'after',
    title: formatDate(to),
    width: 380,
    render: ({ after, differs }) => (differs ? <b>{after}</b> : after),
  },
]

function DayField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) {
  const id = useId()
  return (
    <div className={styles.day}>
      <label htmlFor={id}>{label}</label>
      <DateInput id={id} value={value} onChange={onChange} />
    </div>
  )
}

/** All parameters on two days side by side; those that differ alone, unless asked otherwise. */
function Comparison() {
  const typed = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const change = (next: Compared) => void go({ search: { ...typed, ...next }, replace: true })
  const today = bankDay(serverNow())
  const from = typed.from ?? `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`
  const to = typed.to ?? today
  const isWhole = [from, to].every((day) => Day.safeParse(day).success)
  const answer = useQuery({ ...query(compareParameters, { query: { from, to } }), enabled: isWhole })
  const rows = answer.data?.filter(({ differs }) => typed.all === true || differs)
  return (
    <>
      <ParametersHead tab="compare" />
      <div className={styles.days}>
        <DayField label="Было на" value={from} onChange={(day) => change({ from: day })} />
        <DayField label="Стало на" value={to} onChange={(day) => change({ to: day })} />
        <ToggleChip
          value={typed.all === true}
          onChange={(on) => void go({ search: { from, to, ...(on && { all: true }) }, replace: true })}
        >
          Показать все
        </ToggleChip>
      </div>
      <WholeTable
        label="Сравнение параметров"
        columns={columnsOf(isWhole ? from : today, isWhole ? to : today)}
        rows={answer.isError ? undefined : rows}
        rowKey={({ code }) => code}
        rowHref={({ code }) => `/parameter/${code}`}
        error={answer.isError ? errorInfoOf(answer.error) : null}
        onRetry={() => void answer.refetch()}
        emptyTitle="Между этими датами ничего не изменилось"
      />
    </>
  )
}
