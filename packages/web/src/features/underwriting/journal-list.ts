import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import {
  decidedMarks,
  engineResults,
  finalOutcomes,
} from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import { decisionReasons } from '@ipoteka-office/contract/underwriting/decisions.ts'
import {
  countJournal,
  type Journal,
  journalPresets,
  journalSortFields,
  journalStages,
  journalTypes,
  listJournalCategories,
  searchJournal,
} from '@ipoteka-office/contract/underwriting/journal.ts'
import { type PastDue, pastDueLevels } from '@ipoteka-office/contract/underwriting/payments/vintage-filter.ts'
import { listDeciders } from '@ipoteka-office/contract/underwriting/statistics.ts'
import type { Option } from '#ui/select/option-search.ts'
import { checkedFilter } from '#ui/table/list-state.ts'
import { minutesText } from '#widgets/case/case-words.ts'
import { partnerChoices, regionChoices } from '#widgets/list/choices.ts'
import { code, codes, flag, ids, linked, minor, range, search, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const dues: Option[] = [
  { code: '0', name: 'Просрочено' },
  { code: '4', name: 'Ближайшие 4 часа' },
  { code: '24', name: 'Ближайшие сутки' },
]

/** Stages of a journal; what two types call alike is one choice. */
const stagesOf = (journal: Journal): Option[] =>
  journalStages[journal].map((code) => ({
    code,
    name:
      journalTypes[journal].flatMap((type) => caseTypes[type].machine.states[code]?.name ?? [])[0] ?? code,
  }))
const of = (journal: Journal) => ({ journal })
const products = Object.fromEntries(
  journalTypes.all.map((type) => [type, caseTypes[type].list.title]),
) as Record<CaseType, string>

const filtersOf = (journal: Journal) =>
  [
    search('search', 'Номер или заёмщик', { placeholder: 'Номер, заёмщик' }),
    codes('stages', 'Этап', stagesOf(journal)),
    codes('programmes', 'Программа', { dictionary: 'product/type' }),
    codes('regions', 'Регион', regionChoices),
    ids('partnerIds', 'Партнёр', partnerChoices),
    minor(codes('clientCategories', 'Категория клиента', { from: listJournalCategories })),
    minor(words('engineResults', 'Результат СПР', engineResults)),
    minor(codes('channels', 'Канал', { from: referenceLists['all-channel'] })),
    range('Сумма', 'money', ['amountFrom', 'amountTo']),
    range('Создана', 'day', ['createdFrom', 'createdTo']),
    code('dueInHours', 'Срок этапа', dues, { isRight: (raw) => /^\d{1,4}$/.test(raw) }),
  ] as const

/** What of the decision a link of the statistics asks for, and a person may. */
const ofDecisions = [
  minor(range('Решена', 'day', ['decidedFrom', 'decidedTo'])),
  minor(words('outcomes', 'Решение', finalOutcomes)),
  minor(words('marks', 'Особенности решения', decidedMarks)),
  minor(ids('authorIds', 'Кто решил', { from: listDeciders })),
  minor(codes('reasons', 'Причина решения', { dictionary: decisionReasons })),
  linked(
    { minutesFrom: checkedFilter((raw) => /^\d{1,7}$/.test(raw)) },
    {
      label: 'Решалась не быстрее',
      value: ({ minutesFrom }) => (minutesFrom === '' ? null : minutesText(Number(minutesFrom))),
      ask: ({ minutesFrom }) => (minutesFrom === '' ? {} : { minutesFrom: Number(minutesFrom) }),
    },
  ),
  linked(
    {
      issuedMonth: checkedFilter((raw) => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(raw)),
      monthsOnBook: checkedFilter((raw) => /^\d{1,3}$/.test(raw)),
      pastDue: checkedFilter((raw) => Object.hasOwn(pastDueLevels, raw)),
    },
    {
      label: 'Кредиты',
      value: ({ issuedMonth, monthsOnBook, pastDue }) =>
        [
          issuedMonth === '' ? '' : `выданы в ${dayText(issuedMonth)}`,
          pastDue === '' ? '' : `просрочка ${pastDue}+`,
          monthsOnBook === '' ? '' : `через ${monthsOnBook} мес.`,
        ]
          .filter(Boolean)
          .join(', ') || null,
      ask: ({ issuedMonth, monthsOnBook, pastDue }) => ({
        ...(issuedMonth !== '' && { issuedMonth }),
        ...(monthsOnBook !== '' && { monthsOnBook: Number(monthsOnBook) }),
        ...(pastDue !== '' && { pastDue: pastDue as PastDue }),
      }),
    },
  ),
] as const

const shared = { sortable: journalSortFields, topics: journalTypes.all.map((type) => topics.cases(type)) }

/** Mortgages that are looked into now. */
export const workJournal = serverList(searchJournal, {
  ...shared,
  key: 'underwriting',
  tabs: {
    label: 'Отбор',
    words: journalPresets,
    counts: ({ counted }) => counted,
  },
  counting: {
    endpoint: countJournal,
    ask: ({ body: { preset: _, ...filter } = {} }) => ({ params: of('work'), body: filter }),
  },
  filters: filtersOf('work'),
  // The most urgent first.
  order: { key: 'dueAt', direction: 'asc' },
  ask: ({ tab, filter: { dueInHours, ...filter }, paging, sort }) => ({
    params: of('work'),
    query: { ...paging, sort },
    body: { ...filter, ...(dueInHours !== undefined && { dueInHours: Number(dueInHours) }), preset: tab },
  }),
})

/** Both products, with what was decided. */
export const wholeJournal = serverList(searchJournal, {
  ...shared,
  key: 'underwriting-all',
  filters: [
    ...filtersOf('all'),
    words('types', 'Продукт', products),
    flag('archived', 'Архивные', { label: 'Архив', value: 'показан' }),
    ...ofDecisions,
  ],
  order: { key: 'createdAt', direction: 'desc' },
  ask: ({ filter: { dueInHours, ...filter }, paging, sort }) => ({
    params: of('all'),
    query: { ...paging, sort },
    body: { ...filter, ...(dueInHours !== undefined && { dueInHours: Number(dueInHours) }) },
  }),
})
