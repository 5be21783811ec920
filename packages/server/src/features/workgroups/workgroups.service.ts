import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type {
  addWorkgroupEmployees,
  ProcessOperation,
  Workgroup,
  WorkgroupInput,
  WorkgroupMember,
  WorkgroupRole,
  WorkProcess,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { fourEyesFeature } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import type { Asking } from '#features/change-requests/change-requests.service.ts'
import { isFeatureActing } from '#features/feature-toggles/feature-toggles.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { requestGroupMembers } from './workgroup-requests.service.ts'
import { findRoles, findRolesOfGroup } from './workgroup-roles.repo.ts'
import {
  addMembers,
  addRoles,
  deleteGroup as removeGroup,
  exceedsPartner,
  findApplicants,
  findGroup,
  findGroupPartner,
  findGroups,
  findGroupsByOperation,
  findHead,
  findLastChange,
  findMembers,
  findOperationsOf,
  findPartnerRoles,
  findSelves,
  findUserRoles,
  insertGroup,
  type LockedGroup,
  lockGroup,
  raiseVersion,
  removeMembers,
  removeRoles,
  setHead,
  updateGroup,
} from './workgroups.repo.ts'
import { isSuitable, refusalOfMember, refusalOfRole, sameGroup } from './workgroups.rules.ts'

interface Key {
  readonly partnerId: number
  readonly id: number
}

/** Said to who would give roles to themselves. */
export const noOwnRoles = 'Свои роли меняет другой сотрудник'

const noPartner = () => notFound('Партнёр не найден')
const noGroup = () => notFound('Рабочая группа не найдена')

/** The roles of a partner that the caller may see; 404 otherwise. */
export async function partnerRolesOf(db: Db, actor: Actor, partnerId: number): Promise<string[]> {
  const roles = await findPartnerRoles(db, actor, partnerId)
  if (roles === null) throw noPartner()
  return roles
}

export async function listGroups(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  partnerId: number,
  query: PageQuery & { name: string; notActive?: boolean | undefined },
): Promise<Page<Workgroup>> {
  await partnerRolesOf(db, actor, partnerId)
  return findGroups(db, partnerId, query)
}

export async function getGroup(db: Db, actor: Actor, { partnerId, id }: Key): Promise<Workgroup> {
  await partnerRolesOf(db, actor, partnerId)
  const group = await findGroup(db, partnerId, id)
  if (group === null) throw noGroup()
  return group
}

export async function listGroupsByOperation(
  { db, actor }: Context,
  partnerId: number,
  { process, operation }: { process: WorkProcess; operation: ProcessOperation },
): Promise<Workgroup[]> {
  await partnerRolesOf(db, actor, partnerId)
  return findGroupsByOperation(db, partnerId, process, operation)
}

/** The catalogue with whether groups of the partner may hold each role. */
export async function listRolesFor(
  { db, actor }: Context,
  partnerId: number,
): Promise<(WorkgroupRole & { suitable: boolean })[]> {
  const held = await partnerRolesOf(db, actor, partnerId)
  return (await findRoles(db)).map((role) => ({ ...role, suitable: isSuitable(role, held) }))
}

/** Locks a group that the caller may see, for a change of it or of its parts. */
export async function takeGroup({ db, actor }: Context, { partnerId, id }: Key): Promise<LockedGroup> {
  await partnerRolesOf(db, actor, partnerId)
  const group = await lockGroup(db, partnerId, id)
  if (group === null) throw noGroup()
  return group
}

/** 409 when the version is old. */
export async function requireVersion(
  { db, actor }: Context,
  key: Key,
  group: LockedGroup,
  version: number,
): Promise<void> {
  if (group.version !== version) throw stale(await getGroup(db, actor, key), await findLastChange(db, key.id))
}

/** How user roles come to people through a group: at once, or when a second person has agreed. */
export type Giving = 'free' | 'second'

/**
 * Nobody gives away, through a group, operations of user roles that they do not hold themselves; where a second person
 * decides on roles, the bank's people ask for them, whatever they hold.
 */
export async function givingOf(
  db: Db,
  actor: Actor,
  { partnerId }: Pick<Key, 'partnerId'>,
  userRoleIds: readonly number[],
): Promise<Giving> {
  const operations = await findOperationsOf(db, userRoleIds)
  if (operations.length === 0) return 'free'
  const needsSecond =
    (await exceedsPartner(db, partnerId, userRoleIds)) && (await isFeatureActing(db, fourEyesFeature))
  if (needsSecond && actor.isAhml) return 'second'
  const isMore = operations.some(
    ({ objectType, operation }) => !actor.operations[objectType]?.includes(operation),
  )
  if (needsSecond || isMore)
    throw forbidden('Группа даёт права, которых нет у вас: обратитесь к администратору ролей')
  return 'free'
}

/** Whoever joins a group holds its user roles from then on. */
async function givingOfMembership(db: Db, actor: Actor, key: Key): Promise<Giving> {
  const given = (await findUserRoles(db, key.id)).filter(({ held }) => held)
  return givingOf(
    db,
    actor,
    key,
    given.map(({ id }) => id),
  )
}

/** The same where nobody can be asked along the way: `instead` says what to do. */
export async function requireRightsOf(db: Db, actor: Actor, key: Key, instead: string): Promise<void> {
  if ((await givingOfMembership(db, actor, key)) === 'second')
    throw forbidden(`Группа даёт роли, а их назначение подтверждает второй человек: ${instead}`)
}

const throughMembers =
  'сначала добавьте сотрудника в группу на её вкладке «Сотрудники», запрос уйдёт на подтверждение'

/** The head must be able to be a member; one who is not yet becomes one. */
async function joinHead({ db, actor }: Context, key: Key, headId: number): Promise<void> {
  const applicant = (await findApplicants(db, actor, key, [headId])).get(headId)
  if (applicant?.member && !applicant.notActive) return
  await requireRightsOf(db, actor, key, throughMembers)
  const refusal = refusalOfMember(applicant && { ...applicant, member: false })
  if (refusal !== null) throw invalid([{ path: 'headId', message: refusal }])
  await addMembers(db, key.id, [headId])
}

export async function createGroup(
  context: Context,
  partnerId: number,
  input: WorkgroupInput,
): Promise<Workgroup> {
  const { db, actor } = context
  await partnerRolesOf(db, actor, partnerId)
  const id = await insertGroup(db, partnerId, input)
  if (input.headId !== null) {
    await joinHead(context, { partnerId, id }, input.headId)
    await setHead(db, id, input.headId)
  }
  return getGroup(db, actor, { partnerId, id })
}

export async function saveGroup(
  context: Context,
  key: Key,
  { version, ...input }: WorkgroupInput & { version: number },
): Promise<Workgroup> {
  const { db, actor } = context
  const before = await takeGroup(context, key)
  await requireVersion(context, key, before, version)
  if (!sameGroup(before, input)) {
    if (input.headId !== null && input.headId !== before.headId) await joinHead(context, key, input.headId)
    // A group that works again gives its members its roles again.
    if (before.notActive && !input.notActive)
      await requireRightsOf(
        db,
        actor,
        key,
        'снимите роли с группы, включите её и назначьте роли заново, запрос уйдёт на подтверждение',
      )
    await updateGroup(db, key.id, input)
  }
  return getGroup(db, actor, key)
}

/**
 * Makes an employee the head of a group that the caller may see (null: none); joins them when they are no member yet.
 * For `PUT /employee/headForWorkgroup/{workgroupId}`: call inside the write transaction.
 */
export async function setWorkgroupHead(
  context: Context,
  workgroupId: number,
  headId: number | null,
): Promise<Workgroup> {
  const { db, actor } = context
  const partnerId = await findGroupPartner(db, actor, workgroupId)
  if (partnerId === null) throw noGroup()
  const key = { partnerId, id: workgroupId }
  const before = await takeGroup(context, key)
  if (before.headId !== headId) {
    if (headId !== null) await joinHead(context, key, headId)
    await setHead(db, workgroupId, headId)
  }
  return getGroup(db, actor, key)
}

const refusalOfDeletion = (group: Workgroup): string | null =>
  group.employeesCount > 0
    ? `В группе есть сотрудники: ${group.employeesCount}. Исключите их или сделайте группу неактивной`
    : null

export async function deleteGroup(context: Context, key: Key, version: number): Promise<void> {
  const { db, actor } = context
  await requireVersion(context, key, await takeGroup(context, key), version)
  const refusal = refusalOfDeletion(await getGroup(db, actor, key))
  if (refusal !== null) throw conflict(refusal)
  await removeGroup(db, key.id)
}

export async function deleteGroups(
  context: Context,
  partnerId: number,
  ids: readonly number[],
): Promise<ItemsAnswer> {
  const { db, actor } = context
  await partnerRolesOf(db, actor, partnerId)
  const results: ItemsAnswer['results'] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const locked = await lockGroup(db, partnerId, id)
    const group = locked && (await findGroup(db, partnerId, id))
    const reason = group ? refusalOfDeletion(group) : 'Рабочая группа не найдена'
    if (reason === null) await removeGroup(db, id)
    results.push({ id, done: reason === null, reason })
  }
  return { results }
}

