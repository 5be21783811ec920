import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  type Approvable,
  type AuthorityProduct,
  bestAuthority,
} from '@ipoteka-office/contract/underwriting/authority.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import {
  type Deciding,
  type DecisionOutcome,
  metWhereDecided,
} from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type * as api from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { closedWays } from '#features/cases/engine/closed-ways.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds, openTo } from '#features/cases/engine/machine.rules.ts'
import { forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { rateNotice } from '#features/rate-limits/case-rates.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { isReasonHeld, reasonsFor } from '#lib/held-reasons.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import {
  type DecisionRow,
  findAuthorities,
  findDecisions,
  findLastDay,
  findReasons,
  holdAuthorities,
  type ReasonRow,
} from './decisions.repo.ts'
import { openConditions, templatesFor } from './conditions/decided-conditions.service.ts'
import { type Grounds, groundsOf, productOf } from './grounds.service.ts'
import { inForceOf, suspendedOf } from './shown-decision.service.ts'

type Sheet = ReplyOf<typeof api.getDecisions>

/** The case, for the people of the bank who may read it: what it is decided by is no partner's business. */
export async function requireDecidable(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  caseId: number,
  lock?: 'update',
): Promise<CaseRow> {
  const row = await requireCase(db, actor, caseId, 'Read', lock)
  if (!actor.isAhml) throw forbidden('Решения и их основания видят сотрудники банка')
  if (!machines[row.type].transitions.some(({ decides }) => decides !== undefined))
    throw notFound('По этому делу решений не принимают')
  return row
}

/** Which kind of reason a decision may name. */
const outcomeOfKind: Readonly<Record<string, DecisionOutcome>> = { APPROVE: 'APPROVE', REJECT: 'REJECT' }

/** The reasons that the person may name. */
export const namedBy = async (db: Db, actor: Actor): Promise<ReasonRow[]> =>
  (await findReasons(db)).filter(({ code }) => !isReasonHeld(actor, code))

const toDecision = (
  { actor, row }: { readonly actor: Actor; readonly row: CaseRow },
  { authorId: _, action: __, requested: ___, before: ____, stage, reasons, ...rest }: DecisionRow,
  place: { readonly inForce: boolean; readonly suspended: boolean },
) => ({
  ...rest,
  reasons: reasonsFor(actor, reasons),
  stageName: stageNameFor(actor, row.type, stage),
  ...place,
})

/** Offers are made with their terms beside the form; an approval is suspended on the page of the case. */
const isElsewhere = ({ outcome }: Deciding): boolean => outcome === 'COUNTER' || outcome === 'SUSPEND'

/** Decisions that the person may record at this stage, or why not. */
export async function waysOf(engine: Engine, db: Db, actor: Actor, row: CaseRow): Promise<Sheet['ways']> {
  const reasonAgainst = closedWays(engine, db, row, { actor, requestId: null })
  const ways: Sheet['ways'] = []
  for (const way of openTo(actor, row.type, row.stage)) {
    if (way.decides === undefined || way.decides.level === null || isElsewhere(way.decides)) continue
    const failed = await reasonAgainst(way)
    ways.push({
      action: way.action,
      label: way.label,
      outcome: way.decides.outcome,
      level: way.decides.level,
      enabled: failed === null,
      reasonDisabled: failed?.reason ?? null,
      isClose: metWhereDecided.has(failed?.code ?? ''),
      toStage: stageNameFor(actor, row.type, way.to),
    })
  }
  return ways
}

const termsOfCondition = (one: ConditionTerms): ConditionTerms => {
  const { template, text, category, point, owner, clearer, dueOn, shortens, documents, printed } = one
  return { template, text, category, point, owner, clearer, dueOn, shortens, documents, printed }
}

