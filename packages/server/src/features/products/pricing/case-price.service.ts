import { sectionLock } from '@ipoteka-office/contract/cases/case-sections.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import type { CasePrice, PriceChoices } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import {
  type Offer,
  type Offers,
  PriceQuestion,
  type StoredQuestion,
} from '@ipoteka-office/contract/products/pricing/offers.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { checkEditable } from '#features/cases/sections/editable.ts'
import { writeLoanTerms } from '#features/cases/sections/loan-terms.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { type CaseData, withDerivedFacts } from '#features/document-rules/completeness/case-facts.rules.ts'
import { caseSources } from '#features/document-rules/completeness/case-sources.service.ts'
import type { DatedFigures } from '#features/parameters/parameter-reader.service.ts'
import { risesOf } from '#features/insurance/agreements/risen-rate.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay, dayOf } from '#lib/bank-time.ts'
import { giveBackPlaces, takePromotionPlace } from '../places/promotion-places.service.ts'
import { pendingOf } from '#features/change-requests/change-requests.service.ts'
import { holds } from '../product-reader.ts'
import { individualKinds } from './individual-kinds.ts'
import { findPartnerLine } from '../released.repo.ts'
import { categoriesOf, type ClientStanding } from './client/client-categories.rules.ts'
import { findStandings } from './client/client-standing.repo.ts'
import { choicesOf, findPrices, findReceivedAt, putPrice, type StoredPrice } from './case-prices.repo.ts'
import { priceCatalogue } from './offers.rules.ts'
import { fixedRate, rateText } from './typed-rate.service.ts'
import { offeredTo, type PricingParts, pricingSetup } from './price.service.ts'
import { applicantOf, toldOf } from './told-case.service.ts'

/** What prices of cases need beside the database. */
export interface CasePricingParts extends PricingParts {
  readonly parameters: DatedFigures
  readonly engine: Engine
}

export type PriceReader = Pick<Context, 'db' | 'actor'>
type Reader = PriceReader

const sections = { MORTGAGE: 'CREDIT', CASH_LOAN: 'LOAN' } as const
const programmeFields = { CREDIT: 'programme', LOAN: 'productType' } as const

/** The lending of a case and the section that says its terms; 404 for what is not priced. */
export function lendingOf({ type }: Pick<CaseRow, 'type'>) {
  const { product, documents } = caseTypes[type]
  if (product === null || caseSources[documents.owner as DocumentOwnerType] === undefined)
    throw notFound('Для такого дела ставку не подбирают')
  return { lending: product, section: sections[product] } as const
}

/** What is known of a case and of its client. */
interface Told {
  readonly data: CaseData | null
  readonly standing: ClientStanding | undefined
}

/** What is known of a case, as the question of a price. */
export function questionFrom(
  { clock }: Pick<CasePricingParts, 'clock'>,
  row: Pick<CaseRow, 'type' | 'channel' | 'partnerId' | 'createdAt'>,
  { data: found, standing }: Told,
  { optionIds, choices }: PriceChoices,
): PriceQuestion {
  const { lending } = lendingOf(row)
  const data = found === null ? null : withDerivedFacts(found)
  const borrower = data?.participants.find(({ role }) => role === 'MAIN_BORROWER')
  const facts: Facts = { ...borrower?.facts, ...data?.facts }
  const { mortgageObjectType } = facts
  return PriceQuestion.parse({
    lending,
    day: bankDay(clock),
    receivedOn: dayOf(clock, row.createdAt),
    facts,
    choices,
    optionIds,
    clientCategories: categoriesOf(facts, standing),
    objectType: typeof mortgageObjectType === 'string' ? mortgageObjectType : null,
    channel: row.channel,
    partnerId: row.partnerId,
  })
}

/** What a questionnaire says, as the question of a price: the whole case and its main borrower. */
export async function questionOfCase(
  parts: CasePricingParts,
  { db, actor }: Reader,
  row: CaseRow,
  { optionIds, choices }: PriceChoices,
): Promise<PriceQuestion> {
  const createdAt = await findReceivedAt(db, row.id)
  const data = await toldOf(parts, { db, actor }, row)
  const standing = (await findStandings(db, [row.id])).get(row.id)
  return questionFrom(
    parts,
    { ...row, createdAt: createdAt ?? row.createdAt },
    { data, standing },
    { optionIds, choices },
  )
}

