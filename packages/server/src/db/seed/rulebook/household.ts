import type { Chance } from '../generator.ts'
import { annuity } from './annuity.ts'
import { type DemoClient, makeClient, makeSpouse } from './people.ts'
import { type Profession, professions } from './professions.ts'
import type { SeedRegion } from './regions.ts'

/** A loan that somebody has already. */
export interface Debt {
  /** `creditType`. */
  readonly type: 'AUTO' | 'CASH' | 'CREDIT_CARD'
  readonly creditor: string
  readonly contractNumber: string
  readonly limit: number
  readonly balance: number
  readonly rate: string
  readonly monthsLeft: number | null
  readonly payment: number
}

/** What somebody who owes lives on. */
export interface Life {
  readonly age: number
  readonly profession: Profession
  readonly title: string
  readonly employer: string
  readonly education: string
  /** Years with the present employer. */
  readonly here: number
  readonly seniority: string
  /** Roubles a month, in hand. */
  readonly income: number
  readonly debts: readonly Debt[]
}

/** Somebody who owes. */
export interface Member extends Life {
  readonly client: DemoClient
  readonly employedSince: string
}
type Role = 'SPOUSE' | 'CO_BORROWER'

/** Who borrows together before they have names: sums are chosen by it. */
export interface Means<M extends Life = Life> {
  readonly region: SeedRegion
  readonly borrower: M
  readonly other: (M & { readonly role: Role }) | null
  readonly marital: 'SINGLE' | 'MARRIED' | 'DIVORCED'
  /** Ages of the children, in months. */
  readonly childMonths: readonly number[]
}

/** Who borrows together, and who lives on it. */
export interface Household extends Means<Member> {
  readonly children: readonly { readonly name: string; readonly birthDate: string }[]
}

/** What a programme asks of those who borrow. */
export interface MeansWanted {
  readonly region: SeedRegion
  readonly professions: readonly string[]
  readonly oldest: number
  readonly withChild: boolean
  readonly spouseOwes: boolean
  /** In how many of a hundred somebody who is not married to the borrower owes too. */
  readonly othersOwe: number
  /** Nobody owes beside the borrower. */
  readonly alone: boolean
}

/** The day of a household and the running numbers of its people. */
export interface Naming {
  readonly day: string
  readonly serial: number
  readonly otherSerial: number
}

const creditors = ['ПАО Сбербанк', 'Банк ВТБ (ПАО)', 'АО «Альфа-Банк»', 'АО «ТБанк»', 'Банк ГПБ (АО)']
const kinds = [
  { type: 'CASH', limits: [150, 900], rate: [19, 27], months: [8, 48] },
  { type: 'AUTO', limits: [500, 1_800], rate: [14, 21], months: [12, 54] },
  { type: 'CREDIT_CARD', limits: [50, 300], rate: [26, 34], months: null },
] as const
/** Nobody pays more than this share of an income for what they owe already. */
const mostOfIncome = 0.2

function makeDebt(chance: Chance, income: number): Debt | null {
  const { type, limits, rate: rates, months } = chance.of(kinds)
  const limit = chance.whole(limits[0], limits[1]) * 1_000
  const rate = `${chance.whole(rates[0], rates[1])}.500`
  const monthsLeft = months === null ? null : chance.whole(months[0], months[1])
  const balance = Math.round((limit * chance.whole(15, 75)) / 10_000) * 100
  // A card is paid by its limit or by its debt, whichever is less.
  const payment =
    monthsLeft === null
      ? Math.round(Math.min(limit * 0.05, balance * 0.1))
      : Math.round(annuity(balance, rate, monthsLeft))
  if (payment > income * mostOfIncome) return null
  const contractNumber = `${chance.whole(10, 99)}-${chance.whole(100_000, 999_999)}`
  return { type, creditor: chance.of(creditors), contractNumber, limit, balance, rate, monthsLeft, payment }
}

function debtsOf(chance: Chance, income: number): Debt[] {
  const count = chance.percent(48) ? 0 : chance.percent(80) ? 1 : 2
  const found = Array.from({ length: count }, () => makeDebt(chance, income)).filter((debt) => debt !== null)
  return found.filter(({ type }, at) => found.findIndex((one) => one.type === type) === at)
}

/** The older, the further up what the trade pays; a year later the same person does not earn anything else. */
function incomeOf(chance: Chance, { pay, ages }: Profession, age: number, region: SeedRegion): number {
  const grown = Math.min(1, Math.max(0, (age - ages[0]) / 15))
  const place = (grown + chance.next()) / 2
  return Math.round((pay[0] + (pay[1] - pay[0]) * place) * region.pay) * 1_000
}

const seniorities = [
  [5, 'Y3_5'],
  [10, 'Y5_10'],
] as const
const seniorityOf = (years: number) => seniorities.find(([most]) => years < most)?.[1] ?? 'GT_10'

