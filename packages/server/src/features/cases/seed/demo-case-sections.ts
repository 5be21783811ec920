import { purchaseGoals } from '@ipoteka-office/contract/cases/sections/credit.ts'
import { wasChecked } from './demo-case-facts.ts'
import type { PlannedCase } from './demo-case-plan.ts'
import { innOf } from '#db/seed/generator.ts'
import type { Member } from '#db/seed/rulebook/household.ts'
import { personInn, personSnils } from '#db/seed/rulebook/people.ts'
import { innOfEmployer } from '#db/seed/rulebook/professions.ts'
import type { SeedRegion } from '#db/seed/rulebook/regions.ts'

type Values = Record<string, unknown>
/** Sections by their codes. */
export type Sections = Readonly<Record<string, Values>>

const keyOf = (group: number, serial: number) =>
  `00000000-0000-4000-${8_000 + group}-${String(serial).padStart(12, '0')}`
const money = (roubles: number) => `${Math.round(roubles)}.00`
const streets = ['Садовая', 'Лесная', 'Мира', 'Школьная', 'Полевая', 'Гагарина', 'Зелёная', 'Новая']
const inTown = ({ name, city }: SeedRegion) => (name === '' ? `г ${city}` : `${name}, г ${city}`)

/** Where somebody lives, always the same of the same person. */
export const addressOf = (region: SeedRegion, serial: number) => ({
  value: `${inTown(region)}, ул ${streets[serial % streets.length]}, д ${1 + (serial % 119)}, кв ${1 + (serial % 197)}`,
  regionCode: region.code,
  // Invented like the address: it was chosen from the register and not typed.
  fiasId: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
})

/** Where the home stands that is bought or pledged. */
export function objectAddress({ household: { region }, deal: { object } }: PlannedCase) {
  const { street = 'Садовая', house = 1, flat = 1, type = 'FLAT' } = object ?? {}
  const place = type === 'FLAT' ? inTown(region) : `${region.name}, ${region.village}`
  return {
    value: `${place}, ул ${street}, д ${house}${type === 'FLAT' ? `, кв ${flat}` : ''}`,
    regionCode: region.code,
  }
}

function personal({ household }: PlannedCase, member: Member): Values {
  const { client, education } = member
  const { children, marital, region } = household
  const isBorrower = member === household.borrower
  const isFamily = isBorrower || household.other?.role === 'SPOUSE'
  const own = isFamily ? children : []
  return {
    lastName: client.lastName,
    firstName: client.firstName,
    middleName: client.middleName,
    sex: client.sex,
    birthDate: client.birthDate,
    birthPlace: `гор. ${region.city}`,
    citizenship: '643',
    nameChanged: false,
    passport: client.passport,
    passportIssuedOn: client.passportIssuedOn,
    passportUnitCode: client.passportUnitCode,
    passportIssuer: client.passportIssuer,
    inn: personInn(client.serial),
    snils: personSnils(client.serial),
    phone: `+${client.phone}`,
    email: client.email,
    registrationType: 'PERMANENT',
    registrationAddress: addressOf(region, isFamily ? household.borrower.client.serial : client.serial),
    livesAtRegistration: true,
    residenceCause: member.age < 28 ? 'RELATIVES' : client.serial % 3 === 0 ? 'RENT' : 'OWN',
    maritalStatus: isFamily ? marital : client.serial % 2 === 0 ? 'DIVORCED' : 'SINGLE',
    ...(isFamily && marital === 'MARRIED' && { marriageContract: false }),
    hasChildren: own.length > 0,
    ...(own.length > 0 && {
      children: own.map(({ name, birthDate }, at) => ({
        key: keyOf(100 + at, client.serial),
        name,
        birthDate,
        russian: true,
      })),
    }),
    education,
  }
}

/** The tax that stands between what is paid and what is in hand. */
export const afterTax = 0.87

