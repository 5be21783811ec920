import type { ParameterCode, ValueOf } from './declared.ts'
import type { ParameterValue } from './parameter-spec.ts'

/** All figures as they stand on one day, typed by their declarations. */
export type Figures = { readonly [C in ParameterCode]: ValueOf<C> }

/** What a function needs of them: `FiguresOf<'cooling-off'>`. */
export type FiguresOf<C extends ParameterCode> = Pick<Figures, C>

/** A value with the first day on which it holds. */
export interface DatedValue {
  readonly from: string
  readonly value: ParameterValue
}

/** The values of each parameter in the order of their days. */
export type Timelines = Readonly<Partial<Record<ParameterCode, readonly DatedValue[]>>>

/** The value in force on a day; undefined before the first. */
export const onDay = <T extends { readonly from: string }>(
  timeline: readonly T[],
  day: string,
): T | undefined => timeline.findLast(({ from }) => from <= day)

/** The snapshot of a day over the timelines of these codes; a parameter without a value is an error of the store. */
export function figuresOver<C extends ParameterCode>(
  timelines: Timelines,
  codes: readonly C[],
  day: string,
): FiguresOf<C> {
  const entries = codes.map((code) => {
    const found = onDay(timelines[code] ?? [], day)
    if (found === undefined) throw new Error(`The parameter ${code} has no value on ${day}`)
    return [code, found.value]
  })
  // The schema of the store holds each value to its declaration.
  return Object.fromEntries(entries) as FiguresOf<C>
}
