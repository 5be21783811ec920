import { expect, it } from 'vitest'
import { gradingOf, type QualityResult } from './grading.ts'

const questions = [
  { code: 'INCOME', severity: 'CRITICAL' },
  { code: 'CALL', severity: 'MAJOR' },
  { code: 'WORDS', severity: 'MINOR' },
  { code: 'PAPER', severity: 'MINOR' },
] as const
const figures = {
  'quality-critical': 50,
  'quality-major': 20,
  'quality-minor': 5,
  'quality-good': 90,
  'quality-fair': 70,
}
const answers = (...results: QualityResult[]) =>
  questions.map(({ code }, index) => ({ code, result: results[index] ?? 'OK' }))

it.each([
  [answers('OK', 'OK', 'OK', 'OK'), 100, 'GOOD', [0, 0, 0]],
  [answers('NA', 'NA', 'ERROR', 'ERROR'), 90, 'GOOD', [0, 0, 2]],
  [answers('OK', 'ERROR', 'ERROR', 'ERROR'), 70, 'FAIR', [0, 1, 2]],
  [answers('ERROR', 'OK', 'OK', 'OK'), 50, 'POOR', [1, 0, 0]],
  [answers('ERROR', 'ERROR', 'ERROR', 'ERROR'), 20, 'POOR', [1, 1, 2]],
  [[], 100, 'GOOD', [0, 0, 0]],
] as const)('%j is graded %i, %s', (given, score, grade, [CRITICAL, MAJOR, MINOR]) => {
  expect(gradingOf(questions, given, figures)).toEqual({ score, grade, errors: { CRITICAL, MAJOR, MINOR } })
})

it('never falls below nothing', () => {
  const many = Array.from({ length: 5 }, (_, at) => ({ code: `Q${at}`, severity: 'CRITICAL' as const }))
  const wrong = many.map(({ code }) => ({ code, result: 'ERROR' as const }))
  expect(gradingOf(many, wrong, figures).score).toBe(0)
})
