import { machine, type StateOf } from '../../machines/machine.ts'

/** A version of the scorecard: it is compared with the one in use before it takes its place, and both by two people. */
export const scorecardMachine = machine({
  title: 'Версия скоринговой карты',
  initial: 'DRAFT',
  phases: { DRAFT: 'Подготовка', COMPARED: 'Сравнение', CHAMPION: 'Применение', END: 'Итог' },
  states: {
    DRAFT: { name: 'Черновик', phase: 'DRAFT' },
    ON_APPROVAL: { name: 'На подтверждении', phase: 'DRAFT', controls: ['DRAFT'] },
    CHALLENGER: { name: 'Претендент', phase: 'COMPARED' },
    ON_PROMOTION: { name: 'Предложена основной', phase: 'COMPARED', controls: ['DRAFT', 'CHALLENGER'] },
    CHAMPION: { name: 'Основная', phase: 'CHAMPION' },
    WITHDRAWN: { name: 'Отозвана', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'submit',
      label: 'На подтверждение',
      to: 'ON_APPROVAL',
      by: ['UpdateScorecard'],
      guards: ['whole'],
      look: 'primary',
    },
    {
      from: 'DRAFT',
      action: 'discard',
      label: 'Отказаться от черновика',
      to: 'WITHDRAWN',
      by: ['UpdateScorecard'],
      look: 'danger',
    },
    {
      from: 'ON_APPROVAL',
      action: 'approve',
      label: 'Подтвердить: считать рядом с основной',
      to: 'CHALLENGER',
      by: ['ApproveScorecard'],
      guards: ['whole', 'alone'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'ON_APPROVAL',
      action: 'decline',
      label: 'Вернуть в черновик',
      to: 'DRAFT',
      by: ['ApproveScorecard'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'CHALLENGER',
      action: 'propose',
      label: 'Предложить основной',
      to: 'ON_PROMOTION',
      by: ['UpdateScorecard'],
      comment: 'required',
      look: 'primary',
    },
    {
      from: 'CHALLENGER',
      action: 'withdraw',
      label: 'Отозвать',
      to: 'WITHDRAWN',
      by: ['ApproveScorecard'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'ON_PROMOTION',
      action: 'promote',
      label: 'Сделать основной',
      to: 'CHAMPION',
      by: ['ApproveScorecard'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'ON_PROMOTION',
      action: 'keep',
      label: 'Оставить претендентом',
      to: 'CHALLENGER',
      by: ['ApproveScorecard'],
      comment: 'required',
    },
    { from: 'CHAMPION', action: 'replace', label: 'Сменилась новой основной', to: 'WITHDRAWN', by: 'SYSTEM' },
  ],
})
export type ScorecardState = StateOf<typeof scorecardMachine>

/** What the conditions ask, in the words of the picture. */
export const scorecardGuards = {
  whole: 'карта заполнена без ошибок',
  alone: 'другого претендента нет',
} as const

/** States in words. */
export const scorecardStates = Object.fromEntries(
  Object.entries(scorecardMachine.states).map(([code, { name }]) => [code, name]),
) as Record<ScorecardState, string>
