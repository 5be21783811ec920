import { z } from 'zod'
import { PartnerRef } from '../common/refs.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant, Option } from '../common/scalars.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'

const readPartner = can('Partner', 'Read')
const PartnerKey = z.object({ partnerId: IdParam })
const PartnerIdKey = z.object({ id: IdParam })

const dictionary = (path: string, summary: string) =>
  endpoint({ method: 'GET', path, summary, access: signedIn, response: z.array(Option) })
export const listBranchTypes = dictionary('/partner/branchType', 'Типы подразделений')
export const listBusinessProfiles = dictionary('/partner/businessProfile', 'Профили деятельности')
export const listTenancyTypes = dictionary('/partner/tenancyType', 'Типы владения помещением')
export const listTenantTypes = dictionary('/partner/tenantType', 'Типы арендодателя')
export const listReassignmentTypes = dictionary('/partner/reassignmentType', 'Типы переназначения')
export const listContactTypes = dictionary('/partner/contactType/', 'Типы контактов')

/** What depends on a partner and goes on existing when it is deactivated. */
export const PartnerDependants = z.object({
  openCases: z.int(),
  activeEmployees: z.int(),
  activeBranches: z.int(),
  activeWorkgroups: z.int(),
  /** Partners that name this one among theirs. */
  linkedPartners: z.int(),
  total: z.int(),
})
export type PartnerDependants = z.output<typeof PartnerDependants>
export const getPartnerDependants = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/dependants',
  summary: 'Что зависит от партнёра',
  access: readPartner,
  params: PartnerKey,
  response: PartnerDependants,
})
export const getPartnerDescription = endpoint({
  method: 'GET',
  path: '/partner/:id/description',
  summary: 'Действующее описание партнёра',
  access: readPartner,
  params: PartnerIdKey,
  response: z.object({ text: z.string(), author: z.string().nullable(), createdAt: Instant.nullable() }),
})

/** A partner in the tree. */
export const TreeNode = PartnerRef.extend({
  parentId: Id.nullable(),
  /** 0 is the top of the answer. */
  depth: z.int(),
  branchTypeName: z.string().nullable(),
  regionName: z.string().nullable(),
  notActive: z.boolean(),
  branchesCount: z.int(),
  /** False: only the name is shown, the card does not open. */
  visible: z.boolean(),
})
export type TreeNode = z.output<typeof TreeNode>
/** The partner and what is under it, each after its parent; at most 1 000 nodes, `total` counts all. */
export const getBranchTree = endpoint({
  method: 'GET',
  path: '/partner/:id/tree/branches',
  summary: 'Дерево филиалов партнёра',
  access: readPartner,
  params: PartnerIdKey,
  response: z.object({ nodes: z.array(TreeNode), total: z.int() }),
})
/** From the top down to the partner itself. */
export const getHeadTree = endpoint({
  method: 'GET',
  path: '/partner/:id/tree/heads',
  summary: 'Головные организации партнёра',
  access: readPartner,
  params: PartnerIdKey,
  response: z.array(TreeNode),
})

/** Changes of the card and of all its parts, newest first. */
export const listPartnerHistory = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/history',
  summary: 'История карточки партнёра',
  access: readPartner,
  params: PartnerKey,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/**
 * How many rows each tab of a partner's card opens with, for all tabs in one answer. Null: the caller may not read the tab.
 * Employees and groups: those that are active; contacts: the partner's own; documents: without the deleted ones.
 */
export const PartnerTabCounts = z.object({
  branches: z.int(),
  accounts: z.int(),
  contacts: z.int(),
  regions: z.int(),
  roles: z.int(),
  rates: z.int(),
  links: z.int(),
  notifications: z.int(),
  reassignment: z.int(),
  documents: z.int().nullable(),
  employees: z.int().nullable(),
  workgroups: z.int().nullable(),
})
export type PartnerTabCounts = z.output<typeof PartnerTabCounts>
export const countPartnerTabs = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/counts',
  summary: 'Сколько строк на вкладках карточки партнёра',
  access: readPartner,
  params: PartnerKey,
  response: PartnerTabCounts,
})
