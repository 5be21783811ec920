import { figuresAt } from '#db/seed/figures-at.ts'
import { coolingOffOf } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { demoDepartmentOf } from '#features/products/seed/demo-departments.ts'
import { addWorkingMinutes, type WorkCalendar } from '#features/cases/engine/working-clock.rules.ts'
import { lookAtTerms, type Step, type WayGround, walk, walkTo } from './demo-case-paths.ts'
import type { Chance } from '#db/seed/generator.ts'
import { type Application, makeApplication, makeLoanOf } from '#db/seed/rulebook/application.ts'
import type { SeedRegion } from '#db/seed/rulebook/regions.ts'
import { reducedLimits } from '#features/underwriting/seed/demo-authorities.ts'
import { makeTeam, type SeedStaff, type Team } from '#db/seed/rulebook/staff.ts'
import { pastDays } from '#db/seed/rulebook/ways.ts'
import type { DemoType } from './demo-type.ts'
import { demoTypes } from './demo-types.ts'
import { startBefore } from '#db/seed/rulebook/working-moments.ts'

/** A partner that brings cases, with those who lead them. */
export interface DemoPartner {
  readonly id: number
  readonly region: SeedRegion
  readonly offsetMinutes: number
  readonly agents: readonly number[]
}

/** A made-up case before it is written. */
export interface PlannedCase extends Application {
  readonly type: CaseType
  readonly serial: number
  readonly partner: DemoPartner
  /** Who leads it; null: nobody yet. */
  readonly responsibleId: number | null
  /** Who does what an agent does. */
  readonly agentId: number
  readonly team: Team
  readonly steps: readonly Step[]
  readonly calendar: WorkCalendar
  readonly source: PlannedCase | null
  /** Agreed upon in the place of the deadline of the present stage. */
  readonly agreedDue: Date | null
  /** Loans have a cooling-off period: what the law says of this one. */
  readonly cooling: ReturnType<typeof coolingOffOf> | null
}

/** Running numbers of co-borrowers begin beyond those of borrowers. */
const firstCoBorrower = 100_000
const day = 86_400_000
/** The system approves by itself up to here. */
const smallAmount = 3_000_000
/** Of a hundred sets that are checked, so many have a deadline that was agreed upon. */
const agreedShare = 80
/** Of a thousand standing cases, so many are late or have nobody. */
const lateShare = 12
const nobodyShare = 2

/** What the planner knows of the bank. */
export interface PlanGround {
  readonly chance: Chance
  readonly now: Date
  readonly special: WorkCalendar['special']
  /** Those in the front of the list have more cases. */
  readonly partners: readonly DemoPartner[]
  readonly staff: SeedStaff
  /** Demo sign-ins that are given some of the work that stands, by operation. */
  readonly shown: Readonly<Record<string, number>>
}

interface Order {
  readonly type: CaseType
  /** Where the case is to stand; anywhere when absent. */
  readonly stage?: string
  readonly source?: PlannedCase
  /** Whose it is; chosen when absent. */
  readonly partner?: DemoPartner
  /** An earlier case whose borrower comes back. */
  readonly earlier?: PlannedCase
  readonly isLate?: boolean
}

interface Origin extends Pick<PlannedCase, 'partner' | 'calendar' | 'serial' | 'agentId' | 'source'> {
  readonly start: Date
  readonly application: Application | null
}

const coolingOf = ({ household, deal, loan }: Application, now: Date) =>
  loan === null
    ? null
    : coolingOffOf(
        {
          amount: `${deal.amount}.00`,
          receiver: 'CLIENT',
          securedByMortgage: false,
          refinancedBalances: [],
          hasCoBorrowerOrGuarantor: household.other?.role === 'CO_BORROWER',
        },
        figuresAt(now),
      )

const operationOf = (type: CaseType, stage: string | undefined) =>
  stage === undefined ? undefined : machines[type].states[stage]?.task?.operation

const underwrite = 'Underwrite'

