import { monthlyIncome } from '@ipoteka-office/contract/cases/monthly-means.ts'
import {
  fromKopecks,
  toKopecks,
  type QuestionnaireData,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import { debtorRoles } from '@ipoteka-office/contract/cases/sections/personal.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { OfferTerms } from '@ipoteka-office/contract/underwriting/offers.ts'
import { withPaidOff } from '#features/cases/sections/paid-off.rules.ts'
import { repaidByOffer, toldName } from '../form/obligations/ledger.rules.ts'

type Supposed = Pick<OfferTerms, 'addedIncome' | 'paidOff'>

/** No participant of the database: the one who is supposed to join. */
const joining = 0

/** The questionnaire as it would be with the obligations paid off and the income of one more who owes. */
export function supposing<Q extends Pick<QuestionnaireData, 'participants'>>(
  stored: Q,
  { addedIncome, paidOff }: Supposed,
): Q {
  const participants = stored.participants.map((one) => {
    const keys = paidOff.filter(({ participantId }) => participantId === one.id).map(({ key }) => key)
    if (keys.length === 0) return one
    const section = one.sections.OBLIGATIONS ?? {}
    const names = new Set(keys.flatMap((key) => [key, toldName(key)]))
    const rows = new Set(
      keys.map((key) => (key.startsWith(toldName('')) ? key.slice(toldName('').length) : key)),
    )
    const supposed = { ...withPaidOff(section, rows), [repaidByOffer]: [...names] }
    return { ...one, sections: { ...one.sections, OBLIGATIONS: supposed } }
  })
  if (addedIncome === null) return { ...stored, participants }
  const income = { key: 'joining', type: 'SALARY_MAIN', declared: addedIncome, confirmed: addedIncome }
  const joined = { id: joining, role: 'CO_BORROWER', name: '', sections: { INCOME: { incomes: [income] } } }
  return { ...stored, participants: [...participants, joined] }
}

const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])
const isDebtor = (role: string) => (debtorRoles as readonly string[]).includes(role)

/** Income a month of all who owe, kopecks. */
export const incomeIn = ({ participants }: Pick<QuestionnaireData, 'participants'>): bigint =>
  participants
    .filter(({ role }) => isDebtor(role))
    .flatMap(({ sections }) => rowsOf(sections.INCOME?.['incomes']))
    .reduce((sum, source) => sum + toKopecks(monthlyIncome(source) ?? '0'), 0n)

/** How many live on the incomes: those who owe, and the most children and dependants that one of them tells of. */
export function householdOf({ participants }: Pick<QuestionnaireData, 'participants'>): number {
  const debtors = participants.filter(({ role }) => isDebtor(role))
  const fed = debtors.map(({ sections: { PERSONAL } }) => {
    const { dependants } = PERSONAL ?? {}
    return rowsOf(PERSONAL?.['children']).length + (typeof dependants === 'number' ? dependants : 0)
  })
  return Math.max(1, debtors.length + Math.max(0, ...fed))
}

/** ПДН in hundredths of a percent. */
const points = (debtLoad: string): bigint => BigInt(debtLoad.replace('.', ''))
const whole = 10_000n

/** What is left to each member of the family after all payments; it follows from the one ПДН. Null while that is not known. */
export function residualOf(
  stored: Pick<QuestionnaireData, 'participants'>,
  debtLoad: string | null,
): string | null {
  const income = incomeIn(stored)
  if (debtLoad === null || income === 0n) return null
  const left = (income * (whole - points(debtLoad))) / whole / BigInt(householdOf(stored))
  return left < 0n ? '0.00' : fromKopecks(left)
}

/** The ПДН at which exactly the norm is left to each, percent with two digits; null while no income is known. */
export function debtLoadLeaving(
  stored: Pick<QuestionnaireData, 'participants'>,
  norm: string,
): string | null {
  const income = incomeIn(stored)
  if (income === 0n) return null
  const free = income - toKopecks(norm) * BigInt(householdOf(stored))
  return free <= 0n ? '0.00' : fromKopecks((free * whole) / income)
}
