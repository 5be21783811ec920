import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { type Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { type Deadline, deadlineIn, type TermCode } from '@ipoteka-office/contract/parameters/terms.ts'

const known = new Map<string, Figures>()

/** The figures that the product brings, as they stood at a moment of the demo bank. */
export function figuresAt(at: Date): Figures {
  const day = at.toISOString().slice(0, 10)
  const figures = known.get(day) ?? deliveredFigures(day)
  known.set(day, figures)
  return figures
}

/** A term of a stage that was entered at the moment. */
export const deadlineAt = (term: TermCode, at: Date): Deadline => deadlineIn(figuresAt(at), term)
