import { type CaseList, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { useState } from 'react'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import { namesOf } from '#ui/table/filter-chip.tsx'
import {
  codesFilterOf,
  linkedFilter,
  type ListFilter,
  rangeFilter,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { rangeText } from '#ui/table/range-chip-logic.ts'
import { searchPartners, usePartnerOptions } from '../fields/partner-options.ts'
import { useDictionary, useReferenceOptions } from '../fields/reference-options.ts'
import { type CaseListState, type CasePlace, stageOptions } from './case-list-state.ts'

const reachedWords = ({ filters }: Pick<CaseListState, 'filters'>, stages: readonly Option[]) =>
  [namesOf(filters.reached, stages), rangeText('day', filters.reachedFrom, filters.reachedTo)]
    .filter((part) => part !== null)
    .join(', ')

/** Filters that only a figure of the desktop sets. */
function linked(list: CaseListState, stages: readonly Option[]): ListFilter[] {
  const { dueInHours, reached } = list.filters
  return [
    linkedFilter('Срок', dueInHours === '' ? null : `в ближайшие ${dueInHours} ч`, () =>
      list.setFilter('dueInHours', ''),
    ),
    linkedFilter('Пришли на этап', reached.length === 0 ? null : reachedWords(list, stages), () =>
      list.setFilters({ reached: [], reachedFrom: '', reachedTo: '' }),
    ),
  ]
}

/** Search and filter chips of a list of cases; every change goes into the URL. `people` are managers of the rows shown. */
export function useCaseFilters(
  list: CaseListState,
  { of, place, people }: { of: CaseList; place: CasePlace; people: readonly Option[] },
): ListFilter[] {
  const [picked, setPicked] = useState<Option[]>([])
  const areNamesNeeded = useAfterFirstPage() || list.active.length > 0
  const partners = [...usePartnerOptions(areNamesNeeded).options, ...picked]
  const regions = useReferenceOptions(referenceLists.region, areNamesNeeded).options
  const channels = useReferenceOptions(referenceLists['all-channel'], areNamesNeeded).options
  const { label, dictionary } = caseLists[of].programmes
  const programmes = useDictionary(dictionary, areNamesNeeded)
  const stages = stageOptions(of, place.tab)
  const { filters } = list
  return [
    searchFilter(list, 'search', {
      label: 'Номер, клиент или телефон',
      placeholder: 'Номер, клиент, телефон',
    }),
    codesFilterOf(list, 'stages', 'Статус', { options: stages }),
    codesFilterOf(list, 'programmes', label, { options: programmes }),
    codesFilterOf(list, 'regions', 'Регион', { options: regions }),
    codesFilterOf(list, 'channels', 'Канал', { options: channels }),
    codesFilterOf(list, 'partnerIds', 'Партнёр', {
      options: partners.filter(({ code }) => filters.partnerIds.includes(code)),
      known: partners,
      search: searchPartners,
      onPick: (option) => setPicked((before) => [...before, option]),
    }),
    ...(people.length > 0 || filters.responsibleIds.length > 0
      ? [codesFilterOf(list, 'responsibleIds', 'Менеджер', { options: people })]
      : []),
    rangeFilter(list, ['createdFrom', 'createdTo'], 'Создана', 'day'),
    rangeFilter(list, ['amountFrom', 'amountTo'], 'Сумма', 'money'),
    toggleFilter(list, 'unassigned', 'Без менеджера', { label: 'Менеджер', value: 'нет' }),
    ...linked(list, stages),
  ]
}
