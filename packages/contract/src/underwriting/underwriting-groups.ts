import { z } from 'zod'
import { whole } from '#common/fields.ts'
import { Version } from '#common/items.ts'
import { PageQuery, pageOf, sortOf } from '#common/page.ts'
import { PersonRef } from '#common/refs.ts'
import { Id, IdParam, text } from '#common/scalars.ts'
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
  decidedToday: z.int(),
  /** Decisions a working day; null: no plan. */
  dailyPlan: z.int().nullable(),
  version: z.int(),
})
export type UnderwritingGroup = z.output<typeof UnderwritingGroup>

/** One of a group with their work now. */
export const GroupMember = z.object({
  ...PersonRef.shape,
  jobTitle: z.string(),
  head: z.boolean(),
  onShift: z.boolean(),
  open: z.int(),
  overdue: z.int(),
  decidedToday: z.int(),
})
export type GroupMember = z.output<typeof GroupMember>

export const UnderwritingGroupCard = UnderwritingGroup.extend({ people: z.array(GroupMember) })
export type UnderwritingGroupCard = z.output<typeof UnderwritingGroupCard>

/** What is entered of a group's plan. */
export const groupPlanFields = {
  dailyPlan: whole('План решений на день', 1, 10_000, { hint: 'Пусто: плана нет' }),
}

export const groupSortFields = ['name', 'members', 'onShift', 'open', 'overdue', 'decidedToday'] as const
export const GroupSort = sortOf(groupSortFields).default({ field: 'name', direction: 'asc' })
export type GroupSort = z.output<typeof GroupSort>

const access = canInBank('Underwriting', 'UndMenuManagingGroups')
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
  access: canInBank('Workgroup', 'Read', 'Update'),
  params: Key,
  body: z.object({ dailyPlan: groupPlanFields.dailyPlan.schema.nullable(), version: Version }),
  response: UnderwritingGroupCard,
})
