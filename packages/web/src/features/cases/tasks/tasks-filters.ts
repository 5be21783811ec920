import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  codeFilterOf,
  codesFilterOf,
  linkedFilter,
  type ListFilter,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import type { TasksList } from './tasks-list-state.ts'

const types = CaseType.options.map((code) => ({ code, name: caseTypes[code].name }))
const dues = [
  { code: '0', name: 'Просрочено' },
  { code: '2', name: 'Ближайшие 2 часа' },
  { code: '8', name: 'Ближайшие 8 часов' },
  { code: '24', name: 'Ближайшие сутки' },
]

/** Stages of the chosen type, or of all types, that have a task; types share codes and not always names. */
function stageOptions(caseType: string) {
  const wanted = CaseType.options.filter((type) => caseType === '' || type === caseType)
  const names = new Map<string, string>()
  for (const type of wanted)
    for (const [code, { name, task }] of Object.entries(machines[type].states))
      if (task !== undefined && !names.has(code)) names.set(code, name)
  return [...names].map(([code, name]) => ({ code, name }))
}

/** Search and filter chips of the list; every change goes into the URL. */
export function tasksFilters(list: TasksList): ListFilter[] {
  const { caseType, assigneeIds } = list.filters
  // Stages of one type are nothing to another.
  const ofType = {
    filters: list.filters,
    setFilter: (_: 'caseType', type: string) => list.setFilters({ caseType: type, stages: [] }),
  }
  return [
    searchFilter(list, 'search', {
      label: 'Найти по номеру дела или клиенту',
      placeholder: 'Номер дела, клиент',
    }),
    codeFilterOf(ofType, 'caseType', 'Вид дела', { options: types }),
    codesFilterOf(list, 'stages', 'Этап', { options: stageOptions(caseType) }),
    codeFilterOf(list, 'dueInHours', 'Срок', { options: dues }),
    linkedFilter('Исполнитель', assigneeIds.length > 0 ? 'выбран' : null, () =>
      list.setFilter('assigneeIds', []),
    ),
    toggleFilter(list, 'postponed', 'С отложенными', { label: 'Отложенные', value: 'показаны' }),
    toggleFilter(list, 'done', 'Завершённые', { label: 'Состояние', value: 'завершённые' }),
  ]
}
