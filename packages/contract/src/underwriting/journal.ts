import { z } from 'zod'
import { CaseFilter, CaseRow, caseSortFields } from '../cases/case-lists.ts'
import { CaseTask } from '../cases/case-tasks.ts'
import { type CaseType, caseTypesWith, machines } from '../cases/types/case-types.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { NamedRef, PersonRef } from '../common/refs.ts'
import { Code, Instant, keyOf, Option } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { type ExportOf, listExport } from '../exports/list-export.ts'
import { DecidedFilter, engineResults } from './decided-filter.ts'
import { VintageLoans } from './payments/vintage-filter.ts'

/** Which applications a journal holds: mortgages that are looked into now, or both products with what was decided. */
export const journals = { work: 'Журнал заявок', all: 'Сводный журнал заявок' } as const
export type Journal = keyof typeof journals

/** Types of cases whose decisions the bank records. */
export const decidedTypes = caseTypesWith(({ machine }) =>
  machine.transitions.some(({ decides }) => decides !== undefined),
)
const mortgages = caseTypesWith(({ product }) => product === 'MORTGAGE').filter((type) =>
  decidedTypes.includes(type),
)
/** Types of a journal. */
export const journalTypes: Readonly<Record<Journal, readonly CaseType[]>> = {
  work: mortgages,
  all: decidedTypes,
}

const workStages = (type: CaseType): string[] =>
  Object.entries(machines[type].states).flatMap(([code, state]) => (state.shownToPartners ? [code] : []))
/** Preparation comes before the journals: the set is not handed in, or is with those who check it. */
const before = ['FILLING', 'DOCS_CHECK', 'SIGNING']
const reviewed = (type: CaseType): string[] =>
  Object.keys(machines[type].states).filter((code) => !before.includes(code))

/** Stages in which the bank looks into an application, of whichever type: the next one is taken from them. */
export const stagesInReview: readonly string[] = [...new Set(decidedTypes.flatMap(workStages))]

/** Stages of a journal, by their codes. */
export const journalStages: Readonly<Record<Journal, readonly string[]>> = {
  work: [...new Set(mortgages.flatMap(workStages))],
  all: [...new Set(decidedTypes.flatMap(reviewed))],
}

/** What a person looks for first; the server knows what each of them means. */
export const journalPresets = {
  ALL: 'Все',
  MY: 'Мои',
  GROUP: 'Группа',
  OVERDUE: 'Просроченные',
  FLAGGED: 'С флагами',
  RETURNED: 'Возвращённые',
  SIGN: 'Ждут моей подписи',
} as const
export type JournalPreset = keyof typeof journalPresets
const Preset = keyOf(journalPresets)

/** What stands out in an application. */
export const journalFlags = {
  BLACKLIST: 'Чёрный список',
  FRAUD: 'Проверка на мошенничество',
  STOP: 'Стоп-фактор',
} as const
export type JournalFlag = keyof typeof journalFlags

/** The filter of a journal; an absent or empty part does not restrict. */
export const JournalFilter = CaseFilter.pick({
  search: true,
  stages: true,
  regions: true,
  channels: true,
  programmes: true,
  partnerIds: true,
  createdFrom: true,
  createdTo: true,
  amountFrom: true,
  amountTo: true,
  dueInHours: true,
  archived: true,
}).extend({
  preset: Preset.default('ALL'),
  /** Empty: all of the journal. */
  types: z.array(z.enum(decidedTypes as [CaseType, ...CaseType[]])).default([]),
  /** Of any of these categories. */
  clientCategories: z.array(Code).max(20).default([]),
  /** What the decision engine has said last. */
  engineResults: z.array(keyOf(engineResults)).max(10).default([]),
  /** Where it asks of decisions, stages and the archive do not restrict: what was decided is shown wherever it stands now. */
  ...DecidedFilter.shape,
  /** The same where it asks of loans; for those alone who read the statistics. */
  ...VintageLoans.shape,
})
export type JournalFilter = z.output<typeof JournalFilter>

