import { type FieldSpec, line } from '#common/fields.ts'
import { obligationFields } from '../../../cases/sections/means.ts'

/** What is written down of a credit that stands in a paper: as the questionnaire asks of one, and why it counts. */
export const ownObligationFields: Readonly<Record<string, FieldSpec>> = {
  ...obligationFields.obligations.fields,
  words: line('Почему учитывается', {}, 500),
}
