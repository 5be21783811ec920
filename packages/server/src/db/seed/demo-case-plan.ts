import { type CaseType, machines } from '@ipoteka-office/contract/machines/machines.ts'
import type { WorkCalendar } from '#features/processes/working-clock.rules.ts'
import { coolingOffOf } from '@ipoteka-office/contract/cooling-off.ts'
import { type FixedStays, type Step, someDaysAgo, walk, walkTo } from './demo-case-paths.ts'
import { type DemoClient, type DemoCoBorrower, makeClient, makeCoBorrower } from './demo-case-people.ts'
import { Chance } from './generator.ts'

/** A partner that brings cases, with those who lead them. */
export interface DemoPartner {
  readonly id: number
  readonly regionCode: string | null
  readonly offsetMinutes: number
  readonly agents: readonly number[]
}

/** A made-up case before it is written. */
export interface PlannedCase {
  readonly type: CaseType
  readonly client: DemoClient
  readonly serial: number
  readonly coBorrower: DemoCoBorrower | null
  readonly partner: DemoPartner
  readonly responsibleId: number | null
  readonly steps: readonly Step[]
  readonly calendar: WorkCalendar
  readonly amount: string
  readonly price: string
  readonly down: string
  readonly months: number
  readonly source: PlannedCase | null
  /** Loans have a cooling-off period: what the law says of this one. */
  readonly cooling: ReturnType<typeof coolingOffOf> | null
}

/** Stages in which the system is busy: no made-up case stands there. */
export const passing: Readonly<Record<CaseType, readonly string[]>> = {
  LEAD: [],
  SHORT_APPLICATION: ['PRE_SCORING'],
  FULL_APPLICATION: ['AUTO_CHECKS'],
  LOAN_APPLICATION: ['AUTO_CHECKS'],
}

/** In how many cases of a hundred somebody owes beside the borrower. */
const withCoBorrower: Readonly<Record<CaseType, number>> = {
  LEAD: 0,
  SHORT_APPLICATION: 0,
  FULL_APPLICATION: 45,
  LOAN_APPLICATION: 12,
}
/** Running numbers of co-borrowers begin beyond those of borrowers. */
const firstCoBorrower = 100_000

interface Ground {
  readonly chance: Chance
  readonly now: Date
  readonly special: WorkCalendar['special']
  /** Those in the front of the list have more cases. */
  readonly partners: readonly DemoPartner[]
}

type Sums = 'price' | 'down' | 'amount' | 'months'

interface Order {
  readonly type: CaseType
  readonly days: number
  readonly source?: PlannedCase
  /** Where the case is to stand; anywhere when absent. */
  readonly stage?: string
  /** Whose it is; chosen when absent. */
  readonly partner?: DemoPartner
}

/** The minute's work brings a loan on when its period is over. */
const minuteOfTimers = 20_000
const periodOf = (type: CaseType, amount: string, coBorrower: DemoCoBorrower | null) =>
  type !== 'LOAN_APPLICATION'
    ? null
    : coolingOffOf({
        amount,
        receiver: 'CLIENT',
        securedByMortgage: false,
        refinancedBalances: [],
        hasCoBorrowerOrGuarantor: coBorrower?.role === 'CO_BORROWER',
      })

/** Plans cases; clients get running numbers. */
export class CasePlanner {
  readonly #ground: Ground
  /** Of their own, so that cases stay what they are whoever is added to them. */
  readonly #others = new Chance(20_261_123)
  #serial = 0
  #coSerial = firstCoBorrower

  constructor(ground: Ground) {
    this.#ground = ground
  }

  #partner(): DemoPartner {
    const { chance, partners } = this.#ground
    const [first, second] = partners
    if (first !== undefined && chance.percent(40)) return first
    if (second !== undefined && chance.percent(20)) return second
    return chance.of(partners)
  }

  /** What a case is about when it comes from no other. */
  #first(
    type: CaseType,
    given: DemoPartner | undefined,
  ): Pick<PlannedCase, 'client' | 'serial' | 'partner' | 'responsibleId' | Sums> {
    const { chance } = this.#ground
    const partner = given ?? this.#partner()
    this.#serial += 1
    const isLoan = type === 'LOAN_APPLICATION'
    const price = isLoan ? chance.whole(10, 150) * 10_000 : chance.whole(30, 180) * 100_000
    const down = isLoan ? 0 : Math.round((price * chance.whole(16, 45)) / 100_000) * 1_000
    // Who signs in to the demo bank has work to do: the first of a partner's agents leads most of its cases.
    const { agents } = partner
    const agent = agents[chance.percent(60) ? 0 : chance.whole(0, Math.max(0, agents.length - 1))]
    const responsibleId = agent === undefined || chance.percent(8) ? null : agent
    return {
      client: makeClient(chance, this.#serial),
      serial: this.#serial,
      partner,
      responsibleId,
      price: `${price}.00`,
      down: `${down}.00`,
      amount: `${price - down}.00`,
      months: isLoan ? chance.whole(1, 7) * 12 : chance.whole(5, 30) * 12,
    }
  }

  #coBorrower(type: CaseType, client: DemoClient): DemoCoBorrower | null {
    if (!this.#others.percent(withCoBorrower[type])) return null
    this.#coSerial += 1
    return makeCoBorrower(this.#others, this.#coSerial, client)
  }

  plan({ type, days, source, stage, partner: given }: Order): PlannedCase {
    const { chance, now, special } = this.#ground
    const { client, serial, partner, responsibleId, price, down, amount, months } =
      source ?? this.#first(type, given)
    const calendar: WorkCalendar = { offsetMinutes: partner.offsetMinutes, special }
    const start = source?.steps.at(-1)?.from ?? someDaysAgo(chance, now, days)
    // Whoever is to wait for the end of a period has one: a loan with a co-borrower has none.
    const coBorrower = stage === 'SIGNED' ? null : this.#coBorrower(type, client)
    const cooling = periodOf(type, amount, coBorrower)
    const fixed: FixedStays = cooling === null ? {} : { SIGNED: cooling.hours * 3_600_000 + minuteOfTimers }
    const ground = { now, calendar, fixed }
    const steps =
      stage === undefined
        ? walk(chance, machines[type], start, { ...ground, passing: passing[type] })
        : walkTo(chance, machines[type], stage, ground)
    const sums = { price, down, amount, months }
    const people = { client, serial, coBorrower, partner, responsibleId }
    return { type, ...people, steps, calendar, ...sums, source: source ?? null, cooling }
  }
}
