import type { DecisionLevel, DecisionOutcome } from '#underwriting/decision-kinds.ts'
import { byAgent, closeByTerm } from './closing-moves.ts'
import { preparation, toRework, underwriting } from './review-moves.ts'

/** Whose terms the stages have. */
type Terms = 'full-application' | 'loan-application'

/** States in which an application is looked into and decided on; the phases are those of the machine's rail. */
export const underwritingStates = <
  const T extends Terms,
  const W extends string,
  const D extends string,
>(places: {
  readonly terms: T
  readonly work: W
  readonly decision: D
}) => {
  const { terms, work, decision } = places
  return {
    UNDERWRITING: {
      ...underwriting,
      name: 'Андеррайтинг',
      phase: work,
      deadline: `${terms}-underwriting`,
      task: { title: 'Рассмотреть заявку', operation: 'Underwrite' },
      controls: preparation,
    },
    VERIFICATION: {
      ...underwriting,
      name: 'Контроль физлица',
      phase: work,
      deadline: `${terms}-verification`,
      task: { title: 'Провести контроль физлица', operation: 'Verify' },
      controls: [...preparation, 'UNDERWRITING'],
    },
    FRAUD_CHECK: {
      ...underwriting,
      name: 'Проверка на мошенничество',
      phase: work,
      deadline: `${terms}-fraud-check`,
      task: { title: 'Проверить подозрение', operation: 'InvestigateFraud' },
      controls: [...preparation, 'UNDERWRITING'],
    },
    DECISION_CONTROL: {
      ...underwriting,
      name: 'Контроль решения',
      phase: decision,
      deadline: `${terms}-decision-control`,
      task: { title: 'Согласовать решение', operation: 'ControlDecision' },
      controls: [...preparation, 'UNDERWRITING'],
    },
    COMMITTEE: {
      ...underwriting,
      name: 'Кредитный комитет',
      phase: decision,
      deadline: `${terms}-committee`,
      task: { title: 'Вынести решение комитета', operation: 'DecideInCommittee' },
      controls: [...preparation, 'UNDERWRITING', 'DECISION_CONTROL'],
    },
    REJECTED: {
      name: 'Отказ',
      phase: decision,
      controls: [...preparation, 'UNDERWRITING', 'FRAUD_CHECK', 'DECISION_CONTROL', 'COMMITTEE'],
    },
    REVOKED: { name: 'Решение отозвано', phase: decision },
    EXPIRED: {
      name: 'Решение истекло',
      phase: decision,
      task: { title: 'Пересмотреть или закрыть', operation: 'Send' },
    },
  } as const
}

const by = <const L extends DecisionLevel, const O extends DecisionOutcome>(level: L, outcome: O) => ({
  level,
  outcome,
})
const close = { action: 'close', label: 'Закрыть', to: 'ARCHIVE' } as const

