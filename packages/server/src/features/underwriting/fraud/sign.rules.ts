import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import type { FraudSignal, SignalEvidence } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import type { FraudSignalCode } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import type { FraudFacts } from './fraud-facts.ts'

/** A sign as a rule finds it; its code and weight follow from the rule's place. */
export type Found = Pick<FraudSignal, 'state' | 'value' | 'norm' | 'evidence' | 'missing'>
/** Null: the sign has no sense in this application. */
export type SignRule = (facts: FraudFacts, figures: Figures) => Found | null
export type SignRules = Readonly<Partial<Record<FraudSignalCode, SignRule>>>

/** Evidence in words, with the place that it is read in. */
export const evidence = (
  text: string,
  place: Partial<Omit<SignalEvidence, 'text'>> = {},
): SignalEvidence => ({ text, section: null, participantId: null, documentId: null, caseIds: [], ...place })

export const fired = (value: string, norm: string, stands: readonly SignalEvidence[]): Found => ({
  state: 'FIRED',
  value,
  norm,
  evidence: [...stands],
  missing: null,
})
export const quiet = (value: string, norm: string, stands: readonly SignalEvidence[] = []): Found => ({
  state: 'QUIET',
  value,
  norm,
  evidence: [...stands],
  missing: null,
})
/** Nobody can say: `missing` names what is not there. */
export const unknown = (missing: string, norm: string): Found => ({
  state: 'UNKNOWN',
  value: '',
  norm,
  evidence: [],
  missing,
})

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const day = /^\d{4}-\d{2}-\d{2}$/
/** A date of the questionnaire; empty where it is none, masked or not given. */
export const dayOf = (value: unknown): string => (day.test(textOf(value)) ? textOf(value) : '')
/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days
/** The day so many months before another. */
export const monthsBefore = (on: string, months: number): string =>
  Temporal.PlainDate.from(on).subtract({ months }).toString()
