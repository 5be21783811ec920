import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type {
  listMyChecks,
  takeNextCheck,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { takeNext } from '#features/queue/queue-entry.service.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { type ApproverState, findApproverStates, findChecked, findNumber } from './checked.repo.ts'

function whyNone(states: readonly ApproverState[]): string | null {
  if (states.length === 0) return 'Вас нет среди согласующих'
  if (states.some(({ workStatus, open, limit }) => workStatus === 'ACTIVE' && open < limit)) return null
  if (states.every(({ workStatus }) => workStatus !== 'ACTIVE'))
    return states.some(({ workStatus }) => workStatus === 'PAUSE')
      ? 'Вы на паузе: новые заявки не приходят'
      : 'Вы неактивны: новые заявки не приходят'
  return 'Лимит заявок исчерпан: новые придут, когда освободится место'
}

/** What the person checks as an approver now. */
export async function myChecks(
  { db, actor }: Context,
  { search, ...query }: PageQuery & { readonly search: string },
): Promise<ReplyOf<typeof listMyChecks>> {
  const page = await findChecked(db, actor, search, query)
  const states = await findApproverStates(db, actor.employeeId)
  const waiting = states.reduce((sum, state) => sum + state.waiting, 0)
  return { ...page, waiting, notWorking: whyNone(states) }
}

/** Gives the person the next application of the queue that fits them. */
export async function nextCheck(
  { db, actor, requestId }: Context,
  clock: BankClock,
): Promise<ReplyOf<typeof takeNextCheck>> {
  const { id, message } = await takeNext(db, clock, actor.employeeId, {
    actorId: actor.employeeId,
    requestId,
  })
  return { id, number: id === null ? null : await findNumber(db, id), message }
}