function employment({ household, programme, loan, deal }: PlannedCase, member: Member): Values {
  const { profession, employer, client } = member
  const isBorrower = member === household.borrower
  const isSalaryClient = loan?.salaryClient ?? client.serial % 4 === 0
  return {
    employmentType: profession.employment,
    seniority: member.seniority,
    employerName: employer,
    employerInn: innOfEmployer(employer),
    employerPhone: `+7000${String(9_000_000 + (client.serial % 900_000)).padStart(7, '0')}`,
    employerAddress: {
      value: `${inTown(household.region)}, ул Промышленная, д ${1 + (client.serial % 40)}`,
      regionCode: household.region.code,
    },
    activityField: profession.field,
    organizationType: profession.organization,
    position: member.title,
    positionLevel: profession.level,
    employedSince: member.employedSince,
    salaryClient: isSalaryClient,
    ...(programme?.code === '106' &&
      (isBorrower
        ? { itAccredited: true, itSalary: money(member.income / afterTax) }
        : { itAccredited: false })),
    ...(programme?.savings &&
      (isBorrower && deal.savings
        ? {
            savingsParticipant: true,
            savingsYears: deal.savings.years,
            savingsAmount: money(deal.savings.amount),
            savingsLoanLimit: money(deal.amount + 50_000),
          }
        : { savingsParticipant: false })),
  }
}

/** What the papers show is never more than what was said, and mostly the same. */
const confirmed = ({ income, client }: Member) =>
  client.serial % 5 === 0 ? Math.round((income * 0.97) / 100) * 100 : income

function income(planned: PlannedCase, member: Member): Values {
  const isMilitary = member.profession.code === 'military'
  return {
    noIncome: false,
    incomes: [
      {
        key: keyOf(0, member.client.serial),
        type: 'SALARY_MAIN',
        verification: isMilitary ? 'MILITARY_CERT' : 'NDFL2',
        declared: money(member.income),
        ...(wasChecked(planned) && { confirmed: money(confirmed(member)) }),
        payer: member.employer,
      },
    ],
  }
}

const obligations = ({ debts, client }: Member): Values =>
  debts.length === 0
    ? { noObligations: true }
    : {
        noObligations: false,
        obligations: debts.map((debt, at) => ({
          key: keyOf(200 + at, client.serial),
          type: debt.type,
          creditor: debt.creditor,
          contractNumber: debt.contractNumber,
          limit: money(debt.limit),
          balance: money(debt.balance),
          rate: debt.rate,
          ...(debt.monthsLeft !== null && { monthsLeft: debt.monthsLeft }),
          payment: money(debt.payment),
        })),
      }

const assets = ({ age, client, income: earned }: Member): Values =>
  age < 30 || client.serial % 3 === 0
    ? { noAssets: true }
    : {
        noAssets: false,
        assets: [
          {
            key: keyOf(300, client.serial),
            type: 'CAR',
            description: client.serial % 2 === 0 ? 'LADA Vesta, 2021' : 'Haval Jolion, 2022',
            value: money(Math.min(2_400_000, earned * 9)),
            share: 'WHOLE',
            encumbered: false,
          },
        ],
      }

/** Sections of somebody who owes, as the questionnaire keeps them. */
export const memberSections = (planned: PlannedCase, member: Member, openedOn: string): Sections => ({
  PERSONAL: personal(planned, member),
  EMPLOYMENT: employment(planned, member),
  INCOME: income(planned, member),
  OBLIGATIONS: obligations(member),
  ASSETS: assets(member),
  CONSENTS: {
    personalData: true,
    personalDataOn: openedOn,
    creditHistory: true,
    creditHistoryOn: openedOn,
    signature: member.client.serial % 3 === 0 ? 'SMS' : 'PAPER',
  },
})

const bases: Readonly<Record<string, string>> = { medicine: 'DOCTOR', teaching: 'TEACHER' }

/** Why the family takes part in the programme of the Far East. */
function farEastBasis({ borrower, other }: PlannedCase['household']): string {
  if (other?.role === 'SPOUSE') return 'YOUNG_FAMILY'
  return bases[borrower.profession.code] ?? 'DEFENCE'
}

function bought({ deal }: PlannedCase): Values {
  return {
    downPayment: money(deal.down),
    downPaymentSource: deal.down > 3_000_000 ? 'PROPERTY_SALE' : 'SAVINGS',
  }
}

function refinanced({ deal, serial, steps }: PlannedCase): Values {
  const year = (steps[0]?.from.getUTCFullYear() ?? 2026) - 2
  return {
    refinancedCredits: [
      {
        key: keyOf(400, serial),
        creditor: 'АО «Прежний кредитор»',
        contractNumber: `КД-${10_000 + serial}`,
        contractDate: `${year}-04-17`,
        balance: money(deal.amount),
        rate: '24.500',
        monthsLeft: deal.months,
      },
    ],
  }
}

