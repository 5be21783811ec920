import { caseSortFields, countCases, searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { ownerTabs } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { type CaseList, type CaseTab, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { shownMachine } from '@ipoteka-office/contract/cases/types/shown-machines.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import type { Option } from '#ui/select/option-search.ts'
import { namesOf } from '#ui/table/filter-chip.tsx'
import { checkedFilter, codesFilter, dayFilter, flagFilter } from '#ui/table/list-state.ts'
import { rangeText } from '#ui/table/ranges/range-chip-logic.ts'
import { partnerChoices, regionChoices } from '../list/choices.ts'
import { codes, flag, ids, linked, minor, range, search, word } from '../list/filters.ts'
import { serverList } from '../list/server-list.ts'

/** What of the filter stands in the path. */
export interface CasePlace {
  readonly tab: CaseTab
  readonly archived: boolean
}

const { ALL: _, ...owners } = ownerTabs

/** Filters that only a figure of the desktop sets. */
const dueSoon = linked(
  { dueInHours: checkedFilter((raw) => /^\d{1,4}$/.test(raw)) },
  {
    label: 'Срок',
    value: ({ dueInHours }) => (dueInHours === '' ? null : `в ближайшие ${dueInHours} ч`),
    ask: ({ dueInHours }) => (dueInHours === '' ? {} : { dueInHours: Number(dueInHours) }),
  },
)
const reachedStage = linked(
  { reached: codesFilter, reachedFrom: dayFilter, reachedTo: dayFilter },
  {
    label: 'Пришли на этап',
    value: ({ reached, reachedFrom, reachedTo }, stages) =>
      reached.length === 0
        ? null
        : [namesOf(reached, stages), rangeText('day', reachedFrom, reachedTo)]
            .filter((part) => part !== null)
            .join(', '),
    ask: ({ reached, reachedFrom, reachedTo }) => ({
      ...(reached.length > 0 && { reached }),
      ...(reachedFrom && { reachedFrom }),
      ...(reachedTo && { reachedTo }),
    }),
  },
)
/** Applications of a product that the catalogue counts. */
const ofProduct = linked(
  { productIds: codesFilter, inWork: flagFilter },
  {
    label: 'Продукт',
    value: ({ productIds, inWork }, products) =>
      productIds.length === 0 ? null : `${namesOf(productIds, products)}${inWork ? ', в работе' : ''}`,
    ask: ({ productIds, inWork }) => ({
      ...(productIds.length > 0 && { productIds: productIds.map(Number) }),
      ...(inWork && { inWork }),
    }),
  },
)

/** A list of cases: what its address holds, and what the server is asked. */
export const caseList = (list: CaseList, place: CasePlace) =>
  serverList(searchCases, {
    key: `cases.${list}`,
    counting: { endpoint: countCases, ask: ({ body = {} }) => ({ params: { list }, body }) },
    filters: [
      search('search', 'Номер, клиент или телефон', { placeholder: 'Номер, клиент, телефон' }),
      word('owner', 'Чьи', owners),
      codes('stages', 'Статус'),
      codes('programmes', caseLists[list].programmes.label, {
        dictionary: caseLists[list].programmes.dictionary,
      }),
      minor(codes('regions', 'Регион', regionChoices)),
      minor(codes('channels', 'Канал', { from: referenceLists['all-channel'] })),
      ids('partnerIds', 'Партнёр', partnerChoices),
      ids('responsibleIds', 'Менеджер'),
      range('Создана', 'day', ['createdFrom', 'createdTo']),
      range('Сумма', 'money', ['amountFrom', 'amountTo']),
      minor(flag('unassigned', 'Без менеджера', { label: 'Менеджер', value: 'нет' })),
      dueSoon,
      reachedStage,
      ofProduct,
    ],
    clashes: [{ between: ['unassigned', 'responsibleIds'], why: 'у дела без менеджера менеджера нет' }],
    sortable: caseSortFields,
    order: { key: 'createdAt', direction: 'desc' },
    ask: ({ filter, paging, sort }) => ({
      params: { list },
      query: { ...paging, sort },
      body: { ...filter, ...place },
    }),
    topics: caseLists[list].types.map((type) => topics.cases(type)),
  })

/** Stages in which the person can find cases of a list; what two types call alike is one choice. */
export function stageOptions(reader: { readonly isAhml: boolean }, list: CaseList, tab: CaseTab): Option[] {
  const { types: all, tabs } = caseLists[list]
  const { types: wanted = all } = tabs?.[tab] ?? {}
  const types = all.filter((type) => wanted.includes(type))
  const names = new Map<string, string>()
  for (const type of types)
    for (const [code, { name }] of Object.entries(shownMachine(reader, type).states))
      if (!names.has(code)) names.set(code, name)
  return [...names].map(([code, name]) => ({ code, name }))
}
