import { topics } from '@ipoteka-office/contract/live.ts'
import { admitApprover } from '#features/approvers/approver-join.service.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import { findHolder } from './authorities.repo.ts'
import { findUnderwriter } from './underwriters.repo.ts'
import { momentOf, requireOfBank, type StaffParts } from './underwriters.service.ts'

/** Makes somebody who decides one of those among whom cases are distributed; 409 for whoever decides nothing or is there. */
export async function joinDistribution(
  { clock }: StaffParts,
  { db }: Pick<Context, 'db'>,
  id: number,
): Promise<{ approverId: number }> {
  const holder = requireOfBank(await findHolder(db, id, { lock: true }))
  if (holder.notActive) throw conflict('Сотрудник отключён: сначала включите его на карточке')
  const person = await findUnderwriter(db, id, momentOf(clock))
  if (person === undefined || person.rights.length === 0)
    throw conflict('Сотруднику не даны права на решения: их даёт роль')
  const approverId = await admitApprover(db, 'uw', id)
  if (approverId === null) throw conflict('Сотрудник уже участвует в распределении андеррайтинга')
  await publish(db, topics.underwriters)
  return { approverId }
}
