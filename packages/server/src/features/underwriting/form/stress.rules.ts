import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { ObjectWorth } from '@ipoteka-office/contract/cases/monthly-means.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { lessPercent } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'

/** The same terms with the rate so many points higher. */
export const stressedTerms = (terms: LoanTerms, points: string): LoanTerms => ({
  ...terms,
  rate: terms.rate && fromUnits(toUnits(terms.rate, 4) + toUnits(points, 4), 4),
})

const isMoney = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value)
const lower = (value: unknown, percent: string) => (isMoney(value) ? lessPercent(value, percent) : value)

/** The questionnaire and the objects with every price so many percent lower. */
export function cheaper<Q extends Pick<QuestionnaireData, 'sections'>>(
  data: Q,
  objects: readonly ObjectWorth[],
  percent: string,
): { readonly data: Q; readonly objects: readonly ObjectWorth[] } {
  const credit: SectionValues | undefined = data.sections.CREDIT
  return {
    data:
      credit === undefined
        ? data
        : {
            ...data,
            sections: {
              ...data.sections,
              CREDIT: { ...credit, propertyPrice: lower(credit['propertyPrice'], percent) },
            },
          },
    objects: objects.map(({ price, appraised }) => ({
      price: price && lessPercent(price, percent),
      appraised: appraised && lessPercent(appraised, percent),
    })),
  }
}
