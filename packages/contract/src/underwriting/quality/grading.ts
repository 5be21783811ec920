import type { FiguresOf } from '../../parameters/figures.ts'

/** How bad an error is. */
export const severities = {
  CRITICAL: 'Критическая',
  MAJOR: 'Существенная',
  MINOR: 'Незначительная',
} as const
export type Severity = keyof typeof severities

/** What a question of the list is answered with. */
export const qualityResults = { OK: 'Верно', ERROR: 'Ошибка', NA: 'Не относится' } as const
export type QualityResult = keyof typeof qualityResults

/** What a decision is graded as. */
export const qualityGrades = {
  GOOD: 'Хорошо',
  FAIR: 'Удовлетворительно',
  POOR: 'Неудовлетворительно',
} as const
export type QualityGrade = keyof typeof qualityGrades

/** The figures by which decisions are graded. */
export type GradingFigures = FiguresOf<
  'quality-critical' | 'quality-major' | 'quality-minor' | 'quality-good' | 'quality-fair'
>

/** How many errors of each kind there are, and what follows from them. */
export interface Grading {
  readonly score: number
  readonly grade: QualityGrade
  readonly errors: Readonly<Record<Severity, number>>
}

const weightOf = {
  CRITICAL: 'quality-critical',
  MAJOR: 'quality-major',
  MINOR: 'quality-minor',
} as const satisfies Readonly<Record<Severity, keyof GradingFigures>>

const whole = 100

/** A grade by the answers: a hundred less the weights of the errors, and never below nothing. */
export function gradingOf(
  questions: readonly { readonly code: string; readonly severity: Severity }[],
  answers: readonly { readonly code: string; readonly result: QualityResult }[],
  figures: GradingFigures,
): Grading {
  const wrong = questions.filter(({ code }) =>
    answers.some((answer) => answer.code === code && answer.result === 'ERROR'),
  )
  const countOf = (severity: Severity) => wrong.filter((question) => question.severity === severity).length
  const errors = { CRITICAL: countOf('CRITICAL'), MAJOR: countOf('MAJOR'), MINOR: countOf('MINOR') }
  const lost = wrong.reduce((sum, { severity }) => sum + figures[weightOf[severity]], 0)
  const score = Math.max(0, whole - lost)
  const grade = score >= figures['quality-good'] ? 'GOOD' : score >= figures['quality-fair'] ? 'FAIR' : 'POOR'
  return { score, grade, errors }
}
