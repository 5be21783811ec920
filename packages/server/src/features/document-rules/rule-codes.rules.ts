import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { ruleFields } from '@ipoteka-office/contract/document-rules/rule-fields.ts'
import type { AskedCode } from '#features/references/asked-code.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'

/** One value that a question of a condition names. */
interface NamedValue {
  readonly path: string
  readonly fact: ReturnType<typeof factOf>
  readonly value: string
}

/** Every value of a condition with its place. */
function valuesIn(condition: Condition | null, path = 'condition'): NamedValue[] {
  if (condition === null) return []
  if (condition.kind !== 'fact')
    return condition.items.flatMap((item, index) => valuesIn(item, `${path}.items.${index}`))
  const { value } = condition
  if (value === undefined) return []
  const fact = factOf(condition.fact)
  return Array.isArray(value)
    ? value.map((one, index) => ({ path: `${path}.value.${index}`, fact, value: String(one) }))
    : [{ path: `${path}.value`, fact, value: String(value) }]
}

/** Codes of dictionaries that a rule names, with their paths within the content. */
export const codesInRule = (content: RuleContent): AskedCode[] => [
  ...codesIn(ruleFields, content),
  ...valuesIn(content.condition).flatMap(({ path, fact: { dictionary, label }, value }) =>
    dictionary === undefined ? [] : [{ path, dictionary, code: value, label }],
  ),
]

/** Partners in the condition that do not exist. */
export const unknownPartners = (
  { condition }: RuleContent,
  hasPartner: (id: string) => boolean,
): FieldError[] =>
  valuesIn(condition).flatMap(({ path, fact, value }) =>
    fact.kind === 'partner' && !hasPartner(value)
      ? [{ path, message: 'Такого партнёра нет: выберите другого из списка' }]
      : [],
  )
