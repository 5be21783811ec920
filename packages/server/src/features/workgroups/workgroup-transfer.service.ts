import { lowered } from '@ipoteka-office/contract/words.ts'
import type { Db } from '#db/database.ts'
import { ApiError } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { lockMembership, moveGroup, replaceMember } from './workgroup-transfer.repo.ts'
import { findApplicants, findGroupPartner, lockGroup } from './workgroups.repo.ts'
import { requireRightsOf } from './workgroups.service.ts'
import { refusalOfMember } from './workgroups.rules.ts'

/** What became of one group or membership; the reason may also explain what was done. */
export interface GroupAnswer {
  readonly done: boolean
  readonly reason: string | null
}

const refused = (reason: string): GroupAnswer => ({ done: false, reason })

/** A group of one partner becomes another's; who does not work there, leaves it. */
export async function transferGroup(
  db: Db,
  id: number,
  { fromPartnerId, toPartnerId }: { fromPartnerId: number; toPartnerId: number },
): Promise<GroupAnswer> {
  if ((await lockGroup(db, fromPartnerId, id)) === null) return refused('Группа уже у другого партнёра')
  const { members, roles } = await moveGroup(db, id, toPartnerId)
  const notes = [
    ...(members > 0 ? [`исключено сотрудников другого партнёра: ${members}`] : []),
    ...(roles > 0 ? [`снято неподходящих ролей: ${roles}`] : []),
  ]
  return { done: true, reason: notes.length > 0 ? notes.join('; ') : null }
}

async function refusalOfRights(db: Db, actor: Actor, key: { partnerId: number; id: number }) {
  try {
    await requireRightsOf(db, actor, key, 'добавьте преемника в группу сами, запрос уйдёт на подтверждение')
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** The successor takes an employee's place in a group, as its head too. */
export async function transferMembership(
  db: Db,
  actor: Actor,
  id: number,
  { employeeId, successorId }: { employeeId: number; successorId: number },
): Promise<GroupAnswer> {
  const membership = await lockMembership(db, id)
  if (membership?.employeeId !== employeeId) return refused('Сотрудник уже не состоит в группе')
  const { workgroupId, partnerId } = membership
  if ((await findGroupPartner(db, actor, workgroupId)) === null)
    return refused('Группа принадлежит партнёру, который вам не виден')
  const key = { partnerId, id: workgroupId }
  const applicant = (await findApplicants(db, actor, key, [successorId])).get(successorId)
  const isMember = applicant?.member === true
  const refusal = refusalOfMember(applicant && { ...applicant, member: false })
  if (refusal !== null) return refused(`Преемник: ${lowered(refusal)}`)
  const rights = isMember ? null : await refusalOfRights(db, actor, key)
  if (rights !== null) return refused(rights)
  await replaceMember(db, membership, successorId)
  return { done: true, reason: isMember ? 'Преемник уже состоял в группе' : null }
}
