import { isDebtor } from '../../cases/case-participants.ts'
import type { QuestionnaireParticipant } from '../../cases/section-completeness.ts'
import { comparedField } from './comparison-fields.ts'

const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)
const most = (counts: readonly number[]): number => Math.max(0, ...counts)

/**
 * How many live on what is left of the income: those who owe, a spouse who does not, the children and whoever else is kept.
 * Two who borrow together mostly tell of the same children: the longer list counts, not the sum.
 */
export function familySize(
  people: readonly Pick<QuestionnaireParticipant, 'role' | 'sections'>[],
  today: string,
): number {
  const adults = people.filter(({ role }) => isDebtor(role) || role === 'SPOUSE_NOT_BORROWER')
  const isMarried = adults.some(({ sections }) => sections.PERSONAL?.['maritalStatus'] === 'MARRIED')
  const spouse = isMarried && adults.length === 1 ? 1 : 0
  const children = most(
    adults.map(({ sections }) => Number(comparedField('minors').read(sections, today) ?? 0)),
  )
  const others = most(adults.map(({ sections }) => countOf(sections.PERSONAL?.['dependants'])))
  return Math.max(1, adults.length + spouse + children + others)
}
