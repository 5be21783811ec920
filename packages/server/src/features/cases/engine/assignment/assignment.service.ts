import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { findCandidates, lockRules, rememberTurn } from './assignment.repo.ts'
import { pickRule, pickCandidate } from './assignment.rules.ts'
import type { Mover } from '../engine.ts'
import { holds } from '../machine.rules.ts'

/** What the rules of assignment look at. */
export interface Assignable {
  readonly type: CaseType
  readonly partnerId: number
  readonly regionCode: string | null
  readonly programmeCode: string | null
  readonly responsibleId?: number | null
}

/** Who was chosen, and by which rule. */
export interface Chosen {
  readonly employeeId: number | null
  readonly workgroupId: number | null
  readonly rule: string | null
}

/**
 * Who becomes responsible: the one that is named, else by the first rule that fits and has somebody to give to, else the
 * person who opened the case when it is of their own partner.
 */
export async function chooseResponsible(db: Db, { actor }: Mover, ask: Assignable): Promise<Chosen> {
  if (ask.responsibleId !== undefined) return { employeeId: ask.responsibleId, workgroupId: null, rule: null }
  for (const rule of pickRule(await lockRules(db, ask.type), ask)) {
    const candidates = await findCandidates(db, rule, ask.partnerId, caseTypes[ask.type].object, ask.type)
    const employeeId = pickCandidate(rule, candidates)
    if (employeeId === null) continue
    if (rule.method === 'ROUND_ROBIN') await rememberTurn(db, rule.id, employeeId)
    return { employeeId, workgroupId: rule.workgroupId, rule: `По правилу «${rule.name}»` }
  }
  const own = actor !== null && actor.partnerId === ask.partnerId && holds(actor, ask.type, 'Send')
  return { employeeId: own ? actor.employeeId : null, workgroupId: null, rule: null }
}
