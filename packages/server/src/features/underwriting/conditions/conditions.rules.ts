import {
  type ConditionTemplate,
  ConditionTemplate as Template,
  type ConditionTerms,
  outsideOwners,
} from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'

/** Whether people outside the bank know of a condition: it is addressed to them, or stands in the notice. */
export const isTold = ({ printed, owner }: Pick<ConditionTerms, 'printed' | 'owner'>): boolean =>
  printed || outsideOwners.includes(owner)

/** Why a case waits at a point; null: nothing holds it. People of partners are not told of what is the bank's alone. */
export function holdingWords(
  holding: readonly Pick<ConditionTerms, 'text' | 'printed' | 'owner'>[],
  isBank: boolean,
): string | null {
  if (holding.length === 0) return null
  const told = holding.filter((one) => isBank || isTold(one)).map(({ text }) => `«${text}»`)
  const hidden = told.length < holding.length ? 'Банк завершает внутреннюю проверку' : null
  const words = told.length === 0 ? null : `Не выполнены условия решения: ${told.join(', ')}`
  return [words, hidden].filter((one) => one !== null).join('. ')
}

/** A template whose attributes the bank has written so that they can be read; null: they cannot. */
export function templateOf({
  code,
  name,
  attributes,
}: {
  readonly code: string
  readonly name: string
  readonly attributes: Partial<Record<keyof ConditionTemplate, unknown>>
}): ConditionTemplate | null {
  const { category, point, owner, printed = false } = attributes
  const read = Template.safeParse({ code, text: name, category, point, owner, printed })
  return read.success ? read.data : null
}

/** What is known when a decision is signed, and whether it calls for a condition by itself. */
export interface Signed {
  /** ПДН, percent; null: not known. */
  readonly debtLoad: string | null
  /** Above it the borrower is warned. */
  readonly noticeAbove: string
}

/** Conditions that data call for, by the code of their template. */
export const triggers: readonly { readonly template: string; readonly when: (signed: Signed) => boolean }[] =
  [
    {
      template: 'DEBT_LOAD_NOTICE',
      when: ({ debtLoad, noticeAbove }) => debtLoad !== null && compareDecimals(debtLoad, noticeAbove) > 0,
    },
  ]

/** What is set by a person and what data call for beside it, each template once. */
export function withTriggered(
  set: readonly ConditionTerms[],
  templates: readonly ConditionTemplate[],
  signed: Signed,
): ConditionTerms[] {
  const called = triggers.flatMap(({ template, when }) => {
    const found = templates.find(({ code }) => code === template)
    if (found === undefined || !when(signed) || set.some((one) => one.template === template)) return []
    const { code, ...rest } = found
    return [
      {
        ...rest,
        template: code,
        clearer: 'UNDERWRITER' as const,
        dueOn: null,
        shortens: false,
        documents: [],
      },
    ]
  })
  return [...set, ...called]
}
