import { machine, type StateOf } from '#machines/machine.ts'

/** A version of the distribution of insurers: dated, and agreed to by another person than wrote it. */
export const distributionMachine = machine({
  title: 'Распределение страховщиков',
  initial: 'DRAFT',
  phases: { DRAFT: 'Подготовка', APPROVED: 'Применение', END: 'Итог' },
  states: {
    DRAFT: { name: 'Черновик', phase: 'DRAFT' },
    ON_APPROVAL: { name: 'На подтверждении', phase: 'DRAFT', controls: ['DRAFT'] },
    APPROVED: { name: 'Подтверждена', phase: 'APPROVED' },
    WITHDRAWN: { name: 'Отозвана', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'submit',
      label: 'На подтверждение',
      to: 'ON_APPROVAL',
      by: ['UpdateDistribution'],
      guards: ['whole', 'future'],
      look: 'primary',
    },
    {
      from: 'DRAFT',
      action: 'discard',
      label: 'Отказаться от черновика',
      to: 'WITHDRAWN',
      by: ['UpdateDistribution'],
      look: 'danger',
    },
    {
      from: 'ON_APPROVAL',
      action: 'approve',
      label: 'Подтвердить',
      to: 'APPROVED',
      by: ['ApproveDistribution'],
      guards: ['whole', 'future'],
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
      from: 'APPROVED',
      action: 'withdraw',
      label: 'Отозвать',
      to: 'WITHDRAWN',
      by: ['ApproveDistribution'],
      guards: ['notBegun'],
      comment: 'required',
      look: 'danger',
    },
  ],
})
export type DistributionState = StateOf<typeof distributionMachine>

/** What the conditions ask, in the words of the picture. */
export const distributionGuards = {
  whole: 'каждая строка — ровно 100 %',
  future: 'день начала не раньше сегодняшнего',
  notBegun: 'версия ещё не действует',
} as const

export const distributionStates = Object.fromEntries(
  Object.entries(distributionMachine.states).map(([code, { name }]) => [code, name]),
) as Record<DistributionState, string>
