import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Chance } from '../generator.ts'
import { type Deal, drawLoan, drawMortgage } from './deal.ts'
import { type Household, type Means, makeMeans, nameHousehold } from './household.ts'
import { type SeedLoan, type SeedProgramme, seedLoans, seedProgrammes, weighed } from './products.ts'
import type { SeedRegion } from './regions.ts'

/** What a made-up case is about: who asks for what, and all of it agrees. */
export interface Application {
  readonly household: Household
  readonly deal: Deal
  /** Null for a consumer loan. */
  readonly programme: SeedProgramme | null
  readonly loan: SeedLoan | null
  /** Takes more of the income than the bank likes. */
  readonly isStrained: boolean
}

/** What is known before the application is made up. */
export interface ApplicationWanted {
  readonly type: CaseType
  readonly region: SeedRegion
  /** The day on which it is opened. */
  readonly day: string
  readonly serial: number
  readonly otherSerial: number
  readonly alone?: boolean
}

const anyone = { professions: [], oldest: 58, withChild: false, spouseOwes: false }
const strainedShare = 7
/** Where a programme suits nobody of a region, another one is taken. */
const attempts = 400

type Kind = Pick<Application, 'programme' | 'loan'>

function kindOf(chance: Chance, { type, region }: ApplicationWanted): Kind {
  if (caseTypes[type].product === 'CASH_LOAN')
    return { programme: null, loan: weighed(seedLoans, chance.next()) }
  const fitting = seedProgrammes.filter(({ fits }) => fits(region.code))
  return { programme: weighed(fitting, chance.next()), loan: null }
}

function draw(
  chance: Chance,
  { region, day, alone = false }: ApplicationWanted,
  { programme, loan }: Kind,
  isStrained: boolean,
): { means: Means; deal: Deal } | null {
  const { oldest, withChild, spouseOwes } = programme ?? anyone
  const { professions } = programme ?? loan ?? anyone
  const othersOwe = programme === null ? 10 : 14
  const means = makeMeans(chance, { region, professions, oldest, withChild, spouseOwes, othersOwe, alone })
  const year = Number(day.slice(0, 4))
  const deal =
    loan !== null
      ? drawLoan(chance, means, loan, { isStrained })
      : programme && drawMortgage(chance, means, programme, { isStrained, year })
  return deal && { means, deal }
}

/** A consumer loan of somebody whom the bank knows; null when it does not come together. */
export function makeLoanOf(chance: Chance, household: Household): Application | null {
  const loan = weighed(seedLoans, chance.next())
  const deal = drawLoan(chance, household, loan, { isStrained: false })
  return deal && { household, deal, loan, programme: null, isStrained: false }
}

/** An application in which programme, region, people, incomes, object and sums agree: drawn until they do. */
export function makeApplication(chance: Chance, wanted: ApplicationWanted): Application {
  const isStrained = chance.percent(strainedShare)
  for (let turn = 0; turn < attempts; turn += 1) {
    const kind = kindOf(chance, wanted)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const found = draw(chance, wanted, kind, isStrained)
      if (found === null) continue
      return { ...kind, isStrained, deal: found.deal, household: nameHousehold(chance, found.means, wanted) }
    }
  }
  throw new Error(`No application came together in region ${wanted.region.code}`)
}
