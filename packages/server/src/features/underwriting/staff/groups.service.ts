import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type {
  UnderwritingGroup,
  UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { findGroup, findGroupPeople, findQueue, writePlan } from './groups.repo.ts'
import { momentOf } from './underwriters.service.ts'

/** Where a group opens. */
export const linkOf = (id: number): string => `/underwriting-group-card/${id}`

/** A group of the bank; 404 for others. */
export async function requireGroup(
  clock: BankClock,
  { db }: Pick<Context, 'db'>,
  id: number,
): Promise<UnderwritingGroup> {
  const group = await findGroup(db, momentOf(clock), id)
  if (group === undefined) throw notFound('Такой группы в банке нет')
  return group
}

/** The same with its people and with what waits at it. */
export async function getGroupCard(
  clock: BankClock,
  { db }: Pick<Context, 'db'>,
  id: number,
): Promise<UnderwritingGroupCard> {
  const group = await requireGroup(clock, { db }, id)
  const queue = (await findQueue(db, id)).map((one) => ({
    ...one,
    typeName: caseTypes[one.caseType].list.title,
    stageName: caseTypes[one.caseType].machine.states[one.stage]?.name ?? one.stage,
  }))
  return { ...group, people: await findGroupPeople(db, momentOf(clock), id), queue }
}

/** Sets how many decisions a group is to take in a day. */
export async function saveGroupPlan(
  clock: BankClock,
  context: Context,
  id: number,
  { version, dailyPlan }: { readonly version: number; readonly dailyPlan: number | null },
): Promise<UnderwritingGroupCard> {
  const before = await getGroupCard(clock, context, id)
  if (!(await writePlan(context.db, { id, version, dailyPlan })))
    throw stale(before, await findLastChangeOf(context.db, { objectType: 'workgroup', objectId: id }))
  await publish(context.db, topics.partner(before.partnerId))
  await publish(context.db, topics.underwriters)
  return getGroupCard(clock, context, id)
}