/** From underwriting to a decision and what may become of it, the same for a mortgage and a loan. */
export const underwritingMoves = [
  {
    from: 'UNDERWRITING',
    action: 'approve',
    label: 'Одобрить',
    to: 'APPROVED',
    by: ['Underwrite'],
    guards: ['obligatoryChecks', 'controlled', 'subjectsDecided'],
    comment: 'optional',
    look: 'primary',
    decides: by('UNDERWRITER', 'APPROVE'),
  },
  {
    from: 'UNDERWRITING',
    action: 'reject',
    label: 'Отказать',
    to: 'REJECTED',
    by: ['Underwrite'],
    reasons: 'underwritingDecisionsType',
    comment: 'optional',
    look: 'danger',
    decides: by('UNDERWRITER', 'REJECT'),
  },
  {
    from: 'UNDERWRITING',
    ...toRework,
    by: ['Underwrite'],
    guards: ['openRemarks'],
    comment: 'optional',
  },
  {
    from: 'UNDERWRITING',
    action: 'toControl',
    label: 'На контроль решения',
    to: 'DECISION_CONTROL',
    by: ['Underwrite'],
    comment: 'optional',
    decides: by('UNDERWRITER', 'ESCALATE'),
  },
  {
    from: 'UNDERWRITING',
    action: 'verify',
    label: 'На контроль физлица',
    to: 'VERIFICATION',
    by: ['Underwrite'],
    comment: 'optional',
  },
  {
    from: 'VERIFICATION',
    action: 'verified',
    label: 'Форма контроля заполнена',
    to: 'UNDERWRITING',
    by: ['Verify'],
    guards: ['controlSigned'],
    comment: 'required',
    look: 'primary',
  },
  {
    from: 'UNDERWRITING',
    action: 'suspectFraud',
    label: 'Подозрение на мошенничество',
    to: 'FRAUD_CHECK',
    by: ['Underwrite'],
    comment: 'required',
    look: 'danger',
  },
  {
    from: 'FRAUD_CHECK',
    action: 'fraudNotConfirmed',
    label: 'Не подтверждено',
    to: 'UNDERWRITING',
    by: ['InvestigateFraud'],
    comment: 'required',
    look: 'primary',
  },
  {
    from: 'FRAUD_CHECK',
    action: 'fraudConfirmed',
    label: 'Подтверждено',
    to: 'REJECTED',
    by: ['InvestigateFraud'],
    comment: 'required',
    look: 'danger',
    decides: by('SECURITY', 'REJECT'),
  },
  {
    from: 'DECISION_CONTROL',
    action: 'agree',
    label: 'Согласовать',
    to: 'APPROVED',
    by: ['ControlDecision'],
    guards: ['obligatoryChecks', 'subjectsDecided'],
    comment: 'optional',
    look: 'primary',
    decides: by('HEAD', 'APPROVE'),
  },
  {
    from: 'DECISION_CONTROL',
    action: 'decline',
    label: 'Отклонить',
    to: 'REJECTED',
    by: ['ControlDecision'],
    comment: 'required',
    look: 'danger',
    decides: by('HEAD', 'REJECT'),
  },
  {
    from: 'DECISION_CONTROL',
    action: 'returnToUnderwriter',
    label: 'Вернуть андеррайтеру',
    to: 'UNDERWRITING',
    by: ['ControlDecision'],
    comment: 'required',
  },
  {
    from: 'DECISION_CONTROL',
    action: 'toCommittee',
    label: 'На комитет',
    to: 'COMMITTEE',
    by: ['ControlDecision'],
    comment: 'optional',
    decides: by('HEAD', 'ESCALATE'),
  },
  {
    from: 'COMMITTEE',
    action: 'approveByCommittee',
    label: 'Одобрено комитетом',
    to: 'APPROVED',
    by: ['DecideInCommittee'],
    guards: ['obligatoryChecks', 'subjectsDecided'],
    comment: 'optional',
    look: 'primary',
    decides: by('COMMITTEE', 'APPROVE'),
  },
  {
    from: 'COMMITTEE',
    action: 'rejectByCommittee',
    label: 'Отказано комитетом',
    to: 'REJECTED',
    by: ['DecideInCommittee'],
    comment: 'required',
    look: 'danger',
    decides: by('COMMITTEE', 'REJECT'),
  },
  {
    from: 'APPROVED',
    action: 'revoke',
    label: 'Отозвать решение',
    to: 'REVOKED',
    by: ['ControlDecision'],
    comment: 'required',
    look: 'danger',
    decides: by('HEAD', 'REVOKE'),
  },
  {
    from: 'REJECTED',
    action: 'reviewDecision',
    label: 'Пересмотреть решение',
    to: 'UNDERWRITING',
    by: ['ControlDecision'],
    comment: 'required',
  },
  {
    from: 'EXPIRED',
    action: 'reconsider',
    label: 'Пересмотреть',
    to: 'AUTO_CHECKS',
    by: byAgent,
    guards: ['documents'],
    comment: 'optional',
    look: 'primary',
  },
  { from: 'EXPIRED', ...close, by: byAgent },
  { from: 'EXPIRED', ...closeByTerm },
  { from: 'REVOKED', ...close, by: ['ControlDecision'] },
  { from: 'REVOKED', ...closeByTerm },
  { from: 'REJECTED', ...closeByTerm },
] as const