/** Everything on which the case is decided, and what was decided. */
export async function decisionSheet(engine: Engine, context: Context, caseId: number): Promise<Sheet> {
  const { db, actor } = context
  const row = await requireDecidable(context, caseId)
  const grounds = await groundsOf(engine, db, row, null)
  const rows = await findDecisions(db, caseId)
  const inForce = inForceOf(row, rows)
  const suspended = suspendedOf(row, rows)
  const decisions = rows.map((one) =>
    toDecision({ actor, row }, one, { inForce: one === inForce, suspended: one === suspended }),
  )
  const [latest] = decisions
  const proposed = latest?.outcome === 'ESCALATE' ? latest : null
  const approved = inForce?.outcome === 'APPROVE' ? inForce : undefined
  return {
    caseId: row.id,
    type: row.type,
    number: row.number,
    clientName: row.clientName,
    programme: row.programme,
    stage: row.stage,
    stageName: stageNameFor(actor, row.type, row.stage),
    version: row.version,
    // The questionnaire of an approved loan says what was approved.
    requested: approved?.requested ?? grounds.requested,
    figures: approved?.before ?? grounds.before,
    proposed,
    ways: await waysOf(engine, db, actor, row),
    decisions,
    conditions: proposed?.conditions ?? (await openConditions(db, row.id)).map(termsOfCondition),
    templates: await templatesFor(db, row),
    reasons: (await namedBy(db, actor)).map(({ kind, ...reason }) => ({
      ...reason,
      outcome: kind === null ? null : (outcomeOfKind[kind] ?? null),
    })),
  }
}

/** What is asked of an authority by these grounds; null while the sum is not known. */
export const approvableOf = (row: CaseRow, grounds: Grounds): Approvable | null =>
  grounds.exposure === null
    ? null
    : {
        product: productOf(row),
        regionCode: row.regionCode,
        exposure: grounds.exposure,
        loanToValue: grounds.figures.loanToValue,
        debtLoad: grounds.figures.debtLoad,
        deviations: [...new Set(grounds.deviations.map(({ kind }) => kind))],
      }

/** The caller's authority for these grounds and what it lacks; a deputy has their own. */
export async function authorityLine(
  engine: Engine,
  db: Db,
  { actor, row, grounds }: { actor: Actor; row: CaseRow; grounds: Grounds },
): Promise<ReplyOf<typeof api.evaluateTerms>['line']> {
  const asked = approvableOf(row, grounds)
  const product: AuthorityProduct = productOf(row)
  const day = bankDay(engine.clock)
  const authorities = await findAuthorities(db, { employeeId: actor.employeeId, product, day })
  if (asked === null) return { authority: authorities[0] ?? null, lacks: ['сумма кредита не указана'] }
  const best = bestAuthority(authorities, asked)
  if (best === null) return { authority: null, lacks: ['полномочия на одобрение вам не назначены'] }
  return { authority: best.authority, lacks: [...best.lacks] }
}

/** The same at the moment of signing: what the signer holds stands until the signature does. */
export async function signingLine(
  engine: Engine,
  db: Db,
  by: { readonly actor: Actor; readonly row: CaseRow; readonly grounds: readonly Grounds[] },
): Promise<ReplyOf<typeof api.evaluateTerms>['line'][]> {
  await holdAuthorities(db, by.actor.employeeId)
  const lines: ReplyOf<typeof api.evaluateTerms>['line'][] = []
  for (const grounds of by.grounds) lines.push(await authorityLine(engine, db, { ...by, grounds }))
  return lines
}

/** What terms would mean, and whether the caller may approve them. */
export async function evaluateTerms(
  engine: Engine,
  context: Context,
  caseId: number,
  terms: api.LoanTerms,
): Promise<ReplyOf<typeof api.evaluateTerms>> {
  const { db, actor } = context
  const row = await requireDecidable(context, caseId)
  const grounds = await groundsOf(engine, db, row, terms)
  return {
    ...grounds.figures,
    exposure:
      grounds.exposure === null
        ? null
        : {
            total: grounds.exposure,
            // Which ones they are is told to those who may read them; what they come to, to all who decide here.
            others: grounds.others
              .filter(({ type }) => holds(actor, type, 'Read'))
              .map(({ stage, ...other }) => ({
                ...other,
                stageName: stageNameFor(actor, other.type, stage),
              })),
          },
    deviations: [...grounds.deviations],
    line: await authorityLine(engine, db, { actor, row, grounds }),
    rateNotice: await rateNotice(engine, db, { row, ...grounds }),
  }
}

/** The midnight, in the bank's zone, with which the approval that a case stands on ends. */
export async function decisionEnd({ clock }: Engine, db: Db, caseId: number): Promise<Date | null> {
  const day = await findLastDay(db, caseId)
  if (day === undefined) return null
  const { epochMilliseconds } = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(clock.timeZone)
  return new Date(epochMilliseconds)
}
