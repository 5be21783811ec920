import { byAgent, closeByTerm, refuse } from './closing-moves.ts'
import { machine } from '#machines/machine.ts'
import { autoChecksState, decisionMoves, preparation, reviewMoves, reviewStates } from './review-moves.ts'

/** A consumer loan: the same way as a mortgage without an object, and with the cooling-off period before the money. */
export const loanApplicationMachine = machine({
  title: 'Заявка на потребительский кредит',
  initial: 'FILLING',
  phases: {
    FILLING: 'Анкета',
    CHECK: 'Проверка',
    DECISION: 'Решение',
    SIGNING: 'Подписание',
    COOLING: 'Период охлаждения',
    ISSUE: 'Выдача',
  },
  states: {
    FILLING: {
      name: 'Заполнение анкеты',
      phase: 'FILLING',
      deadline: 'loan-application-filling',
      task: { title: 'Заполнить анкету', operation: 'Send' },
    },
    ...reviewStates,
    AUTO_CHECKS: autoChecksState('CHECK'),
    UNDERWRITING: {
      name: 'Андеррайтинг',
      phase: 'DECISION',
      deadline: 'loan-application-underwriting',
      task: { title: 'Рассмотреть заявку', operation: 'Underwrite' },
      controls: preparation,
    },
    APPROVED: {
      name: 'Одобрена',
      phase: 'DECISION',
      deadline: 'loan-application-decision',
      task: { title: 'Подписать индивидуальные условия', operation: 'Send' },
    },
    SIGNED: {
      name: 'Подписана, период охлаждения',
      phase: 'COOLING',
      pause: 'CLIENT',
      task: { title: 'Дождаться конца периода охлаждения', operation: 'Send' },
    },
    READY_TO_ISSUE: {
      name: 'Готова к выдаче',
      phase: 'ISSUE',
      deadline: 'loan-application-issue',
      task: { title: 'Передать на выдачу', operation: 'Send' },
    },
    ISSUING: { name: 'Передана на выдачу', phase: 'ISSUE', final: true },
    REJECTED: { name: 'Отказ', phase: 'DECISION' },
    CLIENT_REFUSED: { name: 'Отказ клиента', phase: 'DECISION' },
    ARCHIVE: { name: 'Архив', phase: 'DECISION', final: true },
  },
  transitions: [
    ...reviewMoves('Отправить на проверку'),
    ...decisionMoves,
    {
      from: 'APPROVED',
      action: 'sign',
      label: 'Условия подписаны',
      to: 'SIGNED',
      by: byAgent,
      guards: ['selfBan', 'insuranceConsent', 'documents'],
      look: 'primary',
    },
    {
      from: 'SIGNED',
      action: 'coolingOffEnded',
      label: 'Период охлаждения окончен',
      to: 'READY_TO_ISSUE',
      by: 'SYSTEM',
    },
    {
      from: 'READY_TO_ISSUE',
      action: 'toIssue',
      label: 'Передать на выдачу',
      to: 'ISSUING',
      by: byAgent,
      guards: ['coolingOff', 'selfBan', 'documents'],
      look: 'primary',
    },
    {
      from: 'APPROVED',
      action: 'expire',
      label: 'Срок решения истёк',
      to: 'ARCHIVE',
      by: 'SYSTEM',
      after: 'loan-application-decision',
    },
    { from: 'FILLING', ...refuse },
    { from: 'REWORK', ...refuse },
    { from: 'APPROVED', ...refuse },
    { from: 'SIGNED', ...refuse },
    { from: 'READY_TO_ISSUE', ...refuse },
    { from: 'REJECTED', ...closeByTerm },
    { from: 'CLIENT_REFUSED', ...closeByTerm },
    {
      from: 'CLIENT_REFUSED',
      action: 'close',
      label: 'Закрыть',
      to: 'ARCHIVE',
      by: byAgent,
    },
  ],
})
export type LoanApplicationStage = keyof typeof loanApplicationMachine.states
