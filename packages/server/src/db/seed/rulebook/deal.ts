import type { Chance } from '../generator.ts'
import { affordable, annuity } from './annuity.ts'
import { debtorsOf, incomeOfAll, type Means, paymentsOfAll } from './household.ts'
import type { SeedLoan, SeedProgramme } from './products.ts'

/** Of a hundred who might borrow as much as the programme gives at most, so many do. */
const atLimitShare = 10

/** What is bought or pledged. */
export interface SeedObject {
  readonly type: SeedProgramme['object']
  /** Square metres with one digit. */
  readonly area: number
  readonly rooms: number
  readonly floors: number
  readonly yearBuilt: number
  readonly street: string
  readonly house: number
  readonly flat: number
}

/** The sums of a case, in roubles. */
export interface Deal {
  readonly price: number
  readonly down: number
  /** Of it: the state's money for a child. */
  readonly capital: number
  readonly amount: number
  readonly months: number
  readonly rate: string
  readonly payment: number
  /** Percent of the income that all payments take. */
  readonly load: number
  readonly object: SeedObject | null
  /** Of a participant of НИС. */
  readonly savings: { readonly years: number; readonly amount: number } | null
}

const streets = ['Садовая', 'Лесная', 'Мира', 'Школьная', 'Полевая', 'Гагарина', 'Зелёная', 'Новая', 'Речная']
const secondHand: readonly string[] = ['SECONDARY_MARKET', 'REFINANCING', 'COLLATERAL_AVAILABLE']
/** A house in a village costs less by the metre than a flat in the town. */
const villageShare = 0.5

function makeObject(chance: Chance, programme: SeedProgramme, household: Means, year: number): SeedObject {
  const people = debtorsOf(household).length + household.childMonths.length
  const isHouse = programme.object === 'HOUSE_WITH_LAND'
  const least = isHouse ? 70 : 24 + people * 8
  const area = chance.whole(least, least + (isHouse ? 60 : 30)) + chance.whole(0, 9) / 10
  return {
    type: programme.object,
    area,
    rooms: Math.max(1, Math.min(5, Math.round(area / 22))),
    floors: isHouse ? chance.whole(1, 2) : chance.whole(5, 24),
    yearBuilt: secondHand.includes(programme.goal)
      ? chance.whole(1968, year - 3)
      : chance.whole(year, year + 1),
    street: chance.of(streets),
    house: chance.whole(1, 98),
    flat: chance.whole(1, 180),
  }
}

function priceOf(chance: Chance, { type, area }: SeedObject, { goal }: SeedProgramme, { region }: Means) {
  const metre = secondHand.includes(goal) ? region.oldMetre : region.newMetre
  const near = (metre * chance.whole(86, 114)) / 100
  return Math.round((area * near * (type === 'FLAT' ? 1 : villageShare)) / 50) * 50_000
}

/** A year is left, so that nobody is over the age when the case has gone on for long. */
function monthsOf(chance: Chance, { ageAtEnd, months: [least, most] }: SeedProgramme, household: Means) {
  const oldest = Math.max(...debtorsOf(household).map(({ age }) => age))
  const left = Math.min(most, ageAtEnd - oldest - 3)
  return left < least ? null : chance.whole(Math.max(least, left - 8), left) * 12
}

/** The contribution of the state, a month: who gets it pays the loan with it. */
const contribution = 34_000
const savedInYear = 330_000

function savingsOf(chance: Chance, age: number): Deal['savings'] {
  const years = chance.whole(4, Math.min(14, age - 19))
  return { years, amount: Math.round((years * savedInYear * chance.whole(88, 104)) / 100_000) * 1_000 }
}

/** What may go to the payment: most stay within a half of the income, the strained do not. */
const loadOf = (chance: Chance, isStrained: boolean) =>
  isStrained ? chance.whole(56, 74) : chance.whole(27, 47)

/** Roubles for a child (the capital of 2026, rounded down). */
const motherCapital = 690_000

/** The sums of a mortgage that the household can pay for; null when these do not come together. */
export function drawMortgage(
  chance: Chance,
  household: Means,
  programme: SeedProgramme,
  { isStrained, year }: { readonly isStrained: boolean; readonly year: number },
): Deal | null {
  const months = monthsOf(chance, programme, household)
  if (months === null) return null
  const [income, others] = [incomeOfAll(household), paymentsOfAll(household)]
  const able = (income * loadOf(chance, isStrained)) / 100 - others
  const object = makeObject(chance, programme, household, year)
  const limit = programme.most(household.region.code, object.area)
  const most = Math.min(
    limit,
    affordable(programme.savings ? Math.min(able, contribution) : able, programme.rate, months),
  )
  const price = priceOf(chance, object, programme, household)
  const share = programme.leastDown + Math.floor(chance.next() ** 2 * 2_800)
  const least = Math.ceil((price * share) / 10_000 / 1_000) * 1_000
  const amount = Math.floor(Math.min(most, price - least) / 10_000) * 10_000
  const savings = programme.savings ? savingsOf(chance, household.borrower.age) : null
  const paid = price - amount
  const payment = annuity(amount, programme.rate, months)
  const load = ((payment + others) / income) * 100
  if (!comesTogether({ price, amount, load, isStrained, savings })) return null
  // Whoever could borrow more than a programme gives mostly takes another one.
  if (amount >= limit && !chance.percent(atLimitShare)) return null
  const capital = savings === null ? capitalOf(chance, household, programme, paid) : 0
  const sums = { price, down: paid - capital, capital, amount, months, rate: programme.rate, payment, load }
  return { ...sums, object, savings }
}

const hasRightLoad = (load: number, isStrained: boolean) => (isStrained ? load >= 52 : load <= 49)

/** Nobody borrows for a home of which they have most of the money; who pays out of savings has enough of them. */
function comesTogether({
  price,
  amount,
  load,
  isStrained,
  savings,
}: Pick<Deal, 'price' | 'amount' | 'load' | 'savings'> & { readonly isStrained: boolean }): boolean {
  const paid = price - amount
  if (amount < 600_000 || paid > price * 0.62) return false
  return (savings === null || savings.amount >= paid) && hasRightLoad(load, isStrained)
}

/** Some families pay with the state's money for a child. */
function capitalOf(chance: Chance, { childMonths }: Means, { goal }: SeedProgramme, paid: number): number {
  const mayHave = childMonths.length > 0 && goal === 'PRIMARY_MARKET' && chance.percent(45)
  return mayHave && paid > motherCapital * 2 ? motherCapital : 0
}

const years = [1, 2, 3, 3, 4, 5, 5, 7]

/** The sums of a consumer loan; null when they do not come together. */
export function drawLoan(
  chance: Chance,
  household: Means,
  { rate }: SeedLoan,
  { isStrained }: { readonly isStrained: boolean },
): Deal | null {
  const [income, others] = [incomeOfAll(household), paymentsOfAll(household)]
  const months = chance.of(years) * 12
  const share = isStrained ? chance.whole(56, 70) : chance.whole(10, 42)
  const able = (income * share) / 100 - others
  const amount = Math.min(3_000_000, Math.floor(affordable(able, rate, months) / 5_000) * 5_000)
  if (!(amount >= 60_000)) return null
  const payment = annuity(amount, rate, months)
  const load = ((payment + others) / income) * 100
  if (isStrained && load < 52) return null
  return {
    price: amount,
    down: 0,
    capital: 0,
    amount,
    months,
    rate,
    payment,
    load,
    object: null,
    savings: null,
  }
}
