import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import { PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { regionLimits } from '@ipoteka-office/contract/products/version/region-limits.ts'
import type { RegionLimits } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { leastDownPayment } from '@ipoteka-office/contract/products/version/least-down-payment.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { DecisionProduct } from '#integrations/decision-engine/decision-engine.ts'
import { bankDay, dayOf } from '#lib/bank-time.ts'
import type { PartnerLine } from '../partner-line.ts'
import { findContents, findPartnerLine } from '../released.repo.ts'
import { type CaseOfTerms, findCaseOfTerms } from '../terms/case-terms.repo.ts'
import { categoriesOf } from './client/client-categories.rules.ts'
import { findStandings } from './client/client-standing.repo.ts'
import { findPrices } from './case-prices.repo.ts'
import { type Catalogue, indexed } from './catalogue.ts'
import { findFull } from './full-promotions.repo.ts'
import { priceCatalogue } from './offers.rules.ts'
import { ownCatalogue } from './own-catalogue.ts'
import { offeredTo } from './price.service.ts'
import type { PricingSetup } from './setup.ts'

/** What the engine is asked about. */
export interface LoanToDecide {
  readonly caseId: number
  readonly lending: Lending
  readonly programme: string | null
  readonly regionCode: string | null
  readonly channel: string | null
  readonly facts: Facts
}

type Limits = NonNullable<DecisionProduct['limits']>

function limitsIn(limits: readonly RegionLimits[], regionCode: string | null): Limits | null {
  const own = regionLimits(limits, regionCode)
  if (own === null) return null
  const { minAge, maxAgeAtEnd, maxLoanToValue, maxDebtLoad } = own
  return { minAge, maxAgeAtEnd, minDownPayment: leastDownPayment(own), maxLoanToValue, maxDebtLoad }
}

/** The price that the case was given. */
async function givenProduct(db: Db, loan: LoanToDecide): Promise<DecisionProduct | null> {
  const present = (await findPrices(db, loan.caseId)).find((one) => !one.replaced && one.answer !== null)
  const offer = present?.answer ?? null
  if (offer === null || offer.product.type !== loan.programme) return null
  const [said] = await findContents(db, [offer.product.versionId])
  const { code, name, number } = offer.product
  const limits = said?.content.kind === 'PRODUCT' ? limitsIn(said.content.limits, loan.regionCode) : null
  return { code, name, version: number, rate: offer.highest.rate, limits }
}

/** Products of the programme alone, with what goes with them. */
function ofProgramme({ products, additions }: Catalogue, { lending, programme }: LoanToDecide): Catalogue {
  return indexed(
    products.filter((one) => one.lending === lending && one.typeCode === programme),
    additions,
  )
}

/** Texts of a price are not sent anywhere, so codes are names enough. */
async function setupOf(
  { parameters, clock }: BankFigures,
  db: Db,
  { caseId, facts }: LoanToDecide,
  { catalogue, partnerLine }: { readonly catalogue: Catalogue; readonly partnerLine: PartnerLine },
): Promise<PricingSetup> {
  const day = bankDay(clock)
  const amount = typeof facts.amount === 'string' ? facts.amount : '0'
  return {
    day,
    keyRate: (await parameters.figuresOn(day))['key-rate'],
    isInside: false,
    nameOf: (_, code) => code,
    insuranceName: (type) => type,
    partnerLine,
    full: await findFull(db, catalogue, { amount, caseId }),
  }
}

async function soldProduct(
  bank: BankFigures,
  db: Db,
  loan: LoanToDecide,
  { createdAt, partnerId, productId }: CaseOfTerms,
): Promise<DecisionProduct | null> {
  const day = bankDay(bank.clock)
  const receivedOn = dayOf(bank.clock, createdAt)
  const partnerLine = await findPartnerLine(db, partnerId)
  const all = await ownCatalogue(bank).read(db, day, receivedOn)
  const catalogue = ofProgramme(offeredTo(all, partnerLine), loan)
  const { lending, facts, channel } = loan
  const standing = (await findStandings(db, [loan.caseId])).get(loan.caseId)
  const clientCategories = categoriesOf(facts, standing)
  const objectType = facts.mortgageObjectType ?? null
  const question = PriceQuestion.parse({
    ...{ lending, day, receivedOn, facts, channel, partnerId, clientCategories, objectType },
  })
  const setup = await setupOf(bank, db, loan, { catalogue, partnerLine })
  const { offers } = priceCatalogue(catalogue, question, setup, await loadCalendar(db))
  const offer = offers.find((one) => one.product.id === productId) ?? offers[0]
  const product =
    catalogue.products.find((one) => one.productId === (offer?.product.id ?? productId)) ??
    catalogue.products[0]
  if (product === undefined) return null
  return {
    code: product.code,
    name: product.content.names.client,
    version: product.number,
    rate: offer?.highest.rate ?? null,
    limits: limitsIn(product.content.limits, loan.regionCode),
  }
}

/** The product, the version and the rate that the decision engine is told of; null: nothing is sold of the programme. */
export async function decisionProduct(
  bank: BankFigures,
  db: Db,
  loan: LoanToDecide,
): Promise<DecisionProduct | null> {
  if (loan.programme === null) return null
  const given = await givenProduct(db, loan)
  if (given !== null) return given
  const one = await findCaseOfTerms(db, loan.caseId)
  return one === null ? null : soldProduct(bank, db, loan, one)
}
