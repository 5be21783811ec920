import { listCalculations, type SavedCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { SearchInput } from '#ui/input/search-input.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { FilterBar } from '#ui/table/filter-chip.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { calculationColumns } from './calculation.columns.tsx'
import styles from './calculator.module.css'

/** «Сохранённые»: results kept by the person and by colleagues of the partner. */
export function SavedCalculations() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [mine, setMine] = useState(false)
  const [deleted, setDeleted] = useState(false)
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(20)
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPage(1)
    }
  const asked = {
    page: page - 1,
    size,
    ...(text && { query: text }),
    ...(mine && { mine: 'true' as const }),
    ...(deleted && { deleted: 'true' as const }),
  }
  const list = useQuery({
    ...query(listCalculations, { query: asked }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const words = [
    ...(text ? [`Поиск: ${text}`] : []),
    ...(mine ? ['Только мои'] : []),
    ...(deleted ? ['Удалённые'] : []),
  ]
  return (
    <>
      <div className={styles.find}>
        <SearchInput value={text} onSearch={change(setText)} label="Найти по названию или примечанию" />
      </div>
      <FilterBar>
        <ToggleChip value={mine} onChange={change(setMine)}>
          Только мои
        </ToggleChip>
        <ToggleChip value={deleted} onChange={change(setDeleted)}>
          Удалённые
        </ToggleChip>
      </FilterBar>
      <DataTable<SavedCalculation>
        label="Сохранённые расчёты"
        columns={calculationColumns}
        rows={list.isError ? undefined : list.data?.content}
        rowKey={({ id }) => String(id)}
        rowHref={({ id }) => `/calculator/${id}`}
        onOpen={(href) => void navigate({ to: href })}
        total={list.data?.totalElements ?? 0}
        page={page}
        size={size}
        onPage={setPage}
        onSize={change(setSize)}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={words}
        onReset={() => {
          setText('')
          setMine(false)
          setDeleted(false)
          setPage(1)
        }}
        emptyTitle="Сохранённых расчётов нет"
      />
    </>
  )
}
