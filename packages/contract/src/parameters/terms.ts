import { declaredParameters, type ParameterCode } from './declared.ts'
import type { FiguresOf } from './figures.ts'

/** A deadline: minutes or days of the production calendar in the region's zone, or days of the year. */
export type Deadline =
  | { readonly workingMinutes: number }
  | { readonly workingDays: number }
  | { readonly days: number }

type Declared = typeof declaredParameters
type KindOf<C extends ParameterCode> = Declared[C]['kind']

/** Codes of the parameters that are terms. */
export type TermCode = {
  [C in ParameterCode]: KindOf<C> extends 'WORKING_MINUTES' | 'WORKING_DAYS' | 'DAYS' ? C : never
}[ParameterCode]

/** The terms as they stand on a day. */
export type Terms = FiguresOf<TermCode>

const made: Record<KindOf<TermCode>, (value: number) => Deadline> = {
  WORKING_MINUTES: (workingMinutes) => ({ workingMinutes }),
  WORKING_DAYS: (workingDays) => ({ workingDays }),
  DAYS: (days) => ({ days }),
}

/** A term by the figures of a day. */
export const deadlineIn = (terms: Terms, code: TermCode): Deadline =>
  made[declaredParameters[code].kind](terms[code])

/** How a term runs, whatever its length: of clocks whose end is known already. */
export const paceOf = (code: TermCode): Deadline => made[declaredParameters[code].kind](0)
