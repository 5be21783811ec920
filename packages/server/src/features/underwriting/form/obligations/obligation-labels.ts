import { labelAlone } from '@ipoteka-office/contract/common/fields.ts'
import { obligationChoiceFields as of } from '@ipoteka-office/contract/underwriting/form/obligations/obligation-choices.ts'
import { ownObligationFields } from '@ipoteka-office/contract/underwriting/form/obligations/own-fields.ts'
import { type CardLabels, type HistoryField, told } from '#features/history/card-history.rules.ts'

/** How the history names what an underwriter says of obligations. */
export const obligationLabels: CardLabels = {
  underwritingObligation: {
    fields: {
      state: told(of.state),
      source: told(of.source),
      payment: told(of.payment),
      reason: told(of.reason),
      words: told(of.words),
      document_id: { label: labelAlone(of.document), shown: 'приложен' },
      own: {
        label: 'Внесено по документу',
        parts: Object.fromEntries(
          Object.entries(ownObligationFields)
            .filter(([name]) => name !== 'repaidByDeal')
            .map(([name, spec]): [string, HistoryField] => [name, told(spec)]),
        ),
      },
    },
  },
}
