import { RuleType, ruleTypes } from '@ipoteka-office/contract/document-rule-content.ts'
import { ruleStates } from '@ipoteka-office/contract/document-rules.ts'
import { useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/date-input.tsx'
import { CodesFilterChip, FilterChip, namesOf } from '#ui/filter-chip.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import styles from './document-rules.module.css'
import type { RuleDictionaries } from './rule-dictionaries.ts'
import { dayFilter, type RulesList, stageOptions } from './rules-list-state.ts'

const stateOptions = Object.entries(ruleStates).map(([code, name]) => ({ code, name }))
const typeOptions = Object.entries(ruleTypes).map(([code, name]) => ({ code, name }))

/** A day to look at: the field applies itself when the day is whole. */
export function DayPanel({
  label,
  value,
  onApply,
}: {
  label: string
  value: string
  onApply: (day: string) => void
}) {
  const [day, setDay] = useState(value)
  const isDay = dayFilter.parse(day) !== ''
  return (
    <form
      className={styles.dayPanel}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isDay) onApply(day)
      }}
    >
      <DateInput aria-label={label} value={day} onChange={setDay} invalid={day.length >= 10 && !isDay} />
      <Button type="submit" look="primary" disabled={!isDay}>
        Применить
      </Button>
    </form>
  )
}

/** Search and filter chips of the list; every change goes into the URL. */
export function RulesFilters({
  list,
  names,
  counts,
}: {
  list: RulesList
  names: RuleDictionaries
  counts: Partial<Record<RuleType, number>> | undefined
}) {
  const { filters, setFilter } = list
  const types = typeOptions.map(({ code, name }) => {
    const count = counts?.[RuleType.parse(code)]
    return { code, name: count === undefined ? name : `${name} (${count})` }
  })
  return (
    <>
      <SearchInput
        label="Название, основание или документ"
        placeholder="Название или документ"
        value={filters.text}
        onSearch={(text) => setFilter('text', text)}
      />
      <CodesFilterChip
        label="Тип"
        options={types}
        value={filters.types}
        onChange={(codes) => setFilter('types', codes as typeof filters.types)}
      />
      <CodesFilterChip
        label="Документ"
        options={names.documents}
        value={filters.documents}
        onChange={(codes) => setFilter('documents', codes)}
      />
      <CodesFilterChip
        label="Программа"
        options={names.programmes}
        value={filters.programmes}
        onChange={(codes) => setFilter('programmes', codes)}
      />
      <CodesFilterChip
        label="Этап"
        options={stageOptions}
        value={filters.stages}
        onChange={(codes) => setFilter('stages', codes as typeof filters.stages)}
      />
      <CodesFilterChip
        label="Состояние"
        options={stateOptions}
        value={filters.states}
        onChange={(codes) => setFilter('states', codes as typeof filters.states)}
      />
      <ToggleChip value={filters.drafts} onChange={(on) => setFilter('drafts', on)}>
        Черновики
      </ToggleChip>
      <FilterChip
        label="На дату"
        value={filters.on ? formatDate(filters.on) : null}
        onClear={() => setFilter('on', '')}
      >
        {(close) => (
          <DayPanel
            label="Правила на дату"
            value={filters.on}
            onApply={(day) => {
              setFilter('on', day)
              close()
            }}
          />
        )}
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
export function ruleFilterWords({ filters }: Pick<RulesList, 'filters'>, names: RuleDictionaries): string[] {
  const words: [string, string | null][] = [
    ['Поиск', filters.text || null],
    ['Тип', namesOf(filters.types, typeOptions)],
    ['Документ', namesOf(filters.documents, names.documents)],
    ['Программа', namesOf(filters.programmes, names.programmes)],
    ['Этап', namesOf(filters.stages, stageOptions)],
    ['Состояние', namesOf(filters.states, stateOptions)],
    ['Черновик', filters.drafts ? 'есть' : null],
    ['На дату', filters.on ? formatDate(filters.on) : null],
  ]
  return words.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))
}
