import { z } from 'zod'
import { Day } from '../common/items.ts'
import { pageOf, PageQuery } from '../common/page.ts'
import { PersonRef } from '../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, Option } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { type ExportOf, inOneOrder, listExport } from '../exports/list-export.ts'
import { HistoryEntry } from '../history/history.ts'

/** By what a change came. */
export const changeSources = {
  PERSON: 'Человек',
  RECOGNITION: 'Распознавание',
  OUTSIDE: 'Другая система',
  TIMER: 'Таймер',
  IMPORT: 'Загрузка файла',
  SYSTEM: 'Система',
} as const
export type ChangeSource = keyof typeof changeSources

/** Places of a case that are told of beside the sections of its questionnaire and its head. */
export const changePlaces = {
  STAGES: 'Этапы',
  DECISIONS: 'Решения',
  CHECKERS: 'Проверяющие',
  REMARKS: 'Замечания',
  COMMENTS: 'Комментарии',
  TASKS: 'Задачи',
  CONTROL: 'Контроль физлица',
  CONDITIONS: 'Условия решения',
  WORKSHEET: 'Рабочий лист андеррайтера',
  OBJECT_REVIEW: 'Экспертиза объекта',
  DOCUMENTS: 'Документы',
} as const
export type ChangePlace = keyof typeof changePlaces

/** What of a history is asked for; an absent or empty part does not restrict. */
export const ChangesFilter = z.object({
  actorIds: z.array(Id).max(100).default([]),
  from: Day.optional(),
  to: Day.optional(),
  sections: z.array(Code).max(50).default([]),
  /** `CREDIT.amount`: a place and a field in it, as {@link listChangeChoices} names them. */
  fields: z.array(z.string().max(120)).max(50).default([]),
  sources: z.array(keyOf(changeSources)).default([]),
})
export type ChangesFilter = z.output<typeof ChangesFilter>

/** One change of anything in a case: of its data, its stage, a decision on it. */
export const CaseChangeEntry = HistoryEntry.omit({ source: true }).extend({
  section: z.string(),
  sectionName: z.string(),
  source: keyOf(changeSources),
  /** What happened, where it is more than a change of fields: «Одобрить», «Документ создан». */
  text: z.string().nullable(),
})
export type CaseChangeEntry = z.output<typeof CaseChangeEntry>

const params = z.object({ id: IdParam })
const access = canInBank('Underwriting', 'List')

/** Everything that changed in an application, newest first. For people of the bank. */
export const searchCaseChanges = endpoint({
  method: 'POST',
  path: '/underwriting/:id/changes',
  summary: 'История изменений заявки: данные, этапы, решения, документы, замечания, комментарии, задачи',
  access,
  params,
  query: PageQuery,
  body: ChangesFilter,
  response: pageOf(CaseChangeEntry),
  reads: true,
})

/** What the filters of the history may be set to: who changed anything, where, and which fields. */
export const listChangeChoices = endpoint({
  method: 'GET',
  path: '/underwriting/:id/changes/choices',
  summary: 'Чем ограничить историю изменений заявки',
  access,
  params,
  response: z.object({
    actors: z.array(PersonRef),
    sections: z.array(Option),
    fields: z.array(Option),
  }),
})

/** Columns of the history as a table: key → heading. */
export const changeColumns = {
  at: 'Когда',
  actor: 'Кто',
  source: 'Источник',
  section: 'Раздел',
  field: 'Что изменилось',
  before: 'Было',
  after: 'Стало',
} as const
export type ChangeColumn = keyof typeof changeColumns

/** In a file each field has a row of its own, and personal numbers are masked for everybody. */
export const caseChangesExport = listExport({
  path: '/underwriting/:id/changes/export',
  of: 'истории изменений заявки',
  access: canInBank('Underwriting', 'List', 'Export'),
  params,
  filter: ChangesFilter,
  sort: inOneOrder,
  columns: changeColumns,
})
export type CaseChangesExport = ExportOf<typeof caseChangesExport>

/** What a check of the chains of an application found. */
export const ChainVerdict = z.object({
  at: Instant,
  by: PersonRef,
  /** Whether everything is as it was written. */
  isWhole: z.boolean(),
  /** The result in words: whole, or which record is not as it was written. */
  text: z.string(),
  /** Records of the history, decisions and seals that were looked at. */
  records: z.int(),
  decisions: z.int(),
  seals: z.int(),
  /** Records after the last seal: chains alone protect them until the next one. */
  unsealed: z.int(),
})
export type ChainVerdict = z.output<typeof ChainVerdict>

/** Who checked the chains of an application last, and what was found. */
export const lastChainCheck = endpoint({
  method: 'GET',
  path: '/underwriting/:id/changes/verified',
  summary: 'Последняя проверка цепочки истории заявки',
  access,
  params,
  response: z.object({ last: ChainVerdict.nullable() }),
})

/** Computes the chains again: the history of everything in the application, its decisions, and the seals over them. */
export const verifyCaseChains = endpoint({
  method: 'POST',
  path: '/underwriting/:id/changes/verify',
  summary: 'Проверить цепочку истории и решений заявки',
  access,
  params,
  response: ChainVerdict,
  // It changes nothing but the journal of access: auditors check too.
  reads: true,
})