/** Parameters of a made-up mortgage. */
export function creditOf(planned: PlannedCase): Values {
  const { programme, deal, household } = planned
  if (programme === null) throw new Error('A consumer loan has no mortgage')
  const { code, goal } = programme
  const isBought = (purchaseGoals as readonly string[]).includes(goal)
  return {
    programme: code,
    goal,
    regionCode: household.region.code,
    propertyPrice: money(deal.price),
    ...(isBought && bought(planned)),
    ...(goal === 'REFINANCING' && refinanced(planned)),
    amount: money(deal.amount),
    termMonths: deal.months,
    rate: deal.rate,
    maternityCapital: deal.capital > 0,
    ...(deal.capital > 0 && { maternityCapitalAmount: money(deal.capital) }),
    lifeInsurance: planned.serial % 5 !== 0,
    ...(['105', '6', '106', '107'].includes(code) && { preferentialLoanUsed: false }),
    ...(code === '107' && {
      farEastBasis: farEastBasis(household),
      propertyArea: String(deal.object?.area ?? 0),
    }),
    ...(code === '108' && { ruralPlace: true }),
  }
}

const loanGoals = ['REPAIR', 'ANY', 'AUTO', 'FURNITURE', 'TREATMENT', 'EDUCATION']

/** Parameters of a made-up consumer loan. */
export const loanOf = ({ deal, loan, household, serial }: PlannedCase): Values => ({
  productType: loan?.code ?? 'CASH_BASE',
  goal: loanGoals[serial % loanGoals.length],
  amount: money(deal.amount),
  termMonths: deal.months,
  rate: deal.rate,
  regionCode: household.region.code,
  taxStatus: 'RESIDENT',
  receiver: 'CLIENT',
  insurance: false,
  disbursement: 'CARD',
  cardProduct: 'DEBIT_OVERDRAFT',
  cardPaymentSystem: 'MIR',
  cardTariff: 'BASE',
})

/** Numbers of developers begin where neither partners nor employers have theirs. */
const firstDeveloper = 800_000
const developers = ['Новый квартал', 'Городские кварталы', 'Речной берег', 'Зелёный бульвар', 'Южный парк']
/** The developer of a region's new homes. */
export const developerOf = ({ household: { region }, serial }: PlannedCase) => ({
  name: `ООО «Специализированный застройщик ${developers[serial % developers.length]}»`,
  inn: innOf(firstDeveloper + Number(region.code) * 10 + (serial % developers.length)),
})
const sellers = [
  'Образцов Пётр Ильич',
  'Лебедев Антон Сергеевич',
  'Тихонов Олег Павлович',
  'Орлов Илья Андреевич',
]
/** Who sells a second-hand home. */
export const sellerName = ({ serial }: PlannedCase) => sellers[serial % sellers.length] ?? ''

/** Who sells; null where nothing is bought. */
export function sellerOf(planned: PlannedCase): Values | null {
  const { programme, serial, household, steps } = planned
  const goal = programme?.goal ?? ''
  if (!(purchaseGoals as readonly string[]).includes(goal)) return null
  const phone = `+7000${String(5_000_000 + serial).padStart(7, '0')}`
  if (goal !== 'SECONDARY_MARKET') {
    const since = `${(steps[0]?.from.getUTCFullYear() ?? 2026) - 1}-03-12`
    return {
      kind: 'DEVELOPER',
      ...developerOf(planned),
      phone,
      represented: false,
      ...(goal === 'PRIMARY_MARKET_FINISHED' && { rightSince: since }),
    }
  }
  return {
    kind: 'INDIVIDUAL',
    name: sellerName(planned),
    passport: `${household.region.okato}${String(5 + (serial % 20)).padStart(2, '0')}${String(900_000 + (serial % 90_000))}`,
    phone,
    rightSince: `${2005 + (serial % 15)}-06-18`,
    rightInMarriage: serial % 3 === 0,
    minorOwners: false,
    shareSale: false,
    represented: false,
  }
}

/** The sections of the case itself; the object's own are rows of theirs. */
export function caseSections(planned: PlannedCase, isChosen: boolean): Sections {
  if (planned.programme === null) return { LOAN: loanOf(planned) }
  const seller = isChosen ? sellerOf(planned) : null
  return {
    CREDIT: creditOf(planned),
    REALTY: { chosen: isChosen },
    ...(seller !== null && { SELLER: seller }),
  }
}