/** Whether an underwriter has approved what is beyond the authority that the demo underwriter has had for a month. */
function isBeyondReduced(type: CaseType, { deal }: Application, steps: readonly Step[]): boolean {
  const { product } = caseTypes[type]
  if (product === null || deal.amount <= reducedLimits[product]) return false
  return steps.some(
    ({ left }) =>
      left !== null &&
      left.by !== 'SYSTEM' &&
      left.decides?.outcome === 'APPROVE' &&
      left.by.includes(underwrite),
  )
}

/** Plans cases; clients get running numbers. */
export class CasePlanner {
  readonly #ground: PlanGround
  #serial = 0

  constructor(ground: PlanGround) {
    this.#ground = ground
  }

  #partner(): DemoPartner {
    const { chance, partners } = this.#ground
    const front = weightsOfFront.findIndex((share, at) => at < partners.length && chance.percent(share))
    return partners[front] ?? chance.of(partners)
  }

  /** Who signs in to the demo bank has work to do: the first of a partner's agents leads most of its cases. */
  #agent({ agents }: DemoPartner): number {
    const { chance } = this.#ground
    const [first] = agents
    if (first === undefined) throw new Error('A partner without agents brings no cases')
    return chance.percent(55) ? first : chance.of(agents)
  }

  #team(type: CaseType, application: Application, stage: string | undefined, steps: readonly Step[]): Team {
    const { chance, staff, shown } = this.#ground
    const operation = operationOf(type, stage)
    const mine = operation === undefined || !chance.percent(30) ? undefined : shown[operation]
    const department = demoDepartmentOf(application.programme?.code)
    const away = isBeyondReduced(type, application, steps) ? [shown[underwrite] ?? 0] : []
    const given = operation && mine && !away.includes(mine) ? { [operation]: mine } : {}
    return makeTeam(chance, staff, type, department, { given, away })
  }

  /** Whose the case is and when it begins: what comes of another one goes on where that has ended. */
  #origin({ source, earlier, partner: given }: Order): Origin {
    const { chance, now, special } = this.#ground
    if (source !== undefined)
      return { ...source, start: source.steps.at(-1)?.from ?? now, source, application: source }
    const partner = given ?? earlier?.partner ?? this.#partner()
    const calendar: WorkCalendar = { offsetMinutes: partner.offsetMinutes, special }
    this.#serial += 1
    const ended = earlier?.steps.at(-1)?.from.getTime()
    const days = ended === undefined ? pastDays : (now.getTime() - ended) / day
    const start = startBefore(chance, now, days, calendar)
    const agentId = this.#agent(partner)
    const application = earlier === undefined ? null : makeLoanOf(chance, earlier.household)
    return { partner, calendar, start, serial: this.#serial, agentId, source: null, application }
  }

  plan(order: Order): PlannedCase {
    const { chance } = this.#ground
    const { type, stage } = order
    const { partner, calendar, start, serial, agentId, ...origin } = this.#origin(order)
    const application = origin.application ?? this.#application(type, { partner, stage, serial, start })
    const { household, deal, programme, loan, isStrained } = application
    const cooling = coolingOf(application, this.#ground.now)
    const isLate = order.isLate ?? chance.whole(1, 1_000) <= lateShare
    const ground = this.#way(type, application, calendar, cooling)
    const steps =
      stage === undefined
        ? walk(chance, ground, start, demoTypes[type]?.passing ?? [])
        : walkTo(chance, ground, stage, isLate)
    return {
      ...{ type, household, deal, programme, loan, isStrained, serial, partner, agentId, steps, calendar },
      responsibleId: this.#hasNobody(stage) ? null : agentId,
      team: this.#team(type, application, stage, steps),
      source: origin.source,
      agreedDue: isLate ? null : this.#agreed(type, stage, calendar),
      cooling,
    }
  }

  #way(
    type: CaseType,
    { deal, isStrained }: Application,
    calendar: WorkCalendar,
    cooling: PlannedCase['cooling'],
  ): WayGround {
    const { chance, now } = this.#ground
    const isSmall = demoTypes[type]?.approvesSmall === true && deal.amount <= smallAmount && !isStrained
    return {
      ...{ type, now, calendar, isStrained },
      isClean: isSmall && chance.percent(70),
      fixed: cooling === null ? {} : { SIGNED: cooling.hours * 3_600_000 + lookAtTerms },
    }
  }

  #hasNobody(stage: string | undefined): boolean {
    return stage !== undefined && this.#ground.chance.whole(1, 1_000) <= nobodyShare
  }

  /** A deadline that was agreed upon, for most of the sets that are being checked. */
  #agreed(type: CaseType, stage: string | undefined, calendar: WorkCalendar): Date | null {
    const { chance, now } = this.#ground
    const isQueued = stage !== undefined && caseTypes[type].queuedStages?.includes(stage)
    if (!isQueued || !chance.percent(agreedShare)) return null
    return addWorkingMinutes(now, chance.whole(45, 1_100), calendar)
  }

  #application(
    type: CaseType,
    {
      partner,
      stage,
      serial,
      start,
    }: { partner: DemoPartner; stage: string | undefined; serial: number; start: Date },
  ): Application {
    const { chance, now } = this.#ground
    const opened = stage === undefined ? start : new Date(now.getTime() - 30 * day)
    return makeApplication(chance, {
      type,
      region: partner.region,
      day: opened.toISOString().slice(0, 10),
      serial,
      otherSerial: firstCoBorrower + serial,
      // Whoever is to wait for the end of a period has one: a loan with a co-borrower has none.
      alone: stage === 'SIGNED',
    })
  }
}

