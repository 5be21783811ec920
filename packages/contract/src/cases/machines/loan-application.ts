import { byAgent, closeByTerm, refuse } from './closing-moves.ts'
import { machine } from '#machines/machine.ts'
import { autoChecksState, reviewMoves, reviewStates } from './review-moves.ts'
import { underwritingMoves, underwritingStates } from './underwriting-moves.ts'

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
    ...underwritingStates({
      terms: 'loan-application',
      work: 'DECISION',
      decision: 'DECISION',
      approved: ['APPROVED'],
    }),
    APPROVED: {
      name: 'Одобрена',
      phase: 'DECISION',
      commits: true,
      deadline: 'loan-application-decision',
      task: { title: 'Подписать индивидуальные условия', operation: 'Send' },
    },
    SIGNED: {
      name: 'Подписана, период охлаждения',
      phase: 'COOLING',
      commits: true,
      pause: 'CLIENT',
      task: { title: 'Дождаться конца периода охлаждения', operation: 'Send' },
    },
    READY_TO_ISSUE: {
      name: 'Готова к выдаче',
      phase: 'ISSUE',
      commits: true,
      deadline: 'loan-application-issue',
      task: { title: 'Передать на выдачу', operation: 'Send' },
    },
    ISSUING: { name: 'Передана на выдачу', phase: 'ISSUE', commits: true, final: true },
    CLIENT_REFUSED: { name: 'Отказ клиента', phase: 'DECISION', releases: true },
    ARCHIVE: { name: 'Архив', phase: 'DECISION', final: true, releases: true },
  },
  transitions: [
    ...reviewMoves('Отправить на проверку'),
    ...underwritingMoves,
    {
      from: 'APPROVED',
      action: 'sign',
      label: 'Условия подписаны',
      to: 'SIGNED',
      by: byAgent,
      guards: ['selfBan', 'insuranceConsent', 'documents', 'rateLimit'],
      point: 'BEFORE_DEAL',
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
      point: 'BEFORE_ISSUE',
      look: 'primary',
    },
    {
      from: 'APPROVED',
      action: 'expire',
      label: 'Срок решения истёк',
      to: 'EXPIRED',
      by: 'SYSTEM',
      after: 'loan-application-decision',
      endsWithDecision: true,
    },
    { from: 'FILLING', ...refuse },
    { from: 'REWORK', ...refuse },
    { from: 'APPROVED', ...refuse },
    { from: 'SIGNED', ...refuse },
    { from: 'READY_TO_ISSUE', ...refuse },
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
