import { machine, type StateOf } from '../../machines/machine.ts'

/** A sampled decision: checked by another person, disputed once, answered by a third. */
export const qualityMachine = machine({
  title: 'Проверка качества решения',
  initial: 'NEW',
  phases: { CHECK: 'Проверка', DISPUTE: 'Возражение', END: 'Итог' },
  states: {
    // Whoever decided or prepared the application does not grade it.
    NEW: { name: 'Ждёт проверки', phase: 'CHECK', controls: [] },
    GRADED: { name: 'Оценена', phase: 'CHECK' },
    DISPUTED: { name: 'Оспорена', phase: 'DISPUTE', controls: ['NEW', 'GRADED'] },
    UPHELD: { name: 'Оценка осталась', phase: 'END', final: true },
    REVISED: { name: 'Оценка изменена', phase: 'END', final: true },
    CANCELLED: { name: 'Снята с проверки', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'NEW',
      action: 'grade',
      label: 'Оценить',
      to: 'GRADED',
      by: ['CheckQuality'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'NEW',
      action: 'cancel',
      label: 'Снять с проверки',
      to: 'CANCELLED',
      by: ['CheckQuality'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'GRADED',
      action: 'dispute',
      label: 'Возразить',
      to: 'DISPUTED',
      by: ['DisputeQuality'],
      guards: ['own', 'inTime'],
      comment: 'required',
    },
    {
      from: 'DISPUTED',
      action: 'uphold',
      label: 'Оставить оценку',
      to: 'UPHELD',
      by: ['AnswerQuality'],
      comment: 'required',
      look: 'primary',
    },
    {
      from: 'DISPUTED',
      action: 'revise',
      label: 'Изменить оценку',
      to: 'REVISED',
      by: ['AnswerQuality'],
      comment: 'required',
    },
  ],
})
export type QualityState = StateOf<typeof qualityMachine>

/** What the conditions ask, in the words of the picture. */
export const qualityGuards = {
  own: 'решение принял тот, кто возражает',
  inTime: 'срок возражения не прошёл',
} as const

/** States in words. */
export const qualityStates = Object.fromEntries(
  Object.entries(qualityMachine.states).map(([code, { name }]) => [code, name]),
) as Record<QualityState, string>
