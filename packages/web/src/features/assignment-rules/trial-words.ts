import type { RuleSet } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { formatDateTime } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'

/** «Проверена 24.11.2026 в 12:40 на 500 делах: 37 перейдут другим, 2 останутся без ответственного (было 9)». */
export function testWords(test: RuleSet['test']): string {
  if (test === null) return 'На делах ещё не проверена.'
  const { at, cases, changed, nobody, nobodyBefore, old } = test
  const tried = `Проверена ${formatDateTime(at)} на ${countOf(cases, 'деле', 'делах', 'делах')}`
  const what = `другому достанется ${changed}, без ответственного останется ${nobody} (по действующим ${nobodyBefore})`
  return `${tried}: ${what}.${old ? ' После этого правила изменили: проверьте снова.' : ''}`
}
