import { countTasks, ownerTabs, searchTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { TaskKind, taskKindNames } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { shownMachine } from '@ipoteka-office/contract/cases/types/shown-machines.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { codesFilter } from '#ui/table/list-state.ts'
import type { Option } from '#ui/select/option-search.ts'
import { code, codes, flag, linked, search, type Values, word } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

interface Reader {
  readonly isAhml: boolean
}

const types = Object.fromEntries(CaseType.options.map((type) => [type, caseTypes[type].name])) as Record<
  CaseType,
  string
>
const dues = [
  { code: '0', name: 'Просрочено' },
  { code: '2', name: 'Ближайшие 2 часа' },
  { code: '8', name: 'Ближайшие 8 часов' },
  { code: '24', name: 'Ближайшие сутки' },
]
const idsOf = (given: readonly string[]) => given.filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number)

/** Stages of the chosen type, or of all types, that have a task the person may see; types share codes and not always names. */
function stagesOf(reader: Reader, caseType: unknown): Option[] {
  const wanted = CaseType.options.filter((type) => caseType === '' || type === caseType)
  const names = new Map<string, string>()
  for (const type of wanted)
    for (const [code, { name, task }] of Object.entries(shownMachine(reader, type).states))
      if (task !== undefined && !names.has(code)) names.set(code, name)
  return [...names].map(([code, name]) => ({ code, name }))
}

/** Choices that depend on what is chosen: only tasks of stages have stages, and both at once would find nothing. */
export function taskChoices(reader: Reader, { caseType, kind, stages }: Values) {
  const hasStages = kind === '' || kind === 'STAGE'
  const kinds = TaskKind.options.filter((one) => one === 'STAGE' || (stages as string[]).length === 0)
  return {
    stages: hasStages ? stagesOf(reader, caseType) : [],
    kind: kinds.map((code): Option => ({ code, name: taskKindNames[code] })),
  }
}

/** The list of tasks: what its address holds, and what the server is asked. */
export const tasksList = serverList(searchTasks, {
  key: 'tasks',
  tabs: { label: 'Чьи задачи', words: ownerTabs, counts: ({ counted }) => counted },
  counting: {
    endpoint: countTasks,
    ask: ({ body: { page: _page, size: _size, sort: _sort, tab: _tab, ...filter } = {} }) => ({
      body: filter,
    }),
  },
  filters: [
    search('search', 'Найти по номеру дела или клиенту', { placeholder: 'Номер дела, клиент' }),
    // Stages of one type are nothing to another.
    word('caseType', 'Вид дела', types, { clears: ['stages'] }),
    word('kind', 'Вид задачи', taskKindNames),
    codes('stages', 'Этап', stagesOf({ isAhml: true }, '')),
    code('dueInHours', 'Срок', dues, { isRight: (raw) => /^\d{1,4}$/.test(raw) }),
    linked(
      { assigneeIds: codesFilter },
      {
        label: 'Исполнитель',
        value: ({ assigneeIds }) => (assigneeIds.length > 0 ? 'выбран' : null),
        ask: ({ assigneeIds }) => ({ assigneeIds: idsOf(assigneeIds) }),
      },
    ),
    flag('postponed', 'С отложенными', { label: 'Отложенные', value: 'показаны', widens: true }),
    flag('done', 'Завершённые', { label: 'Состояние', value: 'завершённые' }),
  ],
  clashes: [
    {
      between: ['kind', 'stages'],
      when: ({ kind }) => kind !== 'STAGE',
      why: 'этап есть только у задач этапов',
    },
  ],
  sortable: ['dueAt', 'createdAt', 'priority', 'caseNumber'],
  order: { key: 'dueAt', direction: 'asc' },
  ask: ({ tab, filter: { done, dueInHours, ...filter }, paging, sort }) => ({
    body: {
      ...filter,
      ...(dueInHours !== undefined && { dueInHours: Number(dueInHours) }),
      open: done !== true,
      tab,
      sort,
      ...paging,
    },
  }),
  topics: CaseType.options.map((type) => topics.cases(type)),
})
