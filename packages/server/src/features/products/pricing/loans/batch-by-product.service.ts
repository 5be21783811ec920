import { clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { ClientCategory } from '@ipoteka-office/contract/products/product-kinds.ts'
import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import { Day } from '@ipoteka-office/contract/common/items.ts'
import { PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import {
  type BatchRow,
  filled,
  isoDay,
  plain,
  type PricedRow,
  spelt,
} from '#features/calculator/calculations/batch.rules.ts'
import type { OpenPricer } from '#features/calculator/calculations/batch.service.ts'
import { namesInFiles } from '#features/insurance/file-names.service.ts'
import { namesOfList } from '#features/insurance/tariffs/tariff-file.rules.ts'
import { bankDay } from '#lib/bank-time.ts'
import { holds } from '../../product-reader.ts'
import { ofBank } from '../../partner-line.ts'
import { findPartnerLine } from '../../released.repo.ts'
import type { Catalogue, ReadyProduct } from '../catalogue.ts'
import { type LentBy, lentBy, priceCatalogue } from '../offers.rules.ts'
import { offeredTo, type PricingParts, pricingSetup } from '../price.service.ts'
import type { PricingSetup } from '../setup.ts'

const wrong = (error: string): PricedRow => ({ ok: false, error })

/** Codes by the code or the name as people write them. */
type Codes = ReadonlyMap<string, string>
const yes: Readonly<Record<string, boolean>> = { да: true, нет: false, yes: true, no: false }

interface Priced {
  readonly catalogue: Catalogue
  readonly setup: PricingSetup
  readonly products: ReadonlyMap<string, ReadyProduct>
  readonly regions: Codes
}
const categories = namesOfList(clientCategories)

/** A value of a row that has to be one of those known; the words say which is not. */
class UnknownValue extends Error {}

function codeIn(codes: Codes, text: string | undefined, heading: string): string | null {
  if (!filled(text)) return null
  const code = codes.get(spelt(text))
  if (code === undefined) throw new UnknownValue(`${heading}: значения «${text.slice(0, 60)}» нет`)
  return code
}

function numberIn(text: string | undefined, heading: string): number | null {
  if (!filled(text)) return null
  const number = Number(plain(text))
  if (!Number.isInteger(number)) throw new UnknownValue(`${heading}: введите целое число`)
  return number
}

function moneyIn(text: string | undefined, heading: string): string | null {
  if (!filled(text)) return null
  const money = Money.safeParse(plain(text))
  if (!money.success) throw new UnknownValue(`${heading}: введите рубли, не больше двух знаков после запятой`)
  return money.data
}

function flagIn(text: string | undefined, heading: string): boolean | null {
  if (!filled(text)) return null
  const flag = yes[spelt(text)]
  if (flag === undefined) throw new UnknownValue(`${heading}: напишите «да» или «нет»`)
  return flag
}

/** What a row says of the deal and its client, as a price is asked of it. */
function factsOf(row: BatchRow, regions: Codes): PriceQuestion['facts'] {
  const said = {
    amount: moneyIn(row.amount, 'Сумма'),
    termMonths: numberIn(row.months, 'Срок, мес.'),
    propertyPrice: moneyIn(row.price, 'Стоимость жилья'),
    region: codeIn(regions, row.region, 'Регион'),
    age: numberIn(row.age, 'Возраст'),
    lifeInsurance: flagIn(row.insured, 'Личное страхование'),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}

/** What the row asks of its product. */
function questionOf(row: BatchRow, product: ReadyProduct, regions: Codes): PriceQuestion {
  const facts = factsOf(row, regions)
  if (facts['amount'] === undefined || facts['termMonths'] === undefined)
    throw new UnknownValue('Сумма и срок нужны: по ним берётся ставка продукта')
  const clientCategory = codeIn(categories, row.category, 'Категория клиента') as ClientCategory | null
  return PriceQuestion.parse({
    ...{ lending: product.lending, facts, clientCategory, productIds: [product.productId], detailed: 0 },
  })
}

/** The day of payments: the one that the row names, where the product has it; null: none is named. */
function paymentDayOf(row: BatchRow, { paymentDays }: LentBy): number | null {
  const day = numberIn(row.paymentDay, 'День платежа')
  if (day !== null && paymentDays.length > 0 && !paymentDays.includes(day))
    throw new UnknownValue(`День платежа: по этому продукту платят ${paymentDays.join(', ')} числа`)
  return day
}

/** The row by the version of its product that is in force today, at the highest rate while something is not known. */
function priceRow(row: BatchRow, product: ReadyProduct, { catalogue, setup, regions }: Priced): PricedRow {
  const issueDate = Day.safeParse(isoDay(row.issueDate ?? ''))
  if (!issueDate.success) return wrong('Дата выдачи: введите день, например 20.11.2026')
  const question = questionOf(row, product, regions)
  const lent = lentBy(catalogue, question, setup, issueDate.data)
  if (lent === null || lent.terms === null) {
    const [misfit] = priceCatalogue(catalogue, question, setup, () => true).misfits
    const reasons = (misfit?.reasons ?? []).map(({ reason }) => reason)
    return wrong(`Продукт не подходит: ${reasons.join('; ') || 'его условия не определены'}`)
  }
  const terms = { ...lent.terms, paymentDay: paymentDayOf(row, lent) ?? lent.terms.paymentDay }
  return { ok: true, terms, number: lent.number, missing: lent.missing.map(({ label }) => label) }
}

/** Prices rows of a mass calculation by the products that whoever runs it is offered today. */
export const batchPricer =
  (parts: PricingParts): OpenPricer =>
  async ({ db, actor }) => {
    const day = bankDay(parts.clock)
    const partnerLine = actor.isAhml ? ofBank : await findPartnerLine(db, actor.partnerId)
    const all = await parts.catalogues.read(db, day, null)
    const catalogue = actor.isAhml ? all : offeredTo(all, partnerLine)
    const setup = await pricingSetup(parts, { db, actor }, { day, catalogue, partnerLine, amount: '0' })
    const { regions } = await namesInFiles(parts.references, { regions: 'region' })
    const seen = catalogue.products.filter(
      ({ lending }) => lending !== 'CREDIT_CARD' && holds(actor, lending, 'Read'),
    )
    const priced: Priced = {
      catalogue,
      setup: { ...setup, isInside: false },
      products: new Map(seen.map((one) => [spelt(one.code), one])),
      regions,
    }
    return (row) => {
      if (!filled(row.product)) return null
      const product = priced.products.get(spelt(row.product))
      if (product === undefined)
        return wrong(`Код продукта: «${row.product.slice(0, 40)}» сегодня не предлагают`)
      try {
        return priceRow(row, product, priced)
      } catch (error) {
        if (error instanceof UnknownValue) return wrong(error.message)
        throw error
      }
    }
  }
