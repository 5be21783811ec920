import { compareParameters } from '@ipoteka-office/contract/parameters/parameters.ts'
import { parameterGroups } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { Day } from '@ipoteka-office/contract/common/items.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import type { ParametersState } from './parameters.page.tsx'
import styles from './parameters.module.css'

type Row = Awaited<ReturnType<typeof compareParameters.response.parse>>[number]

const columnsOf = (from: string, to: string): Column<Row>[] => [
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
export function Comparison({ state }: { state: ParametersState }) {
  const today = bankDay(serverNow())
  const { from: typedFrom, to: typedTo, changed: showsAll } = state.filters
  const from = typedFrom || `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`
  const to = typedTo || today
  const isWhole = [from, to].every((day) => Day.safeParse(day).success)
  const answer = useQuery({
    ...query(compareParameters, { query: { from, to } }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  })
  const rows = answer.data?.filter(({ differs }) => showsAll || differs)
  return (
    <>
      <div className={styles.days}>
        <DayField label="Было на" value={from} onChange={(day) => state.setFilter('from', day)} />
        <DayField label="Стало на" value={to} onChange={(day) => state.setFilter('to', day)} />
        <ToggleChip value={showsAll} onChange={(on) => state.setFilter('changed', on)}>
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
