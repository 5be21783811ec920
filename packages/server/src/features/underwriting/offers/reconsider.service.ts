import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { DecisionLevel } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type * as api from '@ipoteka-office/contract/underwriting/reconsideration.ts'
import { caseHead, requireCase } from '#features/cases/engine/cases.service.ts'
import type { DecidingMove, Engine } from '#features/cases/engine/engine.ts'
import { holds, openTo } from '#features/cases/engine/machine.rules.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { insertDecision } from '../decisions.repo.ts'
import { findLastEnding } from './offers.repo.ts'

type Input = ParsedRequest<typeof api.reconsider>['body']

const levels: readonly (readonly [operation: string, level: DecisionLevel])[] = [
  ['Underwrite', 'UNDERWRITER'],
  ['ControlDecision', 'HEAD'],
  ['DecideInCommittee', 'COMMITTEE'],
]

/** At which level the person asks, where the machine leaves it to them. */
function levelOf(actor: Actor, { row, transition }: DecidingMove): DecisionLevel {
  if (transition.decides?.level) return transition.decides.level
  const found = levels.find(
    ([operation]) => transition.by.includes(operation) && holds(actor, row.type, operation),
  )
  return found?.[1] ?? 'SENDER'
}

/** What stood is written down with who suspends it and why; it holds again only by another decision. */
async function suspend(move: DecidingMove, actor: Actor, { causes, text }: Input): Promise<void> {
  const { db, engine, row, transition, mover } = move
  const stood = await findLastEnding(db, row.id)
  await insertDecision(db, {
    caseId: row.id,
    at: engine.clock.now(),
    authorId: actor.employeeId,
    level: levelOf(actor, move),
    outcome: 'SUSPEND',
    stage: row.stage,
    action: transition.action,
    amount: stood?.amount ?? null,
    termMonths: stood?.termMonths ?? null,
    rate: stood?.rate ?? null,
    ...{ payment: null, fullLoanCost: null, debtLoadBefore: null, debtLoad: null, loanToValue: null },
    exposure: null,
    authorityId: null,
    validTo: null,
    reasons: [],
    clientText: '',
    comment: text,
    deviations: [],
    conditions: [],
    snapshot: { causes, suspends: stood?.id ?? null },
    handedInBy: null,
    requestId: mover.requestId,
  })
}

/** Leads an approved case back to underwriting: by who brings the client, or by who decides. */
export async function reconsider(
  engine: Engine,
  context: Context,
  caseId: number,
  input: Input,
): Promise<ReplyOf<typeof api.reconsider>> {
  const { db, actor, requestId } = context
  const row = await requireCase(db, actor, caseId, 'Read', 'update')
  const ways = openTo(actor, row.type, row.stage).filter(({ decides }) => decides?.outcome === 'SUSPEND')
  // Who decides leads it back in the bank's name, whatever else they may do.
  const way = ways.find(({ takesBack }) => takesBack) ?? ways[0]
  if (way === undefined && input.version === row.version)
    throw conflict(`На этапе «${stageNameFor(actor, row.type, row.stage)}» условия не пересматривают`)
  await moveCase(engine, db, { actor, requestId }, caseId, {
    action: way?.action ?? 'askReconsideration',
    version: input.version,
    comment: input.text,
    record: (move) => suspend(move, actor, input),
  })
  return caseHead(engine, db, actor, caseId)
}
