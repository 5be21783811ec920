import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { byRulesComment, keepAssignment } from '#features/assignment-rules/engine/assign-case.service.ts'
import type { Asked } from '#features/assignment-rules/engine/asked.ts'
import { chooseByRules, holdAsk } from '#features/assignment-rules/engine/choose.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import type { Mover } from '../engine.ts'
import { holds } from '../machine.rules.ts'

/** A new case as the rules of assignment look at it. */
export interface Opened extends Omit<Asked, 'caseId' | 'authorId'> {
  readonly caseId: number
  readonly number: string
  readonly type: CaseType
  /** Whose QR code it came by; absent: who opens it. */
  readonly ownerId?: number | null
}

/** Who leads a case from now on; `rule`: what the history of those who led it says. */
export interface Chosen {
  readonly employeeId: number | null
  readonly workgroupId: number | null
  readonly rule: string | null
}

/** Whoever opens a case of their own partner and may lead it; of a request by a QR code the owner of the code. */
const authorOf = ({ actor }: Mover, { type, partnerId, ownerId }: Opened): number | null => {
  if (ownerId !== undefined) return ownerId
  return actor !== null && actor.partnerId === partnerId && holds(actor, type, 'Send')
    ? actor.employeeId
    : null
}

/** Who leads a new case by the rules of assignment; why so is kept with it. */
export async function chooseResponsible(
  db: Db,
  mover: Mover,
  opened: Opened,
  { clock }: { readonly clock: BankClock },
): Promise<Chosen> {
  const { ownerId: _, number, caseId, ...rest } = opened
  const ask = { ...rest, caseId, authorId: authorOf(mover, opened) }
  const chosen = await chooseByRules(db, ask, { clock })
  await keepAssignment(db, { caseId, number, type: ask.type }, chosen, { clock, cause: 'NEW' })
  const { employeeId, workgroupId, rule } = chosen
  return { employeeId, workgroupId, rule: rule?.strategy === 'AUTHOR' ? null : byRulesComment }
}

/** Who leads an open case that another partner was given: as though it came now, by nobody's hand. */
export async function chooseFor(
  db: Db,
  caseId: number,
  { clock }: { readonly clock: BankClock },
): Promise<Chosen> {
  const ask = await holdAsk(db, caseId)
  if (ask === undefined) return { employeeId: null, workgroupId: null, rule: null }
  const chosen = await chooseByRules(db, { ...ask, authorId: null }, { clock })
  await keepAssignment(db, ask, chosen, { clock, cause: 'HANDOVER' })
  const { employeeId, workgroupId } = chosen
  return { employeeId, workgroupId, rule: employeeId === null ? null : byRulesComment }
}
