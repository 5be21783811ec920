import { z } from 'zod'
import { CaseType } from '../cases/types/case-types.ts'
import { day, line, reference, whole } from '#common/fields.ts'
import { ItemsAnswer, Version } from '#common/items.ts'
import { PageQuery, pageOf, sortOf } from '#common/page.ts'
import { NamedRef, PersonRef } from '#common/refs.ts'
import { Code, Id, IdParam, Instant, text } from '#common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'

/** A group of the bank with the work of its people now. */
export const UnderwritingGroup = z.object({
  id: Id,
  partnerId: Id,
  name: z.string(),
  head: PersonRef.nullable(),
  /** Active people. */
  members: z.int(),
  onShift: z.int(),
  open: z.int(),
  overdue: z.int(),
  /** Applications that stand at the group and that nobody has. */
  waiting: z.int(),
  decidedToday: z.int(),
  /** Decisions a working day; null: no plan. */
  dailyPlan: z.int().nullable(),
  version: z.int(),
})
export type UnderwritingGroup = z.output<typeof UnderwritingGroup>

/** Somebody helps a group until a moment. */
const Help = z.object({ id: Id, until: Instant })
/** Groups of the bank that somebody helps now, the first to end first. */
export const HelpsNow = z.array(Help.extend({ group: NamedRef }))
export type HelpsNow = z.output<typeof HelpsNow>

/** One of a group, or who helps it, with their work now. */
export const GroupMember = z.object({
  ...PersonRef.shape,
  jobTitle: z.string(),
  head: z.boolean(),
  /** Who is in the group has null. */
  helps: Help.nullable(),
  /** Other groups of the bank that the person helps now. */
  helpsElsewhere: HelpsNow,
  onShift: z.boolean(),
  open: z.int(),
  overdue: z.int(),
  decidedToday: z.int(),
})
export type GroupMember = z.output<typeof GroupMember>

/** What of one stage stands at a group and is with nobody. */
export const GroupQueue = z.object({
  caseType: CaseType,
  /** «Заявки на потребительский кредит». */
  typeName: z.string(),
  stage: Code,
  stageName: z.string(),
  waiting: z.int(),
  overdue: z.int(),
  /** The earliest deadline. */
  dueAt: Instant.nullable(),
})
export type GroupQueue = z.output<typeof GroupQueue>

export const UnderwritingGroupCard = UnderwritingGroup.extend({
  people: z.array(GroupMember),
  queue: z.array(GroupQueue),
})
export type UnderwritingGroupCard = z.output<typeof UnderwritingGroupCard>

/** What is entered of a group's plan. */
export const groupPlanFields = {
  dailyPlan: whole('План решений на день', 1, 10_000, { hint: 'Пусто: плана нет' }),
}

/** Help lasts so long at most; who is needed for longer joins the group. */
export const longestHelpDays = 31

/** What is entered of help. */
export const groupHelpFields = {
  employeeId: reference('Кто поможет', 'employee'),
  until: day('До какого дня'),
  reason: line('Причина', {}, 500),
}

/** So many applications of a queue are handed over at once. */
export const mostMovedAtOnce = 200

/** What is entered of a queue that is handed over. */
export const groupQueueFields = {
  toGroupId: reference('Какой группе', 'workgroup'),
  count: whole('Сколько заявок', 1, mostMovedAtOnce, { hint: 'Самые срочные' }),
  comment: line('Причина', {}, 500),
}

export const groupSortFields = [
  'name',
  'members',
  'onShift',
  'open',
  'overdue',
  'waiting',
  'decidedToday',
] as const
export const GroupSort = sortOf(groupSortFields).default({ field: 'name', direction: 'asc' })
export type GroupSort = z.output<typeof GroupSort>

const access = canInBank('Underwriting', 'UndMenuManagingGroups')
/** Whoever changes groups of the bank; to look at them is not enough. */
const change = canInBank('Workgroup', 'Read', 'Update')
const Key = z.object({ id: IdParam })

export const searchUnderwritingGroups = endpoint({
  method: 'POST',
  path: '/underwriting/groups/search',
  summary: 'Группы андеррайтинга',
  access,
  query: PageQuery.extend({ sort: GroupSort }),
  body: z.object({ text: text(200).default('') }),
  response: pageOf(UnderwritingGroup),
  reads: true,
})
export const getUnderwritingGroup = endpoint({
  method: 'GET',
  path: '/underwriting/groups/:id',
  summary: 'Группа андеррайтинга',
  access,
  params: Key,
  response: UnderwritingGroupCard,
})
/** The plan is a field of the group: whoever changes groups of the bank sets it. 409 to an old version. */
export const saveGroupPlan = endpoint({
  method: 'PUT',
  path: '/underwriting/groups/:id/plan',
  summary: 'План решений группы на день',
  access: change,
  params: Key,
  body: z.object({ dailyPlan: groupPlanFields.dailyPlan.schema.nullable(), version: Version }),
  response: UnderwritingGroupCard,
})
const inGroup = { access: change, params: Key, response: UnderwritingGroupCard } as const

/**
 * Somebody of the bank helps the group until a moment: they take its tasks by their own rights, and get none from it. Who
 * helps already goes on until the new moment. 400 on `employeeId` for people of the group itself.
 */
export const startGroupHelp = endpoint({
  ...inGroup,
  method: 'POST',
  path: '/underwriting/groups/:id/help',
  summary: 'Помощь группе до часа',
  body: z.object({ employeeId: Id, until: Instant, reason: text(500).default('') }),
  idempotent: true,
})
/** Ends help before its time; what the person has taken stays with them. 409: it is over. */
export const endGroupHelp = endpoint({
  ...inGroup,
  method: 'POST',
  path: '/underwriting/groups/:id/help/:helpId/end',
  summary: 'Закончить помощь группе',
  params: Key.extend({ helpId: IdParam }),
  idempotent: true,
})
/**
 * Hands applications that nobody has to another group of the bank, the most urgent first; of one stage where `of` names it.
 * Each is answered by itself, with the id of its case: nobody is given what their rights do not let them decide.
 */
export const moveGroupQueue = endpoint({
  ...inGroup,
  method: 'POST',
  path: '/underwriting/groups/:id/queue/move',
  summary: 'Передать очередь другой группе',
  body: z.object({
    toGroupId: Id,
    of: z.object({ caseType: CaseType, stage: Code }).nullable().default(null),
    count: z.int().min(1).max(mostMovedAtOnce),
    comment: text(500).default(''),
  }),
  response: ItemsAnswer.extend({
    /** How many are still there. */
    left: z.int(),
  }),
  idempotent: true,
})
/** Somebody leaves the group for another one of the bank. 409 for its head; 403 where the other group gives rights that need a second person. */
export const moveGroupMember = endpoint({
  ...inGroup,
  method: 'POST',
  path: '/underwriting/groups/:id/people/:employeeId/move',
  summary: 'Перевести сотрудника в другую группу',
  params: Key.extend({ employeeId: IdParam }),
  body: z.object({ toGroupId: Id, version: Version }),
  idempotent: true,
})