export async function listMembers(
  { db, actor }: Context,
  key: Key,
  query: PageQuery & { fullName: string },
): Promise<Page<WorkgroupMember>> {
  await getGroup(db, actor, key)
  return findMembers(db, key.id, query)
}

export async function getHead({ db, actor }: Context, key: Key): Promise<{ head: WorkgroupMember | null }> {
  await getGroup(db, actor, key)
  return { head: await findHead(db, key.id) }
}

const unique = (ids: readonly number[]) => [...new Set(ids)]

/** Adds those who may join; each is answered by itself. */
export async function joinGroup(
  context: Context & Asking,
  key: Key,
  employeeIds: readonly number[],
): Promise<JoinAnswer> {
  const { db, actor } = context
  const group = await takeGroup(context, key)
  const giving = await givingOfMembership(db, actor, key)
  const ids = unique(employeeIds)
  const applicants = await findApplicants(db, actor, key, ids)
  const own = giving === 'second' ? await findSelves(db, actor.employeeId, ids) : new Set()
  const results = ids.map((id) => {
    const reason = own.has(id) ? noOwnRoles : refusalOfMember(applicants.get(id))
    return { id, done: reason === null, reason }
  })
  const joined = results.filter(({ done }) => done).map(({ id }) => id)
  if (joined.length === 0) return { results, pending: null }
  if (giving === 'second') {
    const joining = joined.flatMap((id) => applicants.get(id) ?? [])
    const pending = await requestGroupMembers(context, key, group, joining)
    const waits = `Ждёт подтверждения второго человека: запрос № ${pending.id}`
    return {
      results: results.map((one) => (one.done ? { ...one, done: false, reason: waits } : one)),
      pending,
    }
  }
  await addMembers(db, key.id, joined)
  await raiseVersion(db, key.id)
  return { results, pending: null }
}

