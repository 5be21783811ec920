import { AssignmentContent } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { whenText, whomText } from '@ipoteka-office/contract/assignment-rules/assignment-words.ts'

const unknown = () => undefined

/** What a version says in a line of its history: whole, so that two lines can be compared. */
export function contentWords(value: unknown): string {
  const { success, data } = AssignmentContent.safeParse(value)
  if (!success) return ''
  const rules = data.rules.map(
    (rule, index) =>
      `${index + 1}. ${rule.name}${rule.enabled ? '' : ' (выключено)'}: ${whenText(rule, unknown)} → ${whomText(rule, unknown)}`,
  )
  const told = data.errorTarget === null ? 'не указано' : `${data.errorTarget.alertIds.length} сотр.`
  return [...rules, `Когда отдать некому: ${told}`].join('; ')
}