function makeLife(chance: Chance, trade: Profession, age: number, region: SeedRegion): Life {
  const income = incomeOf(chance, trade, age, region)
  // The first years after school are no seniority.
  const working = Math.max(3, age - 20)
  return {
    age,
    profession: trade,
    title: chance.of(trade.titles),
    employer: chance.of(trade.employers),
    education: chance.of(trade.education),
    here: chance.whole(1, Math.min(working, 12)),
    seniority: seniorityOf(working),
    income,
    debts: debtsOf(chance, income),
  }
}

const ordinary = professions.filter(({ code }) => code !== 'military')
const ofTown = ordinary.filter(({ code }) => code !== 'farm')
const tradesIn = ({ name }: SeedRegion) => (name === '' ? ofTown : ordinary)
const tradesOf = (codes: readonly string[], region: SeedRegion) =>
  codes.length === 0 ? tradesIn(region) : professions.filter(({ code }) => codes.includes(code))

function makeOther(
  chance: Chance,
  { region, oldest }: MeansWanted,
  borrower: Life,
  role: Role,
): Means['other'] {
  const trade = chance.of(tradesIn(region))
  const near = role === 'SPOUSE' ? borrower.age + chance.whole(-4, 3) : chance.whole(...trade.ages)
  const age = Math.min(oldest, Math.max(trade.ages[0], Math.min(near, trade.ages[1])))
  return { ...makeLife(chance, trade, age, region), role }
}

/** Young enough also when the case is looked at in a year and a half. */
const smallMonths = [3, 62] as const
const schoolMonths = [70, 150] as const

function childrenOf(chance: Chance, isWanted: boolean, age: number): number[] {
  const count = isWanted ? chance.whole(1, 2) : age > 25 && age < 50 && chance.percent(45) ? 1 : 0
  return Array.from({ length: count }, (_, index) =>
    isWanted && index === 0 ? chance.whole(...smallMonths) : chance.whole(...schoolMonths),
  )
}

function maritalOf(chance: Chance, age: number, withChild: boolean): Means['marital'] {
  if (age > 23 && chance.percent(withChild ? 78 : 52)) return 'MARRIED'
  return age > 28 && chance.percent(40) ? 'DIVORCED' : 'SINGLE'
}

/** Those who borrow, by what is asked of them. */
export function makeMeans(chance: Chance, wanted: MeansWanted): Means {
  const { region, oldest, withChild, spouseOwes, othersOwe, alone } = wanted
  const trade = chance.of(tradesOf(wanted.professions, region))
  const borrower = makeLife(chance, trade, Math.min(oldest, chance.whole(...trade.ages)), region)
  const marital = maritalOf(chance, borrower.age, withChild)
  const isSpouse = marital === 'MARRIED' && (spouseOwes || chance.percent(45))
  const role = isSpouse ? 'SPOUSE' : chance.percent(othersOwe) ? 'CO_BORROWER' : null
  const other = role === null || alone ? null : makeOther(chance, wanted, borrower, role)
  return { region, borrower, other, marital, childMonths: childrenOf(chance, withChild, borrower.age) }
}

const names = { MALE: ['Иван', 'Матвей', 'Артём', 'Лев'], FEMALE: ['Мария', 'София', 'Анна', 'Ева'] } as const

/** Gives those who borrow their names, days and papers. */
export function nameHousehold(chance: Chance, means: Means, { day, serial, otherSerial }: Naming): Household {
  const { region, borrower, other, childMonths } = means
  const today = Temporal.PlainDate.from(day)
  const named = <L extends Life>(life: L, client: DemoClient) => ({
    ...life,
    client,
    employedSince: today.subtract({ years: life.here, days: chance.whole(1, 300) }).toString(),
  })
  const client = makeClient(chance, { serial, region, day, age: borrower.age })
  const ofOther = other && { serial: otherSerial, region, day, age: other.age }
  return {
    ...means,
    borrower: named(borrower, client),
    other:
      other &&
      ofOther &&
      named(
        other,
        other.role === 'SPOUSE' ? makeSpouse(chance, client, ofOther) : makeClient(chance, ofOther),
      ),
    children: childMonths.map((months) => ({
      name: chance.of(names[chance.percent(50) ? 'MALE' : 'FEMALE']),
      birthDate: today.subtract({ months, days: chance.whole(0, 27) }).toString(),
    })),
  }
}

/** Everybody who owes. */
export const debtorsOf = <M extends Life>({ borrower, other }: Means<M>): readonly M[] =>
  other === null ? [borrower] : [borrower, other]
/** What the household earns in a month. */
export const incomeOfAll = (household: Means): number =>
  debtorsOf(household).reduce((sum, { income }) => sum + income, 0)
/** What the household pays in a month already. */
export const paymentsOfAll = (household: Means): number =>
  debtorsOf(household).reduce(
    (sum, { debts }) => debts.reduce((total, { payment }) => total + payment, sum),
    0,
  )