/** Of a hundred cases, how many each of the first partners brings of those that are left. */
const weightsOfFront = [11, 8, 4, 4]

const part = (count: number, scale: number) => Math.ceil(count * scale)

/** Every stage in which people may meet a case, at each of the partners whose people sign in to the demo bank. */
const planStages = (
  planner: CasePlanner,
  type: CaseType,
  { passing, lateStage: late = machines[type].initial }: DemoType,
  partners: readonly DemoPartner[],
): PlannedCase[] =>
  partners.flatMap((partner) => {
    const stages = Object.keys(machines[type].states).filter((stage) => !passing.includes(stage))
    return [
      ...stages.map((stage) => planner.plan({ type, stage, partner, isLate: false })),
      planner.plan({ type, stage: late, partner, isLate: true }),
    ]
  })

/** The whole plan; what other cases were made into comes after them. */
export function planBank(ground: PlanGround, scale = 1): PlannedCase[] {
  const planner = new CasePlanner(ground)
  const shown = ground.partners.slice(0, 2)
  const planned = new Map<CaseType, PlannedCase[]>()
  const endedIn = (type: CaseType, stage: string) =>
    (planned.get(type) ?? []).filter(({ steps }) => steps.at(-1)?.stage === stage)
  for (const type of CaseType.options) {
    const demo = demoTypes[type]
    if (demo === undefined) continue
    const { comesOf, comesBackFrom } = demo
    const sources = comesOf === undefined ? [] : endedIn(comesOf.type, comesOf.stage)
    const known = comesBackFrom === undefined ? [] : knownClients(ground, planned.get(comesBackFrom) ?? [])
    const before = [
      ...sources.map((source) => planner.plan({ type, source })),
      ...known.map((earlier) => planner.plan({ type, earlier })),
    ]
    const rest = Math.max(0, part(demo.past, scale) - before.length)
    planned.set(type, [
      ...before,
      ...Array.from({ length: rest }, () => planner.plan({ type })),
      ...Object.entries(demo.standing).flatMap(([stage, many]) =>
        Array.from({ length: part(many, scale) }, () => planner.plan({ type, stage })),
      ),
      ...planStages(planner, type, demo, shown),
    ])
  }
  return [...planned.values()].flat()
}

/** Of a hundred whose mortgage came to nothing, so many come for a consumer loan later. */
const comeBack = 30
/** Nobody comes back in the first weeks. */
const daysBetween = 21

function knownClients({ chance, now }: PlanGround, full: readonly PlannedCase[]): PlannedCase[] {
  const isOver = ({ steps }: PlannedCase) => {
    const last = steps.at(-1)
    return last?.stage === 'ARCHIVE' && now.getTime() - last.from.getTime() > daysBetween * day
  }
  return full.filter(
    (one) => one.household.other === null && !one.isStrained && isOver(one) && chance.percent(comeBack),
  )
}
