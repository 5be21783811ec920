import type { Asked, ProgrammeRule } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { askAll } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'
import type { ReadyProduct } from '../catalogue.ts'
import type { Fit } from './fit.rules.ts'
import type { Known } from '../known.ts'
import type { PricingSetup } from '../setup.ts'

/** What facts tell of a deal and its borrower, as a questionnaire would. */
function told({ facts, amount, months, price, regionCode }: Known): Asked['data'] {
  const { goal, maternityCapital, savingsParticipant } = facts
  const isBuying = price !== null && amount !== null && compareDecimals(price, amount) >= 0
  const downPayment = isBuying ? fromUnits(toUnits(price, 2) - toUnits(amount, 2), 2) : null
  return {
    sections: {
      CREDIT: {
        ...{ goal, amount, downPayment, regionCode, maternityCapital },
        termMonths: months,
        propertyPrice: price,
      },
    },
    participants: [
      { id: 0, role: 'MAIN_BORROWER', name: '', sections: { EMPLOYMENT: { savingsParticipant } } },
    ],
  }
}

/** The questionnaire as it would be with the product: its type is the programme, and its rate is what is looked for. */
function withProduct({ sections, participants }: Asked['data'], { typeCode }: ReadyProduct): Asked['data'] {
  const { CREDIT = {} } = sections
  return {
    sections: { ...sections, CREDIT: { ...CREDIT, programme: typeCode, rate: undefined } },
    participants,
  }
}

/** What a product asks of the client and the deal; the rate is its own. */
export function askRequirements(product: ReadyProduct, known: Known, setup: PricingSetup): ProgrammeRule[] {
  if (product.requirements.length === 0) return []
  const { data, objects } = setup.applicant ?? { data: told(known), objects: [] }
  const rules = askAll(product.requirements, { data: withProduct(data, product), today: setup.day, objects })
  return rules.filter(({ code }) => code !== 'rate')
}

/** What does not hold keeps a product from being offered; what is not known does not. */
export const fitRequirements = (rules: readonly ProgrammeRule[]): Fit => ({
  reasons: rules.flatMap(({ state, title, datum }) =>
    state === 'FAIL' ? [{ reason: `${title}: ${datum}`, remedy: null }] : [],
  ),
  missing: [],
})
export const uncheckedOf = (rules: readonly ProgrammeRule[]): string[] =>
  rules.flatMap(({ state, title }) => (state === 'UNKNOWN' ? [title] : []))
