import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import {
  type InsuranceType,
  type Lending,
  typesOfLending,
} from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { type RiskFacts, sumToInsure } from '@ipoteka-office/contract/insurance/premium.ts'
import {
  type InsuranceKind,
  insuranceNeeds,
} from '@ipoteka-office/contract/underwriting/objects/insurance-rules.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { notFound } from '#http/errors.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findBranchPath, findInsuredObject, type InsuredObject } from './agreements.repo.ts'

/** Applications on which the bank decides are insured, each by what it is about; others are not there for insurance. */
export function lendingOf({ type }: Pick<CaseRow, 'type'>): Lending {
  const { product, decisionPath } = caseTypes[type]
  if (product === null || decisionPath === undefined) throw notFound('У этого дела нет страхования')
  return product === 'CASH_LOAN' ? 'LOAN' : 'MORTGAGE'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const nothing: SectionValues = {}

/** What is known of a case for insurance. */
export interface CaseRisk {
  readonly lending: Lending
  readonly debt: string | null
  readonly leastSum: string | null
  readonly branchIds: number[]
  readonly region: string | null
  readonly facts: Omit<RiskFacts, 'type' | 'sum'>
  readonly credit: SectionValues
  readonly seller: SectionValues
  readonly object: InsuredObject | null
  readonly titleOwnership: number
}

/** Whole years between two days. */
const yearsBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'years' }).years

type People = Awaited<ReturnType<typeof readQuestionnaire>>['participants']

/** What is known of whom is insured: the main borrower. */
function personFacts(participants: People, today: string): Pick<RiskFacts, 'age' | 'sex' | 'occupation'> {
  const main = participants.find(({ role }) => role === 'MAIN_BORROWER')?.sections
  const personal = main?.PERSONAL ?? nothing
  const born = textOf(personal['birthDate'])
  const sex = personal['sex']
  return {
    age: born === null || born > today ? null : yearsBetween(born, today),
    sex: sex === 'MALE' || sex === 'FEMALE' ? sex : null,
    occupation: textOf((main?.EMPLOYMENT ?? nothing)['activityField']),
  }
}

const objectFacts = (object: InsuredObject | null): Pick<RiskFacts, 'object' | 'builtIn' | 'material'> => ({
  object: object?.type ?? null,
  builtIn: object?.builtIn ?? null,
  material: object?.material ?? null,
})

export async function readCaseRisk(bank: BankFigures, db: Db, row: CaseRow): Promise<CaseRisk> {
  const lending = lendingOf(row)
  const today = bankDay(bank.clock)
  const figures = await figuresToday(bank)
  const { sections, participants } = await readQuestionnaire(db, row.id, row.type)
  const object = lending === 'MORTGAGE' ? await findInsuredObject(db, row.id) : null
  const debt = row.amount !== null && /[1-9]/.test(row.amount) ? row.amount : null
  return {
    lending,
    debt,
    leastSum: debt === null ? null : sumToInsure(debt, figures['insurance-sum-margin']),
    branchIds: await findBranchPath(db, row.partnerId),
    region: row.regionCode,
    facts: {
      product: row.programmeCode,
      ...personFacts(participants, today),
      ...objectFacts(object),
      day: today,
    },
    credit: sections.CREDIT ?? sections.LOAN ?? nothing,
    seller: sections.SELLER ?? nothing,
    object,
    titleOwnership: figures['title-insurance-ownership'],
  }
}

const kindOfType: Readonly<Partial<Record<InsuranceType, InsuranceKind>>> = {
  MORTGAGEDPROPERTY: 'property',
  OWNERSHIP: 'title',
  LIFE: 'life',
}

/** Kinds of insurance of a case: which the deal asks for, and why. */
export function neededTypes(risk: CaseRisk): { type: InsuranceType; needed: boolean; why: string }[] {
  if (risk.lending === 'LOAN') {
    const agreed = risk.credit['insurance'] === true
    return typesOfLending.LOAN.map((type) => ({
      type,
      needed: agreed && type === 'LIFE',
      why: agreed ? 'клиент согласился на страхование' : 'по желанию клиента',
    }))
  }
  const { credit, seller, object, titleOwnership, facts } = risk
  const needs = insuranceNeeds({
    ...{ type: object?.type ?? '', credit, seller, papers: [], titleOwnership, today: facts.day },
  })
  return typesOfLending.MORTGAGE.map((type) => {
    const need = needs.find(({ kind }) => kind === kindOfType[type])
    if (need === undefined) return { type, needed: false, why: 'по желанию клиента' }
    if (object === null && type === 'MORTGAGEDPROPERTY')
      return { type, needed: true, why: 'предмет залога страхуют всегда: 102-ФЗ, ст. 31' }
    return { type, needed: need.isNeeded, why: need.why }
  })
}
