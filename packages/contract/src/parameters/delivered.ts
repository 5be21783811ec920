import { parameterCodes, specOf } from './declared.ts'
import { type Figures, figuresOver, type Timelines } from './figures.ts'

/** The timelines that the product brings, for the demo bank and for tests. */
export const deliveredTimelines: Timelines = Object.fromEntries(
  parameterCodes.map((code) => [code, specOf(code).delivered]),
)

/** The figures that the product brings, on a day. */
export const deliveredFigures = (day: string): Figures => figuresOver(deliveredTimelines, parameterCodes, day)
