import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { AskedFields } from '@ipoteka-office/contract/common/fields.ts'
import { askedFieldsOf } from '@ipoteka-office/contract/products/eligibility/asked-fields.ts'
import type { ProductTerms } from '@ipoteka-office/contract/products/eligibility/product-terms.ts'
import { byProgramme } from '../terms/asked-fields.rules.ts'
import { demoMortgages } from './demo-mortgages.ts'

/** The terms that hold a mortgage of the demo bank: of the first product of its programme, as `seedCaseProducts` gives it. */
export function demoTermsOf({
  sections,
}: Pick<QuestionnaireData, 'sections'>): Pick<ProductTerms, 'limits' | 'eligibility'> | null {
  const programme = sections.CREDIT?.['programme']
  const content = demoMortgages.find(({ typeCode }) => typeCode === programme)?.content
  return content?.kind === 'PRODUCT' ? content : null
}

/** What the mortgages of the demo bank ask for besides, by the programme. */
export const demoAsks = (): AskedFields =>
  byProgramme(demoMortgages.map(({ typeCode, content }) => ({ typeCode, asks: askedFieldsOf(content) })))
