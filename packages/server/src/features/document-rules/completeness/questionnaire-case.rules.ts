import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { incomeOfSources } from '@ipoteka-office/contract/cases/monthly-means.ts'
import {
  fromKopecks,
  type QuestionnaireData,
  toKopecks,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import { purchaseGoals } from '@ipoteka-office/contract/cases/sections/credit.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Facts, FactValue } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { DocumentStage } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { monthsLater, yearsBetween } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import type { CaseData, CasePerson } from './case-facts.rules.ts'

/** A case as far as its head says what documents it needs. */
export interface CaseFile {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly clientName: string
  readonly programmeCode: string | null
  readonly amount: string | null
  readonly regionCode: string | null
  readonly partnerId: number
  readonly openedOn: string
  readonly stage: string
  readonly level: string
  /** Of the object that is mortgaged. */
  readonly objectType: string | null
  readonly appraisedOn: string | null
  /** NONE, LEGALISED or NOT_LEGALISED; null: not written yet. */
  readonly replanning: string | null
  /** Whether the bureaus of credit histories have answered; null: not asked yet. */
  readonly creditHistoryKnown: boolean | null
  /** Codes of the programmes that a house is built by. */
  readonly houseProgrammes: ReadonlySet<string>
}

/** Which stage of documents a case is at, as its type says. */
export function documentStageOf({ type, stage }: Pick<CaseFile, 'type' | 'stage'>): DocumentStage {
  const { rules } = caseTypes[type].documents
  if (rules === undefined) throw new Error(`No rules ask for documents of ${type}`)
  return rules.at[stage] ?? rules.otherwise
}

const isMortgage = ({ type }: Pick<CaseFile, 'type'>) => caseTypes[type].product === 'MORTGAGE'

type Found = Record<string, FactValue | undefined>
const known = (found: Found): Facts =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const whole = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Percent with two digits, rounded down. */
function share(part: string | undefined, all: string | undefined): string | undefined {
  if (part === undefined || all === undefined || toKopecks(all) === 0n) return undefined
  return fromKopecks((toKopecks(part) * 10_000n) / toKopecks(all))
}

/** Whole months from a day to another. */
function monthsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  const months = years * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
  return Math.max(0, monthsLater(from, months) > to ? months - 1 : months)
}

/** A mark that is set only where it holds, and of refinancing alone. */
const pledgeBuyout = ({ goal, pledgeBuyout: marked }: SectionValues): boolean | undefined =>
  text(goal) === undefined ? undefined : goal === 'REFINANCING' && marked === true

/** Who holds the pledge: a bank, unless a refinancing says otherwise. */
const pledgeHolder = ({ goal, pledgedOutside }: SectionValues): string | undefined => {
  if (text(goal) === undefined) return undefined
  return goal === 'REFINANCING' && pledgedOutside === true ? 'NON_BANK' : 'BANK'
}

function creditFacts(credit: SectionValues, file: CaseFile): Facts {
  const amount = text(credit['amount']) ?? file.amount ?? undefined
  const price = text(credit['propertyPrice'])
  const method = text(credit['paymentMethod'])
  // Whoever has answered about the capital has looked at the subsidies too.
  const subsidy =
    text(credit['subsidy']) ?? (flag(credit['maternityCapital']) === undefined ? undefined : null)
  return known({
    // Goals and programmes of consumer loans have dictionaries of their own.
    ...(isMortgage(file) && {
      programme: text(credit['programme']) ?? file.programmeCode ?? undefined,
      goal: text(credit['goal']),
    }),
    amount,
    termMonths: whole(credit['termMonths']),
    downPaymentShare: share(text(credit['downPayment']), price),
    propertyPrice: price,
    maternityCapital: flag(credit['maternityCapital']),
    subsidy,
    lifeInsurance: flag(credit['lifeInsurance']),
    paymentMethod: method,
    escrow: method === undefined ? undefined : method === 'ESCROW',
    pledgeType: text(credit['pledgeType']),
    electronicRegistration: flag(credit['electronicRegistration']),
    issueTech: text(credit['issueTech']),
    creditHistoryKnown: file.creditHistoryKnown ?? undefined,
    ...(isMortgage(file) && { pledgeBuyout: pledgeBuyout(credit), pledgeHolder: pledgeHolder(credit) }),
  })
}

/** What a mortgage alone has is known not to be there: a rule that asks for it does not wait for a consumer loan's answer. */
const nothingMortgaged: Facts = {
  programme: null,
  goal: null,
  ltv: null,
  downPaymentShare: null,
  propertyPrice: null,
  maternityCapital: false,
  subsidy: null,
  escrow: false,
  pledgeType: null,
  electronicRegistration: false,
  pledgeBuyout: false,
  pledgeHolder: null,
  mortgageObjectType: null,
  market: null,
  individualConstruction: false,
  replanning: false,
  appraisalAgeMonths: null,
  rightRegistered: false,
}

/** A mark that is set only where it holds, and of a loan that is insured alone. */
const premiumInLoan = ({ insurance, insuranceInLoan }: SectionValues): boolean | undefined =>
  flag(insurance) === undefined ? undefined : insurance === true && insuranceInLoan === true

/** Of a consumer loan: its goals and products have dictionaries of their own. */
function loanFacts(loan: SectionValues): Facts {
  const goal = text(loan['goal'])
  const credits = rows(loan['refinancedCredits']).length
  return known({
    loanProduct: text(loan['productType']),
    loanGoal: goal,
    refinancedCredits: goal === undefined || goal === 'REFINANCING' ? credits || undefined : 0,
    loanInsurance: flag(loan['insurance']),
    premiumInLoan: premiumInLoan(loan),
  })
}

