import { day, line, longText } from '../common/fields.ts'

/** What is entered of a parameter's value: dialogs, requests for a second person and history take their words from here. */
export const parameterValueFields = {
  value: line('Значение', { historyLabel: 'значение' }),
  validFrom: day('Действует с', { historyLabel: 'действует с' }),
  source: line('Источник', { historyLabel: 'источник' }),
  reason: longText('Причина', { historyLabel: 'причина' }),
}
