import {
  type ApproverType,
  findEmployeesByFullName,
  listApprovers,
} from '@ipoteka-office/contract/approvers.ts'
import { isTime } from '@ipoteka-office/contract/common/shift.ts'
import { listLoanApplicationLevels, listRegions } from '@ipoteka-office/contract/reference-options.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { CodesFilterChip, FilterChip, namesOf } from '#ui/filter-chip.tsx'
import type { Option } from '#ui/option-search.ts'
import { TimeInput } from '#ui/time-input.tsx'
import { searchPartners, usePartnerOptions } from '#widgets/partner-options.ts'
import { useReferenceOptions } from '#widgets/reference-options.ts'
import { fullNameOf } from './approver-form-values.ts'
import styles from './approvers.module.css'
import type { ApproversList } from './approvers-list-state.ts'
import { Labelled } from './labelled.tsx'

/** Names of the employees in the URL: a copied link must show who it asks for, not their numbers. */
function useEmployeeNames(type: ApproverType, ids: readonly string[]): Option[] {
  const { data } = useQuery({
    ...query(listApprovers, {
      params: { type },
      query: { page: 0, size: 100 },
      body: { ids: ids.slice(0, 100).map(Number) },
    }),
    enabled: ids.length > 0,
  })
  return (data?.content ?? []).map((approver) => ({ code: String(approver.id), name: fullNameOf(approver) }))
}

const findEmployees = (type: ApproverType) => async (text: string, signal: AbortSignal) => {
  const found = await call(
    findEmployeesByFullName,
    { params: { type }, body: { fullName: text } },
    { signal },
  )
  return found.map(({ id, fullName }) => ({ code: String(id), name: fullName }))
}

/** Names for everything the chips show: dictionaries, and what was found by a search. */
export function useFilterNames(type: ApproverType, employees: readonly string[]) {
  const levels = useReferenceOptions(listLoanApplicationLevels).options
  const regions = useReferenceOptions(listRegions).options
  const partners = usePartnerOptions().options
  const [picked, setPicked] = useState<Option[]>([])
  const named = useEmployeeNames(
    type,
    employees.filter((code) => !picked.some((option) => option.code === code)),
  )
  return {
    levels,
    regions,
    partners,
    employees: [...picked, ...named],
    pick: (option: Option) =>
      setPicked((before) => [...before.filter((o) => o.code !== option.code), option]),
  }
}

type FilterNames = ReturnType<typeof useFilterNames>

/** «с 09:00 по 18:00», null when the shift does not restrict. */
function shiftFilterText({ from, by }: { from: string; by: string }): string | null {
  const parts = [from && `с ${from}`, by && `по ${by}`].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

function ShiftPanel({ list, close }: { list: ApproversList; close: () => void }) {
  const [from, setFrom] = useState(list.filters.from)
  const [by, setBy] = useState(list.filters.by)
  const wrong = [from, by].some((time) => time !== '' && !isTime(time))
  return (
    <form
      className={styles.shiftPanel}
      onSubmit={(event) => {
        event.preventDefault()
        if (wrong) return
        list.setFilters({ from, by })
        close()
      }}
    >
      <div className={styles.shiftTimes}>
        <Labelled label="Смена с">
          {(id) => (
            <TimeInput id={id} value={from} onChange={setFrom} invalid={from !== '' && !isTime(from)} />
          )}
        </Labelled>
        <Labelled label="по">
          {(id) => <TimeInput id={id} value={by} onChange={setBy} invalid={by !== '' && !isTime(by)} />}
        </Labelled>
      </div>
      <p className="small muted" aria-live="polite">
        {wrong ? 'Некорректный формат времени' : 'Кто работает в это время; достаточно одного края'}
      </p>
      <Button type="submit" look="primary" disabled={wrong}>
        Применить
      </Button>
    </form>
  )
}

/** The filter chips of the list; every change goes into the URL. */
export function ApproversFilters({
  type,
  list,
  names,
}: {
  type: ApproverType
  list: ApproversList
  names: FilterNames
}) {
  const shift = shiftFilterText(list.filters)
  return (
    <>
      <CodesFilterChip
        label="Уровень"
        options={names.levels}
        value={list.filters.levels}
        onChange={(codes) => list.setFilter('levels', codes)}
      />
      <CodesFilterChip
        label="Регион"
        options={names.regions}
        value={list.filters.regions}
        onChange={(codes) => list.setFilter('regions', codes)}
      />
      <CodesFilterChip
        label="Сотрудник"
        options={names.employees.filter(({ code }) => list.filters.employees.includes(code))}
        known={names.employees}
        value={list.filters.employees}
        onChange={(codes) => list.setFilter('employees', codes)}
        search={findEmployees(type)}
        onPick={names.pick}
      />
      <CodesFilterChip
        label="Партнёр"
        options={names.partners}
        value={list.filters.partners}
        onChange={(codes) => list.setFilter('partners', codes)}
        search={searchPartners}
      />
      <FilterChip
        label={shift === null ? 'Смена с — по' : 'Смена'}
        value={shift}
        onClear={() => list.setFilters({ from: '', by: '' })}
      >
        {(close) => <ShiftPanel list={list} close={close} />}
      </FilterChip>
      {list.active.length > 0 && (
        <Button look="link" onClick={list.resetFilters}>
          Сбросить
        </Button>
      )}
    </>
  )
}

/** The filters in words, for a list that is empty because of them. */
export function filterWords({ filters }: Pick<ApproversList, 'filters'>, names: FilterNames): string[] {
  const words: [string, string | null][] = [
    ['Уровень', namesOf(filters.levels, names.levels)],
    ['Регион', namesOf(filters.regions, names.regions)],
    ['Сотрудник', namesOf(filters.employees, names.employees)],
    ['Партнёр', namesOf(filters.partners, names.partners)],
    ['Смена', shiftFilterText(filters)],
  ]
  return words.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))
}
