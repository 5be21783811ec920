import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { callFields as of } from '@ipoteka-office/contract/underwriting/form/employment/call-fields.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** How the history names a call. */
export const callLabels: CardLabels = {
  underwritingCall: {
    title: 'Звонок',
    fields: {
      called: told(of.called),
      phone: told(of.phone),
      number_source: told(of.numberSource),
      spoke_with: told(of.spokeWith),
      result: told(of.result),
      said: told(of.said),
      called_by: { label: 'Кто звонил', table: 'employee' },
      called_at: told(of.day, { text: (value) => dayText(String(value).slice(0, 10)) }),
      reason: told(of.reason),
    },
  },
}
