import { checkDigit } from './mrz-letters.rules.ts'

/** A part of the second line that a check digit covers. */
export type MrzPart = 'number' | 'birthDate' | 'issue' | 'whole'

/** A text with the check digit behind it. */
export interface Guarded {
  readonly text: string
  readonly check: string
  /** Places where a letter was read instead of a digit: a change is likelier there. */
  readonly doubtful: readonly number[]
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
  /** How many signs were changed. */
  readonly changes: number
}

interface Candidate {
  readonly part: Guarded
  readonly cost: number
}

/** Digits that a reader takes for one another. */
const alike: Readonly<Record<string, string>> = {
  '0': '896',
  '1': '74',
  '2': '7',
  '3': '895',
  '4': '19',
  '5': '639',
  '6': '580',
  '7': '12',
  '8': '3096',
  '9': '30485',
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

/** The part as read when its check digit holds, else every repair of one sign. */
function candidates(part: Guarded, isSensible: (text: string) => boolean): Candidate[] {
  const { text, check, doubtful } = part
  if (checkDigit(text) === check && isSensible(text)) return [{ part, cost: 0 }]
  const changed = Array.from(text).flatMap((sign, at) =>
    Array.from(alike[sign] ?? '').map((other) => ({
      part: { ...part, text: text.slice(0, at) + other + text.slice(at + 1) },
      cost: doubtful.includes(at) ? 0.6 : 1,
    })),
  )
  const fitting = changed.filter(
    (candidate) => checkDigit(candidate.part.text) === check && isSensible(candidate.part.text),
  )
  // The check digit itself may be the sign that was misread.
  const own = isSensible(text) ? [{ part: { ...part, check: checkDigit(text) }, cost: 1 }] : []
  return [...fitting, ...own, { part, cost: 3 }]
}

function passedOf(parts: SecondLine, changes: number): Solution['passed'] {
  const whole = wholeOf(parts) === parts.whole
  // A repaired part is proven by the check digit over everything only.
  const holds = (name: keyof typeof sensible) =>
    checkDigit(parts[name].text) === parts[name].check &&
    sensible[name](parts[name].text) &&
    (changes === 0 || whole)
  return { number: holds('number'), birthDate: holds('birth'), issue: holds('issue'), whole }
}

/** The cheapest repair that agrees with the check digits; two that are equally cheap prove neither. */
export function correct(read: SecondLine): Solution {
  const all: { parts: SecondLine; cost: number }[] = []
  for (const number of candidates(read.number, isNumber))
    for (const birth of candidates(read.birth, isShortDate))
      for (const issue of candidates(read.issue, isIssue)) {
        const parts = { ...read, number: number.part, birth: birth.part, issue: issue.part }
        const missed = wholeOf(parts) === read.whole ? 0 : 1.5
        all.push({ parts, cost: number.cost + birth.cost + issue.cost + missed })
      }
  const [best, next] = all.sort((a, b) => a.cost - b.cost)
  const asRead = { parts: read, passed: passedOf(read, 0), changes: 0 }
  if (best === undefined) return asRead
  const changes = Math.round(
    (['number', 'birth', 'issue'] as const).filter(
      (name) => best.parts[name].text !== read[name].text || best.parts[name].check !== read[name].check,
    ).length,
  )
  const isAmbiguous = changes > 0 && next !== undefined && next.cost - best.cost < 0.1
  return isAmbiguous ? asRead : { parts: best.parts, passed: passedOf(best.parts, changes), changes }
}
