import { z } from 'zod'
import { CaseType } from '../cases/types/case-types.ts'
import { ChangeRequest } from '../change-requests/change-requests.ts'
import { Day, SearchText, Version } from '../common/items.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { AllowedAction, RecordProcess } from '../common/process.ts'
import { Availability, NumberedRef, PendingRef, PersonRef } from '../common/refs.ts'
import { keyOf, Id, IdParam, Instant, messages, requiredText, text } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import {
  blacklistCategories,
  blacklistKinds,
  blacklistLevels,
  blacklistObject,
  blacklistSources,
} from './blacklist-kinds.ts'
import { entryMachine } from './entry-machine.ts'

export const BlacklistKindParam = keyOf(blacklistKinds)
const Level = keyOf(blacklistLevels)
const Category = keyOf(blacklistCategories)
const Source = keyOf(blacklistSources)
const State = keyOf(entryMachine.states)

const List = z.object({ kind: BlacklistKindParam })
const Key = z.object({ kind: BlacklistKindParam, id: IdParam })

/** Tabs of a list: states, and what ends soon. */
export const blacklistTabs = {
  acting: 'Действуют',
  approval: 'На подтверждении',
  appeal: 'Обжалуются',
  ending: 'Истекают',
  draft: 'Черновики',
  ended: 'Завершены',
  all: 'Все',
} as const
export type BlacklistTab = keyof typeof blacklistTabs
export const BlacklistTab = keyOf(blacklistTabs)

/** The filter of a list; an absent or empty part does not restrict. */
export const BlacklistFilter = z.object({
  tab: BlacklistTab.default('all'),
  /** Words of a name, or a passport, ИНН, СНИЛС, ОГРН or phone in any spelling, or the number of an entry. */
  search: SearchText.default(''),
  levels: z.array(Level).max(3).default([]),
  categories: z.array(Category).max(20).default([]),
  /** Part of the reason: 403 to those who may not read it. */
  sources: z.array(Source).max(20).default([]),
  states: z.array(State).max(10).default([]),
  authors: z.array(Id).max(100).default([]),
  /** The last day lies between these, both included. */
  validToFrom: Day.optional(),
  validToTo: Day.optional(),
})
export type BlacklistFilter = z.output<typeof BlacklistFilter>

export const blacklistSortFields = ['id', 'title', 'level', 'validTo', 'approvedAt'] as const
export const BlacklistSort = sortOf(blacklistSortFields).default({ field: 'id', direction: 'desc' })
export type BlacklistSort = z.output<typeof BlacklistSort>

const shared = {
  id: Id,
  kind: BlacklistKindParam,
  state: State,
  level: Level,
  /** How it acts now: a stop that is appealed against is a matter of review; null: not at all. */
  actingLevel: Level.nullable(),
  category: Category,
  validFrom: Day,
  /** The last day; null: without an end. */
  validTo: Day.nullable(),
  author: PersonRef,
  approver: PersonRef.nullable(),
  approvedAt: Instant.nullable(),
  createdAt: Instant,
  /** What said who it is was destroyed. */
  destroyed: z.boolean(),
  version: z.int(),
}

/** An entry as a list shows it; personal numbers are masked. */
export const BlacklistRow = z.object({
  ...shared,
  title: z.string(),
  birthDate: Day.nullable(),
  /** The second line: an ИНН of a firm, an owner of a phone. */
  note: z.string().nullable(),
  ending: z.boolean(),
})
export type BlacklistRow = z.output<typeof BlacklistRow>

/** Why somebody is listed; seen by those who may read reasons, and every reading is in the access log. */
export const EntryReason = z.object({
  source: Source,
  basis: requiredText(2_000),
  evidence: text(2_000),
  comment: text(2_000),
})
export type EntryReason = z.output<typeof EntryReason>

/** An entry as the form sends it. */
export const EntryInput = z.object({
  level: Level,
  category: Category,
  validFrom: Day,
  validTo: Day.nullable(),
  /** By the fields of the kind; what is masked stays as it is stored. */
  data: z.record(z.string().max(64), z.unknown()),
  /** Null: stays as it is, for those who may not read it. */
  reason: EntryReason.nullable(),
})
export type EntryInput = z.output<typeof EntryInput>

/** An appeal against an entry; its words are part of the reason. */
export const EntryAppeal = z.object({
  id: Id,
  number: z.string(),
  receivedOn: Day,
  dueOn: Day,
  overdue: z.boolean(),
  outcome: keyOf({ SATISFIED: 'Удовлетворено', REJECTED: 'Отказано' }).nullable(),
  /** Null for those who may not read reasons. */
  words: z.object({ applicant: z.string(), claim: z.string(), decision: z.string() }).nullable(),
  registeredBy: PersonRef,
  decidedBy: PersonRef.nullable(),
  decidedAt: Instant.nullable(),
})
export type EntryAppeal = z.output<typeof EntryAppeal>

