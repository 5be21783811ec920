import { labelAlone } from '@ipoteka-office/contract/common/fields.ts'
import { comparedField } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import { comparedFieldKeys } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import { worksheetFields } from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** How the history names what an underwriter takes. */
export const worksheetLabels: CardLabels = {
  underwritingWorksheet: {
    fields: {
      taken: {
        label: 'Взято',
        // Under the names of the questionnaire, by which numbers of persons are masked.
        parts: Object.fromEntries(
          comparedFieldKeys.map((key) => {
            const { label, dictionary } = comparedField(key)
            return [key, { label: `Взято: ${label}`, ...(dictionary !== undefined && { dictionary }) }]
          }),
        ),
      },
      source: told(worksheetFields.source),
      reason: told(worksheetFields.reason),
      words: { label: labelAlone(worksheetFields.words) },
      deviation: { label: labelAlone(worksheetFields.deviation) },
    },
  },
}