export async function offersOf(
  parts: CasePricingParts,
  reader: Reader,
  caseId: number,
  question: StoredQuestion,
): Promise<Offers> {
  const day = question.day ?? bankDay(parts.clock)
  const all = await parts.catalogues.read(reader.db, day, question.receivedOn)
  // What is kept of a case its partner reads too: nothing of other partners' products, and of no rate what it is made of.
  const partnerLine = await findPartnerLine(reader.db, question.partnerId ?? 0)
  const catalogue = offeredTo(all, partnerLine)
  const setup = await pricingSetup(parts, reader, {
    day,
    catalogue,
    partnerLine,
    amount: question.facts.amount,
    caseId,
  })
  const applicant = await applicantOf(parts, reader, caseId)
  return priceCatalogue(
    catalogue,
    question,
    { ...setup, isInside: false, ...(applicant && { applicant }) },
    await loadCalendar(reader.db),
  )
}

/** Offers for a case by what is saved of it. */
export async function caseOffers(
  parts: CasePricingParts,
  reader: Reader,
  caseId: number,
  chosen: PriceChoices,
): Promise<Offers> {
  const row = await requireCase(reader.db, reader.actor, caseId, 'Read')
  return offersOf(parts, reader, caseId, await questionOfCase(parts, reader, row, chosen))
}

const isOwn = ({ kind }: Offer['steps'][number]) => kind === 'INDIVIDUAL' || kind === 'DECISION'

/** Whether what a rate of its own was agreed to instead of is still what the product would give. */
function differenceFrom(now: Offer, given: Offer): string | null {
  const pointsOf = ({ steps }: Offer) => steps.find(isOwn)?.points
  if (pointsOf(now) === pointsOf(given) && now.missing.length === 0) return null
  return given.steps.some(({ kind }) => kind === 'DECISION')
    ? 'С тех пор изменилась анкета или тариф: клиент согласился на другие условия, подберите ставку заново'
    : 'С тех пор изменилась анкета или тариф: индивидуальную ставку согласовали на других условиях, запросите её заново'
}

/** What the product gives now beside what it gave, where that is another. */
function wordsOfDifference(
  { offers, misfits }: Pick<Offers, 'offers' | 'misfits'>,
  answer: Offer,
): string | null {
  const [now] = offers
  if (now === undefined) {
    const [reason] = misfits[0]?.reasons ?? []
    return `Продукт больше не подходит${reason === undefined ? '' : `: ${reason.reason}`}`
  }
  if (answer.steps.some(isOwn)) return differenceFrom(now, answer)
  if (now.highest.rate !== answer.highest.rate || now.lowest.rate !== now.highest.rate)
    return `По анкете теперь ${rateText(now.highest.rate)}, заявке дана ${rateText(answer.highest.rate)}`
  return null
}

/** What would be given now, where it is not what was given. */
async function differenceOf(
  parts: CasePricingParts,
  reader: Reader,
  row: CaseRow,
  { question, answer }: StoredPrice,
): Promise<string | null> {
  if (question === null || answer === null) return null
  const asked = await questionOfCase(parts, reader, row, choicesOf(question))
  const { programme } = asked.facts
  if (typeof programme === 'string' && programme !== answer.product.type)
    return 'В анкете другая программа, чем у взятого предложения: подберите ставку заново'
  const { individual = null, decided = null } = question
  const { offers, misfits } = await offersOf(parts, reader, row.id, {
    ...asked,
    productIds: [answer.product.id],
    individual,
    decided,
  })
  return wordsOfDifference({ offers, misfits }, answer)
}

/** Why a price may not be given now; null: it may. */
export function refusalOf({ behaviours }: Engine, row: CaseRow): string | null {
  const { section } = lendingOf(row)
  const isOpen = behaviours[row.type].editableStages.includes(row.stage) && row.archivedAt === null
  if (!isOpen) return 'На этом этапе ставка меняется только решением банка'
  return behaviours[row.type].card?.refusal(row.stage) ?? sectionLock(row.type, row.stage, section)
}

/** What the person may do about a rate of its own; null: nothing, and they are not told of requests. */
async function individualOf(
  { db, actor }: Reader,
  row: CaseRow,
  refusal: string | null,
): Promise<CasePrice['individual']> {
  const { lending } = lendingOf(row)
  if (!actor.isAhml || !holds(actor, lending, 'IndividualRate')) return null
  const pending = await pendingOf(db, { kind: individualKinds[lending], objectId: row.id })
  return {
    allowed: { enabled: refusal === null, reasonDisabled: refusal },
    requestId: pending?.id ?? null,
  }
}

