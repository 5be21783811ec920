import type { CaseList } from '@ipoteka-office/contract/case-lists.ts'
import { referenceLists } from '@ipoteka-office/contract/reference-lists.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CodesFilterChip, namesOf } from '#ui/filter-chip.tsx'
import type { Option } from '#ui/option-search.ts'
import { SearchInput } from '#ui/search-input.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { searchPartners, usePartnerOptions } from '../partner-options.ts'
import { useReferenceOptions } from '../reference-options.ts'
import { type CaseListState, type CasePlace, stageOptions } from './case-list-state.ts'
import { RangeChip, rangeText } from './range-chip.tsx'

/** Names for everything the chips show. */
export function useCaseFilterNames(list: CaseList, { tab }: CasePlace, known: readonly Option[]) {
  const [picked, setPicked] = useState<Option[]>([])
  const partners = usePartnerOptions().options
  return {
    stages: stageOptions(list, tab),
    regions: useReferenceOptions(referenceLists.region).options,
    channels: useReferenceOptions(referenceLists['all-channel']).options,
    partners: [...partners, ...picked],
    responsible: known,
    pick: (option: Option) => setPicked((before) => [...before, option]),
  }
}
type Names = ReturnType<typeof useCaseFilterNames>

/** Search and filter chips of a list of cases; every change goes into the URL. */
export function CaseListFilters({ list, names }: { list: CaseListState; names: Names }) {
  const { filters, setFilter, setFilters } = list
  return (
    <>
      <SearchInput
        label="Номер, клиент или телефон"
        placeholder="Номер, клиент, телефон"
        value={filters.search}
        onSearch={(text) => setFilter('search', text)}
      />
      <CodesFilterChip
        label="Статус"
        options={names.stages}
        value={filters.stages}
        onChange={(codes) => setFilter('stages', codes)}
      />
      <CodesFilterChip
        label="Регион"
        options={names.regions}
        value={filters.regions}
        onChange={(codes) => setFilter('regions', codes)}
      />
      <CodesFilterChip
        label="Канал"
        options={names.channels}
        value={filters.channels}
        onChange={(codes) => setFilter('channels', codes)}
      />
      <CodesFilterChip
        label="Партнёр"
        options={names.partners.filter(({ code }) => filters.partnerIds.includes(code))}
        known={names.partners}
        value={filters.partnerIds}
        onChange={(codes) => setFilter('partnerIds', codes)}
        search={searchPartners}
        onPick={names.pick}
      />
      {(names.responsible.length > 0 || filters.responsibleIds.length > 0) && (
        <CodesFilterChip
          label="Менеджер"
          options={names.responsible}
          value={filters.responsibleIds}
          onChange={(codes) => setFilter('responsibleIds', codes)}
        />
      )}
      <RangeChip
        label="Создана"
        kind="day"
        from={filters.createdFrom}
        to={filters.createdTo}
        onChange={(createdFrom, createdTo) => setFilters({ createdFrom, createdTo })}
      />
      <RangeChip
        label="Сумма"
        kind="money"
        from={filters.amountFrom}
        to={filters.amountTo}
        onChange={(amountFrom, amountTo) => setFilters({ amountFrom, amountTo })}
      />
      <ToggleChip value={filters.unassigned} onChange={(on) => setFilter('unassigned', on)}>
        Без менеджера
      </ToggleChip>
      {filters.dueInHours !== '' && (
        <ToggleChip value onChange={() => setFilter('dueInHours', '')}>
          Срок в ближайшие {filters.dueInHours} ч
        </ToggleChip>
      )}
      {filters.reached.length > 0 && (
        <ToggleChip value onChange={() => setFilters({ reached: [], reachedFrom: '', reachedTo: '' })}>
          Пришли на этап: {reachedWords(list, names)}
        </ToggleChip>
      )}
      {list.active.some((name) => name !== 'owner') && (
        <Button
          look="link"
          onClick={() =>
            setFilters({
              ...Object.fromEntries(list.active.map((name) => [name, emptyOf(filters[name])])),
              owner: filters.owner,
            })
          }
        >
          Сбросить
        </Button>
      )}
    </>
  )
}

const emptyOf = (value: string | string[] | boolean) =>
  Array.isArray(value) ? [] : typeof value === 'boolean' ? false : ''

const reachedWords = ({ filters }: Pick<CaseListState, 'filters'>, names: Names) =>
  [namesOf(filters.reached, names.stages), rangeText('day', filters.reachedFrom, filters.reachedTo)]
    .filter((part) => part !== null)
    .join(', ')

/** The filters in words, for a list that is empty because of them. */
export function caseFilterWords(list: Pick<CaseListState, 'filters'>, names: Names): string[] {
  const { filters } = list
  const words: [string, string | null][] = [
    ['Поиск', filters.search || null],
    ['Статус', namesOf(filters.stages, names.stages)],
    ['Регион', namesOf(filters.regions, names.regions)],
    ['Канал', namesOf(filters.channels, names.channels)],
    ['Программа', filters.programmes.length > 0 ? filters.programmes.join(', ') : null],
    ['Партнёр', namesOf(filters.partnerIds, names.partners)],
    ['Менеджер', filters.unassigned ? 'нет' : namesOf(filters.responsibleIds, names.responsible)],
    ['Создана', rangeText('day', filters.createdFrom, filters.createdTo)],
    ['Сумма', rangeText('money', filters.amountFrom, filters.amountTo)],
    ['Срок', filters.dueInHours === '' ? null : `в ближайшие ${filters.dueInHours} ч`],
    ['Пришли на этап', filters.reached.length === 0 ? null : reachedWords(list, names)],
  ]
  return words.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))
}