/** An entry as the server answers it. */
export const BlacklistEntry = z.object({
  ...shared,
  title: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Null for those who may not read it. */
  reason: EntryReason.nullable(),
  actions: z.array(AllowedAction),
  /** What a second person would have to agree to, and why not now where it may not be asked. */
  changes: z.object({
    change: Availability,
    prolong: Availability,
    remove: Availability,
    appeal: Availability,
  }),
  pending: PendingRef.nullable(),
  /** The case in which a fraud was confirmed, where the entry came from that; null for those who may not read reasons. */
  origin: NumberedRef.extend({ type: CaseType, saidAt: Instant }).nullable(),
  appeals: z.array(EntryAppeal),
})
export type BlacklistEntry = z.output<typeof BlacklistEntry>

export const searchBlacklist = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/search',
  summary: 'Чёрный список',
  access: canInBank(blacklistObject, 'List'),
  params: List,
  query: PageQuery.extend({ sort: BlacklistSort }),
  body: BlacklistFilter,
  response: pageOf(BlacklistRow),
  reads: true,
})
/** Counts of the tabs under the same filter. */
export const countBlacklist = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/counts',
  summary: 'Число записей чёрного списка по вкладкам',
  access: canInBank(blacklistObject, 'List'),
  params: List,
  body: BlacklistFilter.omit({ tab: true }),
  response: z.record(BlacklistTab, z.int()),
  reads: true,
})
/** Who has written entries: for the filter. */
export const listBlacklistAuthors = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/authors',
  summary: 'Авторы записей чёрного списка',
  access: canInBank(blacklistObject, 'List'),
  params: List,
  response: z.array(PersonRef),
})

export const createBlacklistEntry = endpoint({
  method: 'POST',
  path: '/blacklist/:kind',
  summary: 'Новая запись чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'ReadReason', 'Create'),
  params: List,
  body: EntryInput.extend({ reason: EntryReason }),
  response: BlacklistEntry,
  idempotent: true,
})
export const getBlacklistEntry = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/:id',
  summary: 'Запись чёрного списка',
  access: canInBank(blacklistObject, 'Read'),
  params: Key,
  response: BlacklistEntry,
})
/** A draft alone; an old version answers 409 with the entry as it is. */
export const saveBlacklistEntry = endpoint({
  method: 'PUT',
  path: '/blacklist/:kind/:id',
  summary: 'Сохранение черновика записи чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'Update'),
  params: Key,
  body: EntryInput.extend({ version: Version }),
  response: BlacklistEntry,
})
const Move = z.object({ version: Version, comment: text(1_000).default('') })
export const submitBlacklistEntry = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/submit',
  summary: 'Запись чёрного списка — на подтверждение',
  access: canInBank(blacklistObject, 'Read', 'Update'),
  params: Key,
  body: Move,
  response: BlacklistEntry,
  idempotent: true,
})
/** By another person than wrote it or sent it: 409 to these. */
export const decideBlacklistEntry = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/decision',
  summary: 'Решение о новой записи чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'Approve'),
  params: Key,
  body: Move.extend({ action: z.enum(['approve', 'decline'], messages.unknownCode) }),
  response: BlacklistEntry,
  idempotent: true,
})
/** By neither author nor approver of the entry, nor by who registered the appeal: 409 to these. */
export const decideEntryAppeal = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/appeal-decision',
  summary: 'Решение по обжалованию записи чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'Appeal'),
  params: Key,
  body: Move.extend({ action: z.enum(['keep', 'satisfy'], messages.unknownCode) }),
  response: BlacklistEntry,
  idempotent: true,
})

/** An entry that acts changes only by a request on which another person decides. */
export const requestEntryChange = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/change',
  summary: 'Запрос изменения записи чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'Update'),
  params: Key,
  body: EntryInput.extend({ version: Version }),
  response: ChangeRequest,
  idempotent: true,
})
export const requestEntryProlonging = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/prolong',
  summary: 'Запрос продления записи чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'Update'),
  params: Key,
  body: z.object({ validTo: Day.nullable(), reason: requiredText(1_000), version: Version }),
  response: ChangeRequest,
  idempotent: true,
})
export const requestEntryRemoval = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/remove',
  summary: 'Запрос снятия записи чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'Update'),
  params: Key,
  body: z.object({ reason: requiredText(1_000), version: Version }),
  response: ChangeRequest,
  idempotent: true,
})
export const AppealInput = z.object({
  receivedOn: Day,
  applicant: requiredText(200),
  claim: requiredText(2_000),
})
export const requestEntryAppeal = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/appeal',
  summary: 'Регистрация обжалования записи чёрного списка',
  access: canInBank(blacklistObject, 'Read', 'Update', 'Appeal'),
  params: Key,
  body: AppealInput.extend({ version: Version }),
  response: ChangeRequest,
  idempotent: true,
})

/** Comments of the moves are part of the reason. */
export const getEntryProcess = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/:id/process',
  summary: 'Путь записи чёрного списка',
  access: canInBank(blacklistObject, 'Read'),
  params: Key,
  response: RecordProcess,
})
export const listEntryHistory = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/:id/history',
  summary: 'История записи чёрного списка',
  access: canInBank(blacklistObject, 'Read'),
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
