import type { SectionCode } from '../../cases/case-sections.ts'
import type { ObjectWorth } from '../../cases/monthly-means.ts'
import type { QuestionnaireData, QuestionnaireParticipant } from '../../cases/section-completeness.ts'
import { debtorRoles } from '../../cases/sections/personal.ts'
import { trimEndOf } from '../../common/trim-ends.ts'

/** A requirement of a product, asked of what is known: what is not known is «не определено», never «да». */
export interface ProgrammeRule {
  readonly code: string
  readonly title: string
  readonly state: 'PASS' | 'FAIL' | 'UNKNOWN'
  /** What was looked at, in words: «взнос 21,43 %». */
  readonly datum: string
  /** Where it comes from, so that a click leads there. */
  readonly source: {
    readonly section: SectionCode
    readonly participantId: number | null
    readonly field: string
  } | null
}

export type Answer = Pick<ProgrammeRule, 'state' | 'datum' | 'source'>
export interface Asked {
  readonly data: Pick<QuestionnaireData, 'sections' | 'participants'>
  readonly today: string
  /** The mortgaged objects, as far as their worth is known. */
  readonly objects: readonly ObjectWorth[]
}
export interface RuleSpec {
  readonly code: string
  readonly title: string
  readonly ask: (asked: Asked) => Answer
}

/** The section that says what is borrowed: of a mortgage, else of a consumer loan. */
export const creditSection = ({ sections }: Asked['data']): 'CREDIT' | 'LOAN' =>
  sections.CREDIT === undefined && sections.LOAN !== undefined ? 'LOAN' : 'CREDIT'
/** What is borrowed: the fields that mortgages and consumer loans share have one name. */
export const credit = ({ data }: Asked) => data.sections[creditSection(data)] ?? {}
/** What the product is chosen by: the programme of a mortgage, the type of a consumer loan. */
export const programmeOf = ({ sections }: Pick<Asked['data'], 'sections'>): string | null =>
  text(sections.CREDIT?.['programme'] ?? sections.LOAN?.['productType'])
export const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
export const isMoney = (value: unknown): value is string =>
  typeof value === 'string' && /^\d+(\.\d{1,2})?$/.test(value)
/** A sum above zero; nobody borrows or pays nothing. */
export const givenSum = (value: unknown): string | null =>
  isMoney(value) && /[1-9]/.test(value) ? value : null
export const creditSource = (field: string) => ({ section: 'CREDIT', participantId: null, field }) as const
export const unknown = (datum: string, source: Answer['source']): Answer => ({
  state: 'UNKNOWN',
  datum,
  source,
})
export const answer = (holds: boolean, datum: string, source: Answer['source']): Answer => ({
  state: holds ? 'PASS' : 'FAIL',
  datum,
  source,
})

const nbsp = '\u00a0'
export const debtors = ({ data }: Asked) =>
  data.participants.filter(({ role }) => (debtorRoles as readonly string[]).includes(role))
export const main = ({ data }: Asked): QuestionnaireParticipant | undefined =>
  data.participants.find(({ role }) => role === 'MAIN_BORROWER')

/** Whole years between two days. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}
/** The day so many months later, the last of the month where there is no such day. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Hundredths of a percent, rounded down: a share that is not reached is never shown as reached. */
export const basisPoints = (part: bigint, whole: bigint): bigint => (part * 10_000n) / whole
export const shareText = (points: bigint) => {
  const part = trimEndOf(String(points % 100n).padStart(2, '0'), /0/)
  return `${points / 100n}${part === '' ? '' : `,${part}`}${nbsp}%`
}
