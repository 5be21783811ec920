import { byAgent, closeByTerm, refuse } from './closing-moves.ts'
import { machine } from '#machines/machine.ts'
import { realtyMoves } from './realty-moves.ts'
import { autoChecksState, preparation, reviewMoves, reviewStates, underwriting } from './review-moves.ts'
import { underwritingMoves, underwritingStates } from './underwriting-moves.ts'

const expire = {
  action: 'expire',
  label: 'Срок решения истёк',
  to: 'EXPIRED',
  by: 'SYSTEM',
  after: 'full-application-decision',
  endsWithDecision: true,
  since: 'APPROVED',
} as const
const close = { action: 'close', label: 'Закрыть', to: 'ARCHIVE' } as const

/** A full mortgage application: filling in, check of the set, underwriting, decision, the object, the deal. */
export const fullApplicationMachine = machine({
  title: 'Полная заявка на ипотеку',
  initial: 'FILLING',
  phases: {
    FILLING: 'Анкета',
    CHECK: 'Проверка комплекта',
    AUTO: 'Автопроверки',
    UNDERWRITING: 'Андеррайтинг',
    DECISION: 'Решение',
    REALTY: 'Объект',
    DEAL: 'Сделка',
  },
  states: {
    FILLING: {
      name: 'Заполнение анкеты',
      phase: 'FILLING',
      deadline: 'full-application-filling',
      task: { title: 'Заполнить анкету и собрать документы', operation: 'Send' },
    },
    ...reviewStates,
    AUTO_CHECKS: autoChecksState('AUTO'),
    ...underwritingStates({
      terms: 'full-application',
      work: 'UNDERWRITING',
      decision: 'DECISION',
      approved: ['APPROVED', 'REALTY_SELECTION', 'REALTY_APPROVED'],
    }),
    APPROVED: {
      name: 'Одобрена',
      phase: 'DECISION',
      commits: true,
      deadline: 'full-application-decision',
      task: { title: 'Подобрать объект', operation: 'Send' },
    },
    CLIENT_REFUSED: { name: 'Отказ клиента', phase: 'DECISION', releases: true },
    REALTY_SELECTION: {
      name: 'Подбор объекта',
      phase: 'REALTY',
      commits: true,
      pause: 'CLIENT',
      task: { title: 'Представить объект', operation: 'Send' },
    },
    REALTY_CHECK: {
      name: 'Экспертиза объекта',
      phase: 'REALTY',
      commits: true,
      deadline: 'full-application-realty-check',
      task: { title: 'Проверить объект', operation: 'CheckRealty' },
      controls: [...preparation, 'REALTY_SELECTION'],
      ...underwriting,
    },
    REALTY_APPROVED: {
      name: 'Объект одобрен',
      phase: 'REALTY',
      commits: true,
      deadline: 'full-application-realty-approved',
      task: { title: 'Передать на сделку', operation: 'Send' },
    },
    DEAL: { name: 'Передана на сделку', phase: 'DEAL', commits: true, final: true },
    ARCHIVE: { name: 'Архив', phase: 'DECISION', final: true, releases: true },
  },
  transitions: [
    ...reviewMoves('Отправить на проверку комплекта', ['holder']),
    ...underwritingMoves,
    ...realtyMoves,
    { from: 'APPROVED', ...expire },
    { from: 'REALTY_SELECTION', ...expire },
    { from: 'REALTY_APPROVED', ...expire },
    { from: 'FILLING', ...refuse },
    { from: 'REWORK', ...refuse },
    { from: 'APPROVED', ...refuse },
    { from: 'REALTY_SELECTION', ...refuse },
    { from: 'REALTY_APPROVED', ...refuse },
    { from: 'CLIENT_REFUSED', ...close, by: byAgent },
    { from: 'CLIENT_REFUSED', ...closeByTerm },
    // Another system may end the work of an approver on what it handed in.
    ...(
      [
        ['approveOutside', 'Одобрена внешней системой', 'APPROVED', 'APPROVE'],
        ['rejectOutside', 'Отказ внешней системы', 'REJECTED', 'REJECT'],
      ] as const
    ).map(
      ([action, label, to, outcome]) =>
        ({
          from: 'DOCS_CHECK',
          action,
          label,
          to,
          by: 'SYSTEM',
          decides: { level: 'OUTSIDE', outcome },
        }) as const,
    ),
    ...(
      [
        ['refuseOutside', 'Отказ клиента (внешняя система)', 'CLIENT_REFUSED'],
        ['expireOutside', 'Срок истёк (внешняя система)', 'EXPIRED'],
      ] as const
    ).map(([action, label, to]) => ({ from: 'DOCS_CHECK', action, label, to, by: 'SYSTEM' }) as const),
  ],
})
export type FullApplicationStage = keyof typeof fullApplicationMachine.states
