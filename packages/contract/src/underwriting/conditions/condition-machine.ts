import { machine, type StateOf } from '../../machines/machine.ts'

/** A condition of an approval, from the signature until it is met or dropped. */
export const conditionMachine = machine({
  title: 'Отлагательное условие',
  initial: 'OPEN',
  phases: { WORK: 'Выполнение', CHECK: 'Проверка', END: 'Итог' },
  states: {
    OPEN: { name: 'Не выполнено', phase: 'WORK' },
    RESPONDED: { name: 'Есть ответ', phase: 'CHECK', controls: ['OPEN', 'RETURNED'] },
    UNDER_REVIEW: { name: 'Проверяется', phase: 'CHECK', controls: ['OPEN', 'RETURNED'] },
    RETURNED: { name: 'Возвращено', phase: 'WORK' },
    CLEARED: { name: 'Снято', phase: 'END', final: true },
    WAIVED: { name: 'Снято без выполнения', phase: 'END', final: true },
    SUPERSEDED: { name: 'Заменено новым решением', phase: 'END', final: true },
  },
  transitions: [
    ...(['OPEN', 'RETURNED'] as const).map(
      (from) =>
        ({
          from,
          action: 'respond',
          label: 'Ответить',
          to: 'RESPONDED',
          by: ['Read'],
          guards: ['owner'],
          comment: 'required',
          look: 'primary',
        }) as const,
    ),
    {
      from: 'RESPONDED',
      action: 'review',
      label: 'Взять на проверку',
      to: 'UNDER_REVIEW',
      by: ['Read'],
      guards: ['clearer'],
    },
    ...(['RESPONDED', 'UNDER_REVIEW'] as const).flatMap(
      (from) =>
        [
          {
            from,
            action: 'clear',
            label: 'Выполнено',
            to: 'CLEARED',
            by: ['Read'],
            guards: ['clearer'],
            comment: 'optional',
            look: 'primary',
          },
          {
            from,
            action: 'return',
            label: 'Вернуть',
            to: 'RETURNED',
            by: ['Read'],
            guards: ['clearer'],
            comment: 'required',
          },
        ] as const,
    ),
    ...(['OPEN', 'RESPONDED', 'UNDER_REVIEW', 'RETURNED'] as const).flatMap(
      (from) =>
        [
          {
            from,
            action: 'waive',
            label: 'Снять без выполнения',
            to: 'WAIVED',
            by: ['Read'],
            guards: ['above'],
            comment: 'required',
            look: 'danger',
          },
          { from, action: 'supersede', label: 'Заменить новым решением', to: 'SUPERSEDED', by: 'SYSTEM' },
        ] as const,
    ),
  ],
})
export type ConditionState = StateOf<typeof conditionMachine>

/** What the moves ask, in the words of the picture. */
export const conditionGuards = {
  owner: 'отвечает тот, кому условие поставлено',
  clearer: 'снимает тот, кому это поручено',
  above: 'снимает тот, кто контролирует решения',
} as const

/** The case does not go on past the point while its condition is in one of these. */
export const holdingStates: readonly ConditionState[] = ['OPEN', 'RESPONDED', 'UNDER_REVIEW', 'RETURNED']
