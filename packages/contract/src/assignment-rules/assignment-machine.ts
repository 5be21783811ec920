import { machine, type StateOf } from '../machines/machine.ts'

/** A version of a list of rules: tried on yesterday's cases, then put into force by another person than wrote it. */
export const assignmentMachine = machine({
  title: 'Версия правил назначения',
  initial: 'DRAFT',
  phases: { DRAFT: 'Подготовка', ACTIVE: 'Действие', END: 'Итог' },
  states: {
    DRAFT: { name: 'Черновик', phase: 'DRAFT' },
    ON_APPROVAL: { name: 'На подтверждении', phase: 'DRAFT', controls: ['DRAFT'] },
    ACTIVE: { name: 'Действует', phase: 'ACTIVE' },
    REPLACED: { name: 'Заменена', phase: 'END' },
    ROLLED_BACK: { name: 'Откачена', phase: 'END', final: true },
    DISCARDED: { name: 'Черновик отменён', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'submit',
      label: 'На подтверждение',
      to: 'ON_APPROVAL',
      by: ['UpdateDistribution'],
      guards: ['whole', 'reached', 'tested'],
      comment: 'required',
      look: 'primary',
    },
    {
      from: 'DRAFT',
      action: 'discard',
      label: 'Отказаться от черновика',
      to: 'DISCARDED',
      by: ['UpdateDistribution'],
      look: 'danger',
    },
    {
      from: 'ON_APPROVAL',
      action: 'activate',
      label: 'Ввести в действие',
      to: 'ACTIVE',
      by: ['ApproveDistribution'],
      guards: ['whole', 'reached'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'ON_APPROVAL',
      action: 'decline',
      label: 'Вернуть в черновик',
      to: 'DRAFT',
      by: ['ApproveDistribution'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'ON_APPROVAL',
      action: 'recall',
      label: 'Забрать в черновик',
      to: 'DRAFT',
      by: ['UpdateDistribution'],
    },
    {
      from: 'ACTIVE',
      action: 'rollback',
      label: 'Откатить к прежней версии',
      to: 'ROLLED_BACK',
      by: ['ApproveDistribution'],
      guards: ['hasEarlier'],
      comment: 'required',
      look: 'danger',
    },
    { from: 'ACTIVE', action: 'replace', label: 'Сменилась новой', to: 'REPLACED', by: 'SYSTEM' },
    { from: 'REPLACED', action: 'restore', label: 'Вернулась после отката', to: 'ACTIVE', by: 'SYSTEM' },
  ],
})
export type AssignmentState = StateOf<typeof assignmentMachine>

/** What the conditions ask, in the words of the picture. */
export const assignmentGuards = {
  whole: 'правила без ошибок',
  reached: 'есть кого предупредить, когда отдать некому',
  tested: 'правила проверены на делах после последней правки',
  hasEarlier: 'есть версия, которая действовала раньше',
} as const

/** States in words. */
export const assignmentStates = Object.fromEntries(
  Object.entries(assignmentMachine.states).map(([code, { name }]) => [code, name]),
) as Record<AssignmentState, string>
