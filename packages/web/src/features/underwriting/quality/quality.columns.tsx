import { finalOutcomes } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import { qualityGrades } from '@ipoteka-office/contract/underwriting/quality/grading.ts'
import { qualityStates } from '@ipoteka-office/contract/underwriting/quality/quality-machine.ts'
import type { QualityRow } from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { shortName } from '#lib/format.ts'
import { figure, marks, noted, stateOf, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { moment } from '#widgets/list/cells.ts'

/** How a grade is coloured. */
export const gradeTones = { GOOD: 'green', FAIR: 'amber', POOR: 'red' } as const
const stateTones = {
  NEW: 'amber',
  GRADED: 'green',
  DISPUTED: 'red',
  UPHELD: 'green',
  REVISED: 'green',
  CANCELLED: 'neutral',
} as const

const titles = {
  number: 'Заявка',
  outcome: 'Решение',
  subject: 'Кто решил',
  decidedAt: 'Решено',
  state: 'Состояние',
  grade: 'Оценка',
  errors: 'Ошибки',
  checker: 'Проверил',
  sample: 'Выборка',
} as const

const wordsOf = ({ errors }: QualityRow): string => {
  if (errors === null) return ''
  const { CRITICAL, MAJOR, MINOR } = errors
  return CRITICAL + MAJOR + MINOR === 0 ? 'нет' : `${CRITICAL} / ${MAJOR} / ${MINOR}`
}

/** Columns of the sampled decisions; errors are critical, major and minor ones. */
export const qualityColumns: Column<QualityRow>[] = columnsOf<QualityRow, keyof typeof titles>(titles, {
  number: noted(290, ({ number, clientName }) => [number, clientName], {
    link: true,
    always: true,
    grows: true,
  }),
  outcome: text(110, ({ outcome }) => finalOutcomes[outcome]),
  subject: text(150, ({ subject }) => (subject === null ? 'Система' : shortName(subject.fullName))),
  decidedAt: moment(104, ({ decidedAt }) => decidedAt),
  state: stateOf(160, qualityStates, stateTones, ({ state }) => state),
  grade: marks(150, ({ grade, score }) =>
    grade === null ? [] : [{ text: `${score} · ${qualityGrades[grade]}`, tone: gradeTones[grade] }],
  ),
  errors: text(100, wordsOf, {
    hint: ({ errors }) => (errors === null ? '' : 'критических / существенных / незначительных'),
  }),
  checker: text(150, ({ checker }) => checker && shortName(checker.fullName)),
  sample: figure(90, ({ sampleId }) => `№ ${sampleId}`),
})
