import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import type { OfferPage, Offers, PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { loadNames } from '#features/document-rules/rule-names.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { ofBank, type PartnerLine } from '../partner-line.ts'
import { findPartnerLine } from '../released.repo.ts'
import { holds } from '../product-reader.ts'
import { type Catalogue, indexed, type ReadyAddition, type ReadyProduct } from './catalogue.ts'
import type { CatalogueReader } from './catalogue-reader.ts'
import { isOfferedTo } from './fit/fit.rules.ts'
import { findFull } from './full-promotions.repo.ts'
import { factIssues } from './known.ts'
import { priceCatalogue } from './offers.rules.ts'
import type { PricingSetup } from './setup.ts'

/** What a price needs beside the database. */
export interface PricingParts extends BankFigures {
  readonly references: ReferenceReader
  readonly catalogues: CatalogueReader
}

/** What people of a partner are offered: what is for other partners alone is not even told to be unfit. */
export function offeredTo({ products, additions }: Catalogue, partnerLine: PartnerLine): Catalogue {
  const isOffered = ({ content }: ReadyProduct | ReadyAddition) => isOfferedTo(content.audience, partnerLine)
  return indexed(products.filter(isOffered), additions.filter(isOffered))
}

/** Whose prices of a day are asked for. */
export interface SetupAsked {
  readonly day: string
  readonly catalogue: Catalogue
  readonly partnerLine: PartnerLine
  /** A promotion with a cap by sum has to have so much left. */
  readonly amount: unknown
  /** Its own places of promotions do not count as taken. */
  readonly caseId?: number
}

/** What the bank gives to prices of a day. */
export async function pricingSetup(
  { parameters, references }: PricingParts,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { day, catalogue, partnerLine, amount, caseId }: SetupAsked,
): Promise<PricingSetup> {
  const [figures, names, full, nameOfCode] = await Promise.all([
    parameters.figuresOn(day),
    loadNames(db, references, {}),
    findFull(db, catalogue, { amount: Money.safeParse(amount).data ?? '0', caseId }),
    codeNames(references, ['insuranceType']),
  ])
  return {
    day,
    keyRate: figures['key-rate'],
    isInside: actor.isAhml,
    nameOf: names.ofFact,
    insuranceName: (type) => nameOfCode('insuranceType', type),
    partnerLine,
    full,
  }
}

/**
 * What the caller is offered on the day of the question, ready to be priced; 404 for those who may read no products, 400 for
 * facts that are none.
 */
export async function offeredCatalogue(
  parts: PricingParts,
  context: Pick<Context, 'db' | 'actor'>,
  question: PriceQuestion,
) {
  const { db, actor } = context
  if (!holds(actor, question.lending, 'Read')) throw notFound('Продуктов, которые вам видны, нет')
  const issues = factIssues(question)
  if (issues.length > 0) throw invalid(issues)
  const day = question.day ?? bankDay(parts.clock)
  const partnerLine = question.partnerId === null ? ofBank : await findPartnerLine(db, question.partnerId)
  const all = await parts.catalogues.read(db, day, question.receivedOn)
  const catalogue = actor.isAhml ? all : offeredTo(all, partnerLine)
  const { amount } = question.facts
  const setup = await pricingSetup(parts, context, { day, catalogue, partnerLine, amount })
  return { catalogue, setup, isWorking: await loadCalendar(db) }
}

/** The question as the caller may ask it: whoever comes by a partner is its client. */
function ofCaller<T extends PriceQuestion>({ isAhml, partnerId }: Actor, asked: T): T {
  if (isAhml) return asked
  const clientCategories = [...new Set([...asked.clientCategories, 'PARTNER' as const])]
  return { ...asked, day: null, receivedOn: null, partnerId, clientCategories }
}

/** «Подобрать ставку»: people of a partner ask for themselves and of today, the bank of anybody and any day. */
export async function priceFor(
  parts: PricingParts,
  context: Pick<Context, 'db' | 'actor'>,
  asked: PriceQuestion & OfferPage,
): Promise<Offers> {
  const question = ofCaller(context.actor, asked)
  const { catalogue, setup, isWorking } = await offeredCatalogue(parts, context, question)
  return priceCatalogue(catalogue, question, setup, isWorking, question)
}