/** What became of those who shall join, with the request where a second person decides. */
type JoinAnswer = ResponseOf<typeof addWorkgroupEmployees>

const answersOf = (ids: readonly number[], done: readonly number[], reason: string): ItemsAnswer => ({
  results: ids.map((id) => ({
    id,
    done: done.includes(id),
    reason: done.includes(id) ? null : reason,
  })),
})

export async function leaveGroup(context: Context, key: Key, ids: readonly number[]): Promise<ItemsAnswer> {
  await takeGroup(context, key)
  const left = await removeMembers(context.db, key.id, ids)
  if (left.length > 0) await raiseVersion(context.db, key.id)
  return answersOf(ids, left, 'Не состоит в группе')
}

export async function listRolesOfGroup({ db, actor }: Context, key: Key): Promise<WorkgroupRole[]> {
  await getGroup(db, actor, key)
  return findRolesOfGroup(db, key.id)
}

export async function giveRoles(
  context: Context,
  key: Key,
  roleIds: readonly number[],
): Promise<ItemsAnswer> {
  const { db, actor } = context
  await takeGroup(context, key)
  const partnerRoles = await partnerRolesOf(db, actor, key.partnerId)
  const roles = new Map((await findRoles(db)).map((role) => [role.id, role]))
  const held = new Set((await findRolesOfGroup(db, key.id)).map(({ id }) => id))
  const results = unique(roleIds).map((id) => {
    const reason = refusalOfRole(roles.get(id), partnerRoles, held.has(id))
    return { id, done: reason === null, reason }
  })
  const given = results.filter(({ done }) => done).map(({ id }) => id)
  if (given.length > 0) {
    await addRoles(db, key.id, given)
    await raiseVersion(db, key.id)
  }
  return { results }
}

export async function takeRoles(context: Context, key: Key, ids: readonly number[]): Promise<ItemsAnswer> {
  await takeGroup(context, key)
  const taken = await removeRoles(context.db, key.id, ids)
  if (taken.length > 0) await raiseVersion(context.db, key.id)
  return answersOf(ids, taken, 'Такой роли у группы нет')
}
