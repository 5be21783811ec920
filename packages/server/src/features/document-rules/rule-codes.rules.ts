import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'

/** Which codes there are. */
export interface KnownNames {
  has(dictionary: string, code: string): boolean
  hasPartner(id: string): boolean
}

function conditionErrors(condition: Condition, path: string, known: KnownNames): FieldError[] {
  if (condition.kind !== 'fact')
    return condition.items.flatMap((item, index) => conditionErrors(item, `${path}.items.${index}`, known))
  const { dictionary, kind } = factOf(condition.fact)
  const isKnown = (value: unknown): boolean => {
    if (kind === 'partner') return known.hasPartner(String(value))
    return dictionary === undefined || known.has(dictionary, String(value))
  }
  const { value } = condition
  if (value === undefined || isKnown(value)) return []
  if (!Array.isArray(value)) return [{ path: `${path}.value`, message: messages.unknownCode }]
  return value.flatMap((one, index) =>
    isKnown(one) ? [] : [{ path: `${path}.value.${index}`, message: messages.unknownCode }],
  )
}

/** Codes of a rule that no dictionary has, with their paths within the content. */
export function unknownCodes(content: RuleContent, known: KnownNames): FieldError[] {
  const missing = (field: 'documents' | 'roles' | 'programmes', dictionary: string) =>
    content[field].flatMap((code, index) =>
      known.has(dictionary, code) ? [] : [{ path: `${field}.${index}`, message: `Нет кода «${code}»` }],
    )
  return [
    ...missing('documents', 'docType'),
    ...missing('roles', 'borrowerType'),
    ...missing('programmes', 'product/type'),
    ...(content.condition === null ? [] : conditionErrors(content.condition, 'condition', known)),
  ]
}
