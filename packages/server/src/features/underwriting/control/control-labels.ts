import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import { controlFields } from '@ipoteka-office/contract/underwriting/control-fields.ts'
import { controlCauses } from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** How the history names what a form of control says. */
export const controlLabels: CardLabels = {
  individualControl: {
    fields: {
      cause: { label: 'Основание контроля', names: controlCauses },
      cause_text: { label: 'Почему начат' },
      answers: {
        label: 'Форма контроля',
        parts: Object.fromEntries(
          Object.entries(controlFields).map(([name, field]) => [
            name,
            told(field, { text: (value) => fieldText(field, value, (_, code) => code) }),
          ]),
        ),
      },
      signed_by: { label: 'Подписал', table: 'employee' },
    },
  },
}
