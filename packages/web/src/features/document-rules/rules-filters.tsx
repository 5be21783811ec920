import { RuleType, ruleTypes } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { ruleStates } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import {
  codesFilterOf,
  type ListFilter,
  panelFilter,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import { dayFilter } from '#ui/table/list-state.ts'
import styles from './document-rules.module.css'
import type { RuleDictionaries } from './rule-dictionaries.ts'
import { type RulesList, stageOptions } from './rules-list-state.ts'

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

/** Search and filter chips of the list; every change goes into the URL. `counts` are of the types of rules. */
export function rulesFilters(
  list: RulesList,
  names: RuleDictionaries,
  counts: Partial<Record<RuleType, number>> | undefined,
): ListFilter[] {
  const counted = typeOptions.map(({ code, name }) => {
    const count = counts?.[RuleType.parse(code)]
    return { code, name: count === undefined ? name : `${name} (${count})` }
  })
  const { on } = list.filters
  return [
    searchFilter(list, 'text', {
      label: 'Название, основание или документ',
      placeholder: 'Название или документ',
    }),
    codesFilterOf(list, 'types', 'Тип', { options: counted, names: typeOptions }),
    codesFilterOf(list, 'documents', 'Документ', { options: names.documents }),
    codesFilterOf(list, 'programmes', 'Программа', { options: names.programmes }),
    codesFilterOf(list, 'stages', 'Этап', { options: stageOptions }),
    codesFilterOf(list, 'states', 'Состояние', { options: stateOptions }),
    toggleFilter(list, 'drafts', 'Черновики', { label: 'Черновик', value: 'есть' }),
    panelFilter(
      'На дату',
      on === '' ? null : formatDate(on),
      () => list.setFilter('on', ''),
      (close) => (
        <DayPanel
          label="Правила на дату"
          value={on}
          onApply={(day) => {
            list.setFilter('on', day)
            close()
          }}
        />
      ),
    ),
  ]
}
