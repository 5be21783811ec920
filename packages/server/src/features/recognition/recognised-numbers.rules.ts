import { mask, maskSign } from '@ipoteka-office/contract/common/masks.ts'
import { type Recognition, recognisedNumbers } from '@ipoteka-office/contract/recognition/recognition.ts'

type Numbered = Pick<Recognition, 'documentFields' | 'checks'>

const kindOf = (name: string) =>
  Object.hasOwn(recognisedNumbers, name)
    ? recognisedNumbers[name as keyof typeof recognisedNumbers]
    : undefined

/** A remark on a number quotes it: no digit of it is shown. */
export const withoutDigits = (text: string): string => text.replaceAll(/\d/g, maskSign)

/** What was read, as those see it from whom numbers of persons are hidden. */
export const withoutNumbers = <T extends Numbered>(result: T): T => ({
  ...result,
  documentFields: result.documentFields.map((field) => {
    const kind = kindOf(field.name)
    return kind === undefined
      ? field
      : { ...field, value: mask(kind, field.value), problems: field.problems.map(withoutDigits) }
  }),
  checks: result.checks.map((check) =>
    check.fields.some((name) => kindOf(name) !== undefined)
      ? { ...check, message: withoutDigits(check.message) }
      : check,
  ),
})