/** The price of a case: what was given, whether it still is what the questionnaire asks for, and what was before. */
export async function casePrice(parts: CasePricingParts, reader: Reader, caseId: number): Promise<CasePrice> {
  const row = await requireCase(reader.db, reader.actor, caseId, 'Read')
  const prices = await findPrices(reader.db, caseId)
  const present = prices.find(({ replaced, answer }) => !replaced && answer !== null)
  const refusal = refusalOf(parts.engine, row)
  const kept = present === undefined ? null : fixedRate(present)
  return {
    present:
      present === undefined || present.answer === null || present.question === null
        ? null
        : { at: present.at, by: present.by, offer: present.answer, chosen: choicesOf(present.question) },
    differs:
      present === undefined || refusal !== null ? null : await differenceOf(parts, reader, row, present),
    rises: await risesOf(reader.db, caseId),
    allowed: { enabled: refusal === null, reasonDisabled: refusal },
    individual: await individualOf(
      reader,
      row,
      refusal ??
        (present === undefined ? 'Сначала подберите ставку по продукту: индивидуальная её заменит' : null),
    ),
    rateFixed: kept,
    earlier: prices.flatMap(({ replaced, answer, at, by, product }) =>
      replaced && answer !== null ? [{ at, by, product, rate: answer.highest.rate }] : [],
    ),
  }
}

/** The offer as it is now, and as it was shown: 409 where it has changed or is not known in full. */
export function requireOffer({ offers, misfits }: Offers, shownRate: string | null): Offer {
  const [offer] = offers
  if (offer === undefined) {
    const reasons = (misfits[0]?.reasons ?? []).map(({ reason }) => reason)
    throw conflict(`Продукт не подходит: ${reasons.join('; ') || 'его больше не продают'}`)
  }
  if (offer.lowest.rate !== offer.highest.rate || offer.missing.length > 0)
    throw conflict(`Ставка ещё не определена. Укажите: ${offer.missing.map(({ label }) => label).join(', ')}`)
  if (shownRate !== null && offer.highest.rate !== shownRate)
    throw conflict(
      `Ставка теперь ${rateText(offer.highest.rate)}, а не ${rateText(shownRate)}. Проверьте и возьмите ещё раз`,
    )
  return offer
}

/** Keeps a price of a case that is held in the place of the one before: with its question and the places of its promotions. */
export async function keepPrice(
  parts: CasePricingParts,
  { db, actor }: Reader,
  row: CaseRow,
  { question, offer }: { readonly question: StoredQuestion; readonly offer: Offer },
): Promise<void> {
  for (const { id } of offer.promotions.toSorted((one, other) => one.id - other.id)) {
    const amount = String(question.facts.amount ?? '0')
    const refusal = await takePromotionPlace(db, parts.clock, { promotionId: id, caseId: row.id, amount })
    if (refusal !== null) throw conflict(refusal)
  }
  await giveBackPlaces(
    db,
    parts.clock,
    row.id,
    offer.promotions.map(({ id }) => id),
  )
  await putPrice(db, {
    caseId: row.id,
    question,
    answer: offer,
    at: parts.clock.now(),
    byId: actor.employeeId,
  })
}

/** Gives a case that is held an offer: the price is kept, its rate and programme stand in the questionnaire. */
export async function giveOffer(
  parts: CasePricingParts,
  { db, actor }: Reader,
  row: CaseRow,
  { question, offer }: { readonly question: StoredQuestion; readonly offer: Offer },
): Promise<void> {
  const { section } = lendingOf(row)
  await keepPrice(parts, { db, actor }, row, { question, offer })
  const { card } = parts.engine.behaviours[row.type]
  const rate = withoutEndZeros(offer.highest.rate)
  if (card !== undefined) {
    await card.writeTerms(db, row.id, { programme: offer.product.type, rate })
    return
  }
  const stored = await readQuestionnaire(db, row.id, row.type)
  await writeLoanTerms(db, row, stored, {
    section,
    data: {
      ...stored.sections[section],
      [programmeFields[section]]: offer.product.type,
      rate,
    },
    actorId: actor.employeeId,
  })
}

/**
 * Gives a case an offer: its price is kept with the question and the versions, places of promotions are taken, the rate and
 * the programme stand in the questionnaire.
 */
export async function takeOffer(
  parts: CasePricingParts,
  context: Context,
  caseId: number,
  { productId, rate, ...chosen }: PriceChoices & { readonly productId: number; readonly rate: string },
): Promise<CasePrice> {
  const { db, actor } = context
  const row = await requireCase(db, actor, caseId, 'Update', 'update')
  const { section } = lendingOf(row)
  checkEditable(parts.engine, actor, row, section)
  const locked = parts.engine.behaviours[row.type].card?.refusal(row.stage) ?? null
  if (locked !== null) throw conflict(`${locked}: ставка не меняется`)
  const question = { ...(await questionOfCase(parts, context, row, chosen)), productIds: [productId] }
  const offer = requireOffer(await offersOf(parts, context, caseId, question), rate)
  await giveOffer(parts, context, row, { question, offer })
  return casePrice(parts, context, caseId)
}
