import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { deadlineIn } from '@ipoteka-office/contract/parameters/terms.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import * as api from '@ipoteka-office/contract/underwriting/offers.ts'
import type { OffersBody } from '@ipoteka-office/contract/underwriting/offers.ts'
import { calendarOf } from '#features/cases/engine/case-calendar.service.ts'
import { caseHead, type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import type { DecidingMove, Engine } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { endOf } from '#features/cases/engine/working-clock.rules.ts'
import { figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { rateOfCase, refusalFor } from '#features/rate-limits/case-rates.service.ts'
import type { CasePricingParts } from '#features/products/pricing/case-price.service.ts'
import { priceDecided } from '#features/products/pricing/decided-price.service.ts'
import type { Db } from '#db/database.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { queueNotices } from '../bureaus/notices/notices.service.ts'
import { conditionsOf, setConditions } from '../conditions/decided-conditions.service.ts'
import { writeDecidedTerms } from '../decided-terms.service.ts'
import { findAuthority, holdDebtors, insertDecision } from '../decisions.repo.ts'
import { requireDecidable, signingLine } from '../decisions.service.ts'
import { type Grounds, groundsOf, productOf, requestedTerms } from '../grounds.service.ts'
import { keptGrounds } from '../kept-grounds.service.ts'
import { lastDayOf } from '../record-decision.service.ts'
import { readLedgerFacts } from '../form/obligations/ledger-facts.service.ts'
import { creditsOf, payOffCredits } from './credits.service.ts'
import { groundsOfOffer } from './evaluate-offer.service.ts'
import { factsOf } from './offer-guards.service.ts'
import { type OfferSet, offerSetOf } from './offer-set.service.ts'
import { findCounterOffer, findLastEnding, type LastEnding } from './offers.repo.ts'
import { type StoredOffer, storedOffers } from './stored-offers.rules.ts'
import { householdOf } from './what-if.rules.ts'

type Input = ParsedRequest<typeof api.signOffers>['body']

/** What the form of an offer begins with; for the people who decide. */
export async function offerStart(
  engine: Engine,
  context: Context,
  caseId: number,
): Promise<ReplyOf<typeof api.getOfferStart>> {
  const row = await requireDecidable(context, caseId)
  const { stored } = await groundsOf(engine, context.db, row, null)
  const { downPayment } = stored.sections.CREDIT ?? {}
  return {
    version: row.version,
    requested: requestedTerms(stored),
    downPayment: typeof downPayment === 'string' ? fromKopecks(toKopecks(downPayment)) : null,
    obligations: creditsOf(stored, await readLedgerFacts(context.db, [row.id])).map(
      ({ names: _, told: __, ...credit }) => credit,
    ),
    household: householdOf(stored),
  }
}

/** The bank's last counter-offer, for everybody who reads the case. */
export async function counterOffer(
  { db, actor }: Context,
  caseId: number,
): Promise<ReplyOf<typeof api.getOffers>> {
  await requireCase(db, actor, caseId, 'Read')
  const found = await findCounterOffer(db, caseId)
  if (found === undefined) return { counterOffer: null }
  const { offers, ...rest } = found
  return {
    counterOffer: { ...rest, offers: storedOffers(offers).map((one) => api.Offer.parse(toldOf(one))) },
  }
}

const toldOf = ({ paidOff, ...one }: StoredOffer) => ({
  ...one,
  paidOff: paidOff.map(({ name, told = name }) => told),
})

/** The last day on which the client may answer. */
async function answerBy(engine: Engine, { db, row }: DecidingMove): Promise<string> {
  const calendar = await calendarOf(engine, db, row.regionCode)
  const end = endOf(engine.clock.now(), deadlineIn(await figuresToday(engine), 'counter-offer'), calendar)
  return bankDay({ ...engine.clock, now: () => end })
}

/**
 * The authority under which all of the offers are made; 409 with what lacks for which. A member of the committee alone has no
 * more of it than anybody: beyond it the committee votes.
 */
async function authorityOf(
  move: DecidingMove,
  actor: Actor,
  all: readonly Grounds[],
): Promise<number | null> {
  const { db, engine, row, transition } = move
  const further =
    transition.decides?.level === 'COMMITTEE'
      ? 'Больше своих полномочий комитет решает голосованием'
      : 'Передайте решение выше'
  const lines = await signingLine(engine, db, { actor, row, grounds: all })
  for (const [index, { lacks }] of lines.entries())
    if (lacks.length > 0)
      throw conflict(`Полномочий не хватает на вариант ${index + 1}: ${lacks.join('; ')}. ${further}`)
  return lines.at(-1)?.authority?.id ?? null
}

/** By whom the offers are made, and under which authority: of the committee's votes there is none. */
interface Signed {
  readonly actor: Actor
  readonly comment: string
  authority(move: DecidingMove, set: OfferSet): Promise<number | null>
}

/** Under the locks of case and people: the record of the offers, measured by the largest of them. */
async function written(
  move: DecidingMove,
  wanted: OffersBody['offers'],
  { actor, comment, authority }: Signed,
): Promise<void> {
  const { db, engine, row, transition, mover } = move
  const { decides, action } = transition
  if (decides === undefined || decides.level === null) throw new Error(`${action} makes no offer`)
  await holdDebtors(db, row.id)
  const set = await offerSetOf(engine, db, row, wanted)
  if (set.issues.length > 0) throw invalid(set.issues)
  const authorityId = await authority(move, set)
  const { all, most, offers } = set
  await insertDecision(db, {
    caseId: row.id,
    at: engine.clock.now(),
    authorId: actor.employeeId,
    level: decides.level,
    outcome: 'COUNTER',
    stage: row.stage,
    action,
    ...most.terms,
    ...most.figures,
    debtLoadBefore: most.before.debtLoad,
    exposure: most.exposure,
    authorityId,
    validTo: await answerBy(engine, move),
    reasons: [],
    clientText: '',
    comment,
    deviations: [...new Set(all.flatMap(({ deviations }) => deviations.map(({ kind }) => kind)))],
    conditions: [],
    snapshot: {
      ...(await keptGrounds(db, row, most)),
      offers,
      facts: factsOf(await groundsOf(engine, db, row, null), bankDay(engine.clock)),
    },
    handedInBy: null,
    requestId: mover.requestId,
  })
}

const told = 'Банк предлагает другие условия'

/** Makes the offers and leads the case to those who bring the client, both or neither. */
export async function signOffers(
  engine: Engine,
  context: Context,
  caseId: number,
  input: Input,
): Promise<ReplyOf<typeof api.signOffers>> {
  const { db, actor, requestId } = context
  await requireDecidable(context, caseId, 'update')
  await moveCase(engine, db, { actor, requestId }, caseId, {
    action: 'counterOffer',
    version: input.version,
    comment: told,
    record: (move) =>
      written(move, input.offers, {
        actor,
        comment: input.comment,
        authority: (held, { all }) => authorityOf(held, actor, all),
      }),
  })
  return caseHead(engine, db, actor, caseId)
}

/** The same where the committee has voted for the offers: its votes are their authority. */
export async function makeVotedOffers(
  engine: Engine,
  { db, actor, requestId }: Context,
  caseId: number,
  { version, offers, comment }: OffersBody,
): Promise<void> {
  await moveCase(engine, db, { actor, requestId }, caseId, {
    action: 'counterOffer',
    version,
    comment: told,
    record: (move) => written(move, offers, { actor, comment, authority: () => Promise.resolve(null) }),
  })
}

const payOffPoint = { MORTGAGE: 'BEFORE_DEAL', CASH_LOAN: 'BEFORE_ISSUE' } as const

/** What the offer supposes to be paid off holds the money until it is. */
const payOff = (name: string, point: ConditionTerms['point']): ConditionTerms => ({
  template: null,
  text: `Погасить обязательство: ${name}`,
  category: 'OBLIGATIONS',
  point,
  owner: 'CLIENT',
  clearer: 'UNDERWRITER',
  dueOn: null,
  shortens: false,
  documents: [],
  printed: true,
})

/**
 * Why the offer is no more within what its signer could approve; null: it is. Another loan may have been approved to the same
 * people since, by somebody with more authority: together they are for this one to be looked into again.
 */
async function outgrown(
  db: Db,
  { exposure }: Grounds,
  { authorityId }: LastEnding,
  { isAhml }: Actor,
): Promise<string | null> {
  const authority = authorityId === null ? undefined : await findAuthority(db, authorityId)
  const most = authority?.maxExposure ?? null
  if (most === null || exposure === null || compareDecimals(exposure, most) <= 0) return null
  const why = isAhml
    ? `С предложения клиенту одобрено ещё: экспозиция ${roublesText(exposure)} выше предела, под которым оно подписано. `
    : 'Предложение нужно посчитать заново. '
  return `${why}Выберите «Иные условия»`
}

/** The accepted terms become the decision in force, at the level and under the authority of whoever made the offer. */
async function accepted(
  parts: CasePricingParts,
  { place, ...chosen }: StoredOffer,
  move: DecidingMove,
  actor: Actor,
): Promise<void> {
  const { db, engine, row, transition, mover } = move
  const offer = await findLastEnding(db, row.id)
  if (offer === undefined) throw new Error(`The case ${row.id} has no offer`)
  await holdDebtors(db, row.id)
  const grounds = await groundsOfOffer(engine, db, row, chosen)
  const closed = await outgrown(db, grounds, offer, actor)
  if (closed !== null) throw conflict(closed)
  const { payment, fullLoanCost, debtLoad, loanToValue } = chosen
  // The client agrees today: the limit of another quarter may be lower than that of the offer.
  const refusal = refusalFor(
    actor,
    await rateOfCase(engine, db, { row, ...grounds, figures: { fullLoanCost } }),
  )
  if (refusal !== null) throw conflict(refusal)
  const conditions = await conditionsOf(engine, db, row, {
    set: chosen.paidOff.map(({ name, told = name }) => payOff(told, payOffPoint[productOf(row)])),
    grounds,
  })
  const decisionId = await insertDecision(db, {
    caseId: row.id,
    at: engine.clock.now(),
    authorId: offer.authorId,
    level: offer.level,
    outcome: 'APPROVE',
    stage: row.stage,
    action: transition.action,
    ...grounds.terms,
    // What the client has read is what they have agreed to, whatever day it is.
    ...{ payment, fullLoanCost, debtLoad, loanToValue },
    debtLoadBefore: grounds.before.debtLoad,
    exposure: grounds.exposure,
    authorityId: offer.authorityId,
    validTo: await lastDayOf(engine, row, transition),
    reasons: [],
    clientText: chosen.clientText,
    comment: `Клиент согласен на вариант ${place} встречного предложения`,
    deviations: [...new Set(grounds.deviations.map(({ kind }) => kind))],
    conditions,
    snapshot: {
      ...(await keptGrounds(db, row, grounds)),
      offer: { decisionId: offer.id, place, acceptedBy: actor.employeeId },
    },
    handedInBy: null,
    requestId: mover.requestId,
  })
  // Set by the bank, by whosever hand the client has agreed: whoever answers for the client may meet them.
  await setConditions({ ...move, mover: { ...mover, actor: null } }, decisionId, conditions)
  await queueNotices(engine, db, row, { decisionId, outcome: 'APPROVE', stored: grounds.stored })
  await writeDecidedTerms(move, grounds)
  const { rate } = grounds.terms
  if (rate !== null)
    await priceDecided(parts, { db, actor }, row, { rate, decisionId, payment, fullLoanCost })
  await payOffCredits(db, row, grounds.stored, {
    ...{ paidOff: chosen.paidOff, by: offer.authorId, at: engine.clock.now() },
  })
}

async function requireOffer({ db }: Context, row: CaseRow, place: number): Promise<StoredOffer> {
  const last = await findLastEnding(db, row.id)
  const found =
    last?.outcome === 'COUNTER' ? storedOffers(last.offers).find((one) => one.place === place) : undefined
  if (found === undefined) throw conflict('Такого варианта в предложении банка нет. Обновите страницу')
  return found
}

/** The client takes one of the offers; one that needs a co-borrower goes back to the bank, who has not seen them yet. */
export async function acceptOffer(
  parts: CasePricingParts,
  context: Context,
  caseId: number,
  { version, place }: ParsedRequest<typeof api.acceptOffer>['body'],
): Promise<ReplyOf<typeof api.acceptOffer>> {
  const { engine } = parts
  const { db, actor, requestId } = context
  const row = await requireCase(db, actor, caseId, 'Send', 'update')
  const isHere = row.version === version && row.stage === 'COUNTER_OFFER'
  const chosen = isHere ? await requireOffer(context, row, place) : undefined
  const joins = chosen !== undefined && chosen.addedIncome !== null
  await moveCase(engine, db, { actor, requestId }, caseId, {
    action: joins ? 'otherTerms' : 'acceptOffer',
    version,
    comment: joins
      ? `Клиент согласен на вариант ${place}: привлечёт созаёмщика с доходом не меньше ${chosen.addedIncome} ₽ в месяц`
      : `Клиент согласен на вариант ${place}`,
    ...(!joins && {
      record: (move: DecidingMove) => {
        if (chosen === undefined) throw new Error('An offer is accepted that was not read')
        return accepted(parts, chosen, move, actor)
      },
    }),
  })
  return caseHead(engine, db, actor, caseId)
}
