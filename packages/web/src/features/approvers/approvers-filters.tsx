import {
  type ApproverType,
  findEmployeesByFullName,
  listApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { isTime } from '@ipoteka-office/contract/common/shift.ts'
import {
  listLoanApplicationLevels,
  listRegions,
} from '@ipoteka-office/contract/references/reference-options.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import { Button } from '#ui/button.tsx'
import { codesFilterOf, type ListFilter, panelFilter, toggleFilter } from '#ui/table/list-filters.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { TimeInput } from '#ui/input/time-input.tsx'
import { searchPartners, usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
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

/** Who is at work, overloaded or late; a narrow window has them in the delivered views alone until one of them restricts. */
const stateFilters = (list: ApproversList): ListFilter[] =>
  [
    toggleFilter(list, 'onShift', 'В смене', { label: 'Сейчас', value: 'в смене' }),
    toggleFilter(list, 'overloaded', 'Перегружены', { label: 'Загрузка', value: 'лимит исчерпан' }),
    toggleFilter(list, 'overdue', 'С просрочкой', { label: 'Просрочка', value: 'есть' }),
  ].map((filter) =>
    filter.value === null
      ? { ...filter, control: <span className={styles.wideOnly}>{filter.control}</span> }
      : filter,
  )

/** The filter chips of the list; every change goes into the URL. */
export function useApproversFilters(type: ApproverType, list: ApproversList): ListFilter[] {
  const areNamesNeeded = useAfterFirstPage() || list.active.length > 0
  const levels = useReferenceOptions(listLoanApplicationLevels, areNamesNeeded).options
  const regions = useReferenceOptions(listRegions, areNamesNeeded).options
  const partners = usePartnerOptions(areNamesNeeded).options
  const [picked, setPicked] = useState<Option[]>([])
  const { employees } = list.filters
  const named = useEmployeeNames(
    type,
    employees.filter((code) => !picked.some((option) => option.code === code)),
  )
  const known = [...picked, ...named]
  const shift = shiftFilterText(list.filters)
  return [
    codesFilterOf(list, 'levels', 'Уровень', { options: levels }),
    codesFilterOf(list, 'regions', 'Регион', { options: regions }),
    codesFilterOf(list, 'employees', 'Сотрудник', {
      options: known.filter(({ code }) => employees.includes(code)),
      known,
      search: findEmployees(type),
      onPick: (option) => setPicked((before) => [...before.filter((o) => o.code !== option.code), option]),
    }),
    codesFilterOf(list, 'partners', 'Партнёр', { options: partners, search: searchPartners }),
    {
      ...panelFilter(
        shift === null ? 'Смена с — по' : 'Смена',
        shift,
        () => list.setFilters({ from: '', by: '' }),
        (close) => <ShiftPanel list={list} close={close} />,
      ),
      key: 'shift',
    },
    ...stateFilters(list),
  ]
}
