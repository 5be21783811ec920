import { caseTypes, CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type * as api from '@ipoteka-office/contract/compliance/compliance.ts'
import {
  type ComplianceHit,
  type ComplianceSheet,
  type HitsFilter,
  type HitState,
  type OfficerOutcome,
  officerOutcomes,
  type WaitingHit,
} from '@ipoteka-office/contract/compliance/compliance.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import { isAnyOf } from '#db/same-person.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { hasWritten } from '#features/cases/engine/own-work.service.ts'
import { answerTasks } from '#features/cases/engine/tasks/beside.service.ts'
import { shownRaw } from '#features/full-applications/checks/checks-grid.rules.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { conflict, forbidden, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import {
  findHits,
  findHolder,
  findOpenTasks,
  type HitRow,
  insertDecision,
  searchHits,
  writeAnswers,
} from './compliance.repo.ts'
import { heldAnswer, heldChecks, isStanding } from './held.rules.ts'
import { released } from './held.service.ts'

/** Whether the person is told what the lists of 115-ФЗ find in cases of the type. */
export const isOfficer = (actor: Actor, type: CaseType): boolean =>
  actor.isAhml && holds(actor, type, 'Compliance')

const ownWork = 'Вы готовили эту заявку: решает другой ответственный сотрудник'
const sameWord = 'Ваше решение уже стоит. Пересматривает его другой ответственный сотрудник'

/** The case, for its officers: others are not told whether there is anything. */
async function requireOfficer(context: Context, caseId: number, lock?: 'update'): Promise<CaseRow> {
  const row = await requireCase(context.db, context.actor, caseId, 'Read', lock)
  if (isOfficer(context.actor, row.type)) return row
  throw forbidden('Эту часть заявки видит ответственный сотрудник')
}

/** What forbids the caller to decide in the case at all. */
async function refusalOf({ db, actor }: Context, row: CaseRow): Promise<string | null> {
  if (row.closed || row.archivedAt !== null) return 'Дело закрыто'
  return (await hasWritten(db, row.id, actor.employeeId)) ? ownWork : null
}

/** A word that ended the matter is weighed anew by somebody else. */
async function refusalOfHit(
  { db, actor }: Context,
  { state, decisions: [last] }: HitRow,
): Promise<string | null> {
  if ((state !== 'MATCH' && state !== 'NO_MATCH') || last === undefined) return null
  return (await isAnyOf(db, actor.employeeId, [last.by.id])) ? sameWord : null
}

const toHit = async (context: Context, row: HitRow, refusal: string | null): Promise<ComplianceHit> => ({
  ...row,
  request: shownRaw(row.request),
  response: shownRaw(row.response),
  refusal: refusal ?? (await refusalOfHit(context, row)),
})

async function present(context: Context, row: CaseRow): Promise<ComplianceSheet> {
  const rows = await findHits(context.db, row.id)
  const refusal = await refusalOf(context, row)
  // The journal is read by others: it says that the page was opened, and not whether anything stands there.
  await recordUnmasking(
    context,
    { type: caseTypes[row.type].object, id: row.id },
    { persons: 1, what: 'Часть ответственного сотрудника' },
  )
  return {
    head: { id: row.id, type: row.type, number: row.number, clientName: row.clientName },
    held: isStanding(rows.map(({ state }) => state)),
    hits: await Promise.all(rows.map((hit) => toHit(context, hit, refusal))),
  }
}

/** What the lists of 115-ФЗ have found in a case, and what was decided. */
export const complianceSheet = async (context: Context, caseId: number): Promise<ComplianceSheet> =>
  present(context, await requireOfficer(context, caseId))

/** The checks say at once what the officer has decided of the participant. */
async function tellChecks(context: Context, row: CaseRow, { participantId }: HitRow): Promise<HitState[]> {
  const states = await findHits(context.db, row.id)
  if (participantId !== null) {
    const theirs = states.filter((one) => one.participantId === participantId).map(({ state }) => state)
    const of = { caseId: row.id, participantId, codes: heldChecks }
    await writeAnswers(context.db, of, isStanding(theirs) ? heldAnswer : released)
  }
  return states.map(({ state }) => state)
}

/** Whoever has the case hears that the officer has decided, and not of what. */
async function tellHolder({ db, actor }: Context, row: CaseRow, outcome: OfficerOutcome): Promise<void> {
  const holder = await findHolder(db, row.id)
  if (holder === null || holder === actor.employeeId) return
  const text =
    outcome === 'NO_MATCH'
      ? `Ответственный сотрудник принял решение: заявку ${row.number} можно вести дальше`
      : `Ответственный сотрудник принял решение: одобрить заявку ${row.number} нельзя`
  await notify(db, holder, { kind: 'info', text, link: casePath(row.type, row.id) })
}

/** Keeps what the officer decides; the case is let go when nothing stands any more. */
export async function decideHit(
  engine: Engine,
  context: Context,
  { id, hitId }: { readonly id: number; readonly hitId: number },
  { outcome, comment, after }: ParsedRequest<typeof api.decideComplianceHit>['body'],
): Promise<ComplianceSheet> {
  const { db, actor } = context
  const row = await requireOfficer(context, id, 'update')
  const hit = (await findHits(db, id)).find((one) => one.id === hitId)
  if (hit === undefined) throw notFound('Такого совпадения в заявке нет: обновите страницу')
  if ((hit.decisions[0]?.id ?? null) !== after) throw stale(await present(context, row), undefined)
  const refusal = await refusalOf(context, row)
  if (refusal !== null) throw row.closed ? conflict(refusal) : forbidden(refusal)
  const own = await refusalOfHit(context, hit)
  if (own !== null) throw forbidden(own)
  const decision = { caseId: id, hitId, outcome, comment, by: actor.employeeId, at: engine.clock.now() }
  await insertDecision(db, decision)
  const states = await tellChecks(context, row, hit)
  if (!states.some((state) => state === 'WAITING' || state === 'SUSPENDED'))
    await answerTasks(engine, db, await findOpenTasks(db, id), {
      ...{ actorId: actor.employeeId, outcome: officerOutcomes[outcome], comment },
    })
  if (outcome === 'MATCH' || !isStanding(states)) await tellHolder(context, row, outcome)
  return present(context, row)
}

/** Hits in the cases whose officer the person is. */
export async function listHits(
  { db, actor }: Context,
  filter: HitsFilter,
  query: PageQuery,
): Promise<Page<WaitingHit>> {
  const types = CaseType.options.filter((type) => isOfficer(actor, type))
  const { content, ...page } = await searchHits(db, types, filter, query)
  return {
    ...page,
    content: content.map(({ case: { stage, ...one }, ...hit }) => ({
      ...hit,
      case: { ...one, stageName: stageNameFor(actor, one.type, stage) },
    })),
  }
}
