import { obligationFields } from '@ipoteka-office/contract/cases/sections/means.ts'
import { obligationChoiceFields as of } from '@ipoteka-office/contract/underwriting/form/obligations/obligation-choices.ts'
import { type CardLabels, type HistoryField, told } from '#features/history/card-history.rules.ts'

const typed = obligationFields.obligations.fields ?? {}

/** How the history names what an underwriter says of obligations. */
export const obligationLabels: CardLabels = {
  underwritingObligation: {
    fields: {
      state: told(of.state),
      source: told(of.source),
      payment: told(of.payment),
      reason: told(of.reason),
      words: told(of.words),
      document_id: { label: 'Документ', shown: 'приложен' },
      own: {
        label: 'Внесено по документу',
        parts: {
          ...Object.fromEntries(
            Object.entries(typed)
              .filter(([name]) => name !== 'repaidByDeal')
              .map(([name, spec]): [string, HistoryField] => [name, told(spec)]),
          ),
          words: { label: 'Основание' },
        },
      },
    },
  },
}