/** By what a journal is ordered: categories by the most telling first. */
export const journalSortFields = [...caseSortFields, 'clientCategories', 'engineResult'] as const
export const JournalSort = sortOf(journalSortFields).default({ field: 'createdAt', direction: 'desc' })
export type JournalSort = z.output<typeof JournalSort>

/** A case of a journal. Sums are roubles, shares percent, both as decimal texts; null: not known. */
export const JournalRow = CaseRow.omit({ responsible: true, workgroup: true, nextContactAt: true }).extend({
  /** Others who owe beside the borrower. */
  coBorrowers: z.int(),
  termMonths: z.int().nullable(),
  /** ПВ, of the price. */
  downPaymentShare: z.string().nullable(),
  /** К/З and ПДН by the calculators, of what is saved. */
  loanToValue: z.string().nullable(),
  debtLoad: z.string().nullable(),
  /** Every category that the borrower is of, the most telling first. */
  clientCategories: z.array(Option),
  /** The last answer of the decision engine; null: it has given none. */
  engineResult: keyOf(engineResults).nullable(),
  /** Level of the decision, in words. */
  level: z.string().nullable(),
  flags: z.array(keyOf(journalFlags)),
  /** Who has the task of the stage. */
  holder: PersonRef.nullable(),
  group: NamedRef.nullable(),
  /** When it first came to the bank's review. */
  receivedAt: Instant.nullable(),
  /** How many times it has come to the underwriter. */
  review: z.int(),
  /** The task of the stage, if it has one. */
  task: CaseTask.nullable(),
})
export type JournalRow = z.output<typeof JournalRow>

/** Columns of the journals and of their export: key → heading. */
export const journalColumns = {
  number: '№',
  clientName: 'Заёмщик',
  programme: 'Программа',
  amount: 'Сумма',
  termMonths: 'Срок, мес.',
  downPaymentShare: 'ПВ, %',
  loanToValue: 'К/З, %',
  debtLoad: 'ПДН, %',
  stage: 'Этап',
  dueAt: 'Срок этапа',
  flags: 'Флаги',
  holder: 'Исполнитель',
  clientCategories: 'Категория клиента',
  engineResult: 'Результат СПР',
  channel: 'Канал',
  partner: 'Партнёр',
  region: 'Регион',
  level: 'Уровень решения',
  group: 'Группа',
  receivedAt: 'Получена',
  review: 'Рассмотрение',
  createdAt: 'Создана',
} as const
export type JournalColumn = keyof typeof journalColumns

const access = canInBank('Underwriting', 'UndMenuJournal')
const params = z.object({ journal: keyOf(journals) })

/** A page of a journal with the exact total of the filter. */
export const searchJournal = endpoint({
  method: 'POST',
  path: '/underwriting/journal/:journal',
  summary: 'Журнал заявок на андеррайтинге',
  access,
  params,
  query: PageQuery.extend({ sort: JournalSort }),
  body: JournalFilter,
  response: pageOf(JournalRow),
  reads: true,
  asksByNumber: ['search'],
})

/** Categories of clients, by which a journal is filtered. */
export const listJournalCategories = endpoint({
  method: 'GET',
  path: '/underwriting/client-categories',
  summary: 'Категории клиентов для отбора в журнале',
  access,
  response: z.array(Option),
})

/** How many rows each preset has under the same filter. */
export const countJournal = endpoint({
  method: 'POST',
  path: '/underwriting/journal/:journal/counts',
  summary: 'Число заявок журнала по отборам',
  access,
  params,
  body: JournalFilter,
  response: z.record(Preset, z.int()),
  reads: true,
  asksByNumber: ['search'],
})

export const journalExport = listExport({
  path: '/underwriting/journal/:journal/export',
  of: 'журнала заявок',
  access: canInBank('Underwriting', 'UndMenuJournal', 'Export'),
  params,
  filter: JournalFilter,
  sort: JournalSort,
  columns: journalColumns,
  asksByNumber: ['filter.search'],
})
export type JournalExport = ExportOf<typeof journalExport>
