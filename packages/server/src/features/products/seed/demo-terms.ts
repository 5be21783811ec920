import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { ProductTerms } from '@ipoteka-office/contract/products/eligibility/product-terms.ts'
import { demoMortgages } from './demo-mortgages.ts'

/** The terms that hold a mortgage of the demo bank: of the first product of its programme, as `seedCaseProducts` gives it. */
export function demoTermsOf({
  sections,
}: Pick<QuestionnaireData, 'sections'>): Pick<ProductTerms, 'limits' | 'eligibility'> | null {
  const programme = sections.CREDIT?.['programme']
  const content = demoMortgages.find(({ typeCode }) => typeCode === programme)?.content
  return content?.kind === 'PRODUCT' ? content : null
}
