import { checkDigit } from './mrz-letters.rules.ts'

/** A part of the second line that a check digit covers. */
export type MrzPart = 'number' | 'birthDate' | 'issue' | 'whole'

/** A text with the check digit behind it. */
export interface Guarded {
  readonly text: string
  readonly check: string
}

/** The second line in its parts, as read. */
export interface SecondLine {
  readonly number: Guarded
  readonly birth: Guarded
  readonly issue: Guarded
  readonly sex: 'M' | 'F'
  readonly whole: string
}

/** The parts after correction. */
export interface Solution {
  readonly parts: SecondLine
  readonly passed: Readonly<Record<MrzPart, boolean>>
  /** How many parts were put right. */
  readonly changes: number
}

/** Whether the text is a date of the form YYMMDD. */
export function isShortDate(text: string): boolean {
  const [, month = '', day = ''] = /^\d\d(\d\d)(\d\d)$/.exec(text) ?? []
  return month >= '01' && month <= '12' && day >= '01' && day <= '31'
}
const isNumber = (text: string) => /^\d{9}$/.test(text)
const isIssue = (text: string) => /^\d{13}<$/.test(text) && isShortDate(text.slice(1, 7))
const sensible = { number: isNumber, birth: isShortDate, issue: isIssue } as const

const filler = '<'.repeat(7)
const wholeOf = ({ number, birth, issue }: Pick<SecondLine, 'number' | 'birth' | 'issue'>) =>
  checkDigit(number.text + number.check + birth.text + birth.check + filler + issue.text + issue.check)

/** The part as read when its check digit holds, else everything that one misread sign may have been. */
function candidates(part: Guarded, isSensible: (text: string) => boolean): Guarded[] {
  const { text, check } = part
  if (checkDigit(text) === check && isSensible(text)) return [part]
  const changed = Array.from(text).flatMap((sign, at) =>
    Array.from('0123456789')
      .filter((other) => other !== sign && sign !== '<')
      .map((other) => ({ text: text.slice(0, at) + other + text.slice(at + 1), check })),
  )
  // The check digit itself may be the sign that was misread.
  return [...changed, { text, check: checkDigit(text) }].filter(
    (one) => checkDigit(one.text) === one.check && isSensible(one.text),
  )
}

function passedOf(parts: SecondLine): Solution['passed'] {
  const holds = (name: keyof typeof sensible) =>
    checkDigit(parts[name].text) === parts[name].check && sensible[name](parts[name].text)
  return {
    number: holds('number'),
    birthDate: holds('birth'),
    issue: holds('issue'),
    whole: wholeOf(parts) === parts.whole,
  }
}

/**
 * The parts with their misread signs put right, where the check digits prove it: of all that one sign in each broken part
 * may have been, a single way agrees with the check digit over everything. Where several do, or none, everything is left
 * as it was read: a number, whose digits may be any, is never put right so.
 */
export function correct(read: SecondLine): Solution {
  const births = candidates(read.birth, isShortDate)
  const issues = candidates(read.issue, isIssue)
  const proven = candidates(read.number, isNumber)
    .flatMap((number) =>
      births.flatMap((birth) => issues.map((issue) => ({ ...read, number, birth, issue }))),
    )
    .filter((parts) => wholeOf(parts) === read.whole)
  const [parts] = proven
  if (parts === undefined || proven.length > 1) return { parts: read, passed: passedOf(read), changes: 0 }
  const changes = (['number', 'birth', 'issue'] as const).filter((name) => parts[name] !== read[name]).length
  return { parts, passed: passedOf(parts), changes }
}
