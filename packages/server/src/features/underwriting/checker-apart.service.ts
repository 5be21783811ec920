import type { Guard } from '#features/cases/engine/engine.ts'
import { bankDay } from '#lib/bank-time.ts'
import { hasChecked } from './committee/committee.repo.ts'

/** Where the bank says so, whoever has checked the set of documents does not underwrite the application. */
const checkerApart: Guard = async ({ db, caseId, mover: { actor }, engine }) => {
  if (actor === null) return null
  const { parameters, clock } = engine
  if (await parameters.parameter('checker-may-underwrite', bankDay(clock))) return null
  return (await hasChecked(db, caseId, actor.employeeId))
    ? 'Вы проверяли комплект этой заявки: решение подписывает другой сотрудник'
    : null
}

/** Conditions of moves by who has checked the set. */
export const checkerGuards = { checkerApart }