const nothingSold: Facts = {
  sellerKind: null,
  sellerRightInMarriage: false,
  sellerRightMonths: null,
  minorOwners: false,
  shareSale: false,
  sellerRepresented: false,
}

/** Of the seller: in a deal without one everything is known to be empty. */
function sellerFacts(goal: unknown, seller: SectionValues, today: string): Facts {
  if (typeof goal !== 'string') return {}
  if (!(purchaseGoals as readonly string[]).includes(goal)) return nothingSold
  const kind = text(seller['kind'])
  const since = text(seller['rightSince'])
  const ofPerson = kind === undefined || kind === 'INDIVIDUAL' || kind === 'ENTREPRENEUR'
  const personal = (name: string) => (ofPerson ? flag(seller[name]) : false)
  return known({
    sellerKind: kind,
    sellerRightInMarriage: personal('rightInMarriage'),
    sellerRightMonths:
      since === undefined ? (kind === 'DEVELOPER' ? null : undefined) : monthsBetween(since, today),
    minorOwners: personal('minorOwners'),
    shareSale: personal('shareSale'),
    sellerRepresented: flag(seller['represented']),
  })
}

const objectFacts = (
  { objectType, appraisedOn, replanning, houseProgrammes }: CaseFile,
  programme: unknown,
  today: string,
): Facts =>
  known({
    mortgageObjectType: objectType ?? undefined,
    replanning: replanning === null ? undefined : replanning !== 'NONE',
    individualConstruction: typeof programme === 'string' ? houseProgrammes.has(programme) : undefined,
    appraisalAgeMonths: appraisedOn === null ? undefined : monthsBetween(appraisedOn, today),
  })

interface Row {
  readonly [name: string]: unknown
}
const rows = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

function familyFacts(personal: SectionValues, today: string): Facts {
  const { hasChildren, children } = personal
  const minors = rows(children).filter(
    ({ birthDate }) => typeof birthDate === 'string' && yearsBetween(birthDate, today) < 18,
  )
  const isListed = hasChildren === false || rows(children).length > 0
  const status = text(personal['maritalStatus'])
  const mayHaveContract = status === 'MARRIED' || status === 'SEPARATED'
  return known({
    maritalStatus: status,
    marriageContract: status === undefined || mayHaveContract ? flag(personal['marriageContract']) : false,
    childrenUnder18: isListed ? minors.length : undefined,
    disabledChild: isListed ? minors.some(({ disabled }) => disabled === true) : undefined,
  })
}

function workFacts(employment: SectionValues, income: SectionValues): Facts {
  const incomes = rows(income['incomes'])
  // Whoever says that there is no income has none to confirm.
  const hasNone = income['noIncome'] === true
  return known({
    employmentType: text(employment['employmentType']),
    organizationType: text(employment['organizationType']),
    seniority: text(employment['seniority']),
    employer: text(employment['employerName']),
    salaryClient: flag(employment['salaryClient']),
    savingsParticipant: flag(employment['savingsParticipant']),
    incomeVerification: hasNone ? 'NO_CONFIRM' : text(incomes[0]?.['verification']),
    confirmedIncome: hasNone || incomes.length > 0 ? incomeOfSources(hasNone ? {} : income) : undefined,
  })
}

function personFacts(sections: QuestionnaireData['participants'][number]['sections'], today: string): Facts {
  const personal = sections.PERSONAL ?? {}
  const birthDate = text(personal['birthDate'])
  const isWritten = birthDate !== undefined
  return {
    ...known({
      citizenship: text(personal['citizenship']),
      age: birthDate === undefined ? undefined : yearsBetween(birthDate, today),
      sex: text(personal['sex']),
      registrationType: text(personal['registrationType']),
      nameChanged: flag(personal['nameChanged']),
      // Marks that people tick only where they hold.
      represented: flag(personal['represented']) ?? (isWritten ? false : undefined),
      legallyRepresented: flag(personal['legallyRepresented']) ?? (isWritten ? false : undefined),
    }),
    ...familyFacts(personal, today),
    ...workFacts(sections.EMPLOYMENT ?? {}, sections.INCOME ?? {}),
  }
}

/** What a questionnaire tells about the documents it needs. */
export function questionnaireCase(
  file: CaseFile,
  data: QuestionnaireData,
  today: string,
  { debtLoad, loanToValue }: Pick<CaseMeans, 'debtLoad' | 'loanToValue'>,
): CaseData {
  const credit = data.sections.CREDIT ?? data.sections.LOAN ?? {}
  const { product } = caseTypes[file.type]
  const participants = data.participants.map(
    (person): CasePerson => ({
      key: `p${person.id}`,
      role: person.role,
      name: person.name,
      facts: personFacts(person.sections, today),
    }),
  )
  return {
    title: `${product === 'MORTGAGE' ? 'Заявка' : 'Заявка на кредит'} ${file.number}, ${file.clientName}`,
    facts: {
      ...known({
        caseKind: file.type,
        product: product ?? undefined,
        level: file.level,
        region: text(credit['regionCode']) ?? file.regionCode ?? undefined,
        partner: String(file.partnerId),
        applicationDate: file.openedOn,
        individualTermsTable: true,
      }),
      ...creditFacts(credit, file),
      ...known({ debtLoad: debtLoad ?? undefined, ltv: loanToValue ?? undefined }),
      ...(product === 'MORTGAGE'
        ? {
            ...sellerFacts(credit['goal'], data.sections.SELLER ?? {}, today),
            ...objectFacts(file, credit['programme'], today),
          }
        : { ...nothingMortgaged, ...nothingSold, ...loanFacts(credit) }),
    },
    participants:
      participants.length > 0
        ? participants
        : [{ key: 'main', role: 'MAIN_BORROWER', name: file.clientName, facts: {} }],
    participantsKnown: participants.length > 0,
    stage: documentStageOf(file),
  }
}
