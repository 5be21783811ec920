import type { DecisionLevel, DecisionOutcome } from '#underwriting/decision-kinds.ts'
import { byAgent, closeByTerm, refuse } from './closing-moves.ts'
import { answering, preparation, toRework, underwriting } from './review-moves.ts'

/** Whose terms the stages have. */
type Terms = 'full-application' | 'loan-application'

/** States in which an application is looked into and decided on; the phases are those of the machine's rail. */
export const underwritingStates = <
  const T extends Terms,
  const W extends string,
  const D extends string,
  const A extends string,
>(places: {
  readonly terms: T
  readonly work: W
  readonly decision: D
  /** States in which an approval stands and those who bring the client may ask for other terms. */
  readonly approved: readonly A[]
}) => {
  const { terms, work, decision, approved } = places
  // Whoever has prepared the application or answered for the client, at whatever stage.
  const theirs = [...preparation, ...answering] as const
  return {
    UNDERWRITING: {
      ...underwriting,
      name: 'Андеррайтинг',
      phase: work,
      deadline: `${terms}-underwriting`,
      task: { title: 'Рассмотреть заявку', operation: 'Underwrite' },
      controls: [...theirs, ...approved],
    },
    WAITING_DOCS: {
      name: 'Ожидание документов',
      phase: work,
      pause: 'CLIENT',
      deadline: 'underwriting-documents',
      task: { title: 'Представить документы', operation: 'Send' },
    },
    VERIFICATION: {
      ...underwriting,
      name: 'Контроль физлица',
      phase: work,
      deadline: `${terms}-verification`,
      task: { title: 'Провести контроль физлица', operation: 'Verify' },
      controls: [...theirs, 'UNDERWRITING'],
    },
    FRAUD_CHECK: {
      ...underwriting,
      name: 'Проверка на мошенничество',
      phase: work,
      deadline: `${terms}-fraud-check`,
      task: { title: 'Проверить подозрение', operation: 'InvestigateFraud' },
      controls: [...theirs, 'UNDERWRITING'],
    },
    DECISION_CONTROL: {
      ...underwriting,
      name: 'Контроль решения',
      phase: decision,
      deadline: `${terms}-decision-control`,
      task: { title: 'Согласовать решение', operation: 'ControlDecision' },
      controls: [...theirs, 'UNDERWRITING'],
    },
    COMMITTEE: {
      ...underwriting,
      name: 'Кредитный комитет',
      phase: decision,
      deadline: `${terms}-committee`,
      task: { title: 'Вынести решение комитета', operation: 'DecideInCommittee' },
      controls: [...theirs, 'UNDERWRITING', 'DECISION_CONTROL'],
    },
    COUNTER_OFFER: {
      name: 'Встречное предложение',
      phase: decision,
      // The client may accept at any moment, and no new review is needed then.
      commits: true,
      pause: 'CLIENT',
      deadline: 'counter-offer',
      task: { title: 'Согласовать предложение с клиентом', operation: 'Send' },
    },
    REJECTED: {
      name: 'Отказ',
      phase: decision,
      controls: [...theirs, 'UNDERWRITING', 'FRAUD_CHECK', 'DECISION_CONTROL', 'COMMITTEE'],
    },
    REVOKED: { name: 'Решение отозвано', phase: decision },
    EXPIRED: {
      name: 'Решение истекло',
      phase: decision,
      task: { title: 'Пересмотреть или закрыть', operation: 'Send' },
    },
  } as const
}

/** Those who decide, at whichever level. */
const byDeciders = ['Underwrite', 'ControlDecision', 'DecideInCommittee'] as const

/** An approval that stands is looked into again; it is suspended until another decision takes its place. */
export const reconsiderTerms = {
  action: 'reconsiderTerms',
  label: 'Пересмотр условий',
  to: 'UNDERWRITING',
  by: byDeciders,
  comment: 'required',
  takesBack: true,
  decides: { outcome: 'SUSPEND', level: null },
} as const

/** The same at the request of those who bring the client, in words that they write themselves. */
export const askReconsideration = {
  action: 'askReconsideration',
  label: 'Пересмотр условий',
  to: 'UNDERWRITING',
  by: byAgent,
  comment: 'required',
  decides: { outcome: 'SUSPEND', level: 'SENDER' },
} as const

const counterOffer = {
  action: 'counterOffer',
  label: 'Встречное предложение',
  to: 'COUNTER_OFFER',
  guards: ['obligatoryChecks', 'controlled', 'subjectsDecided'],
  comment: 'optional',
  told: true,
} as const

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
    action: 'requestDocuments',
    label: 'Запросить документы',
    to: 'WAITING_DOCS',
    by: ['Underwrite'],
    guards: ['documentsAsked'],
    comment: 'optional',
    told: true,
  },
  {
    from: 'WAITING_DOCS',
    action: 'giveDocuments',
    label: 'Документы представлены',
    to: 'UNDERWRITING',
    by: byAgent,
    guards: ['documentsGiven'],
    comment: 'optional',
    look: 'primary',
  },
  {
    from: 'WAITING_DOCS',
    action: 'withdrawRequest',
    label: 'Отозвать запрос документов',
    to: 'UNDERWRITING',
    by: ['Underwrite'],
    comment: 'required',
    takesBack: true,
  },
  {
    from: 'WAITING_DOCS',
    action: 'documentsNotGiven',
    label: 'Ответа не было',
    to: 'UNDERWRITING',
    by: 'SYSTEM',
    after: 'underwriting-documents',
  },
  {
    from: 'UNDERWRITING',
    ...counterOffer,
    by: ['Underwrite'],
    decides: by('UNDERWRITER', 'COUNTER'),
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
    guards: ['fraudDenied'],
    comment: 'required',
    look: 'primary',
  },
  {
    from: 'FRAUD_CHECK',
    action: 'fraudConfirmed',
    label: 'Подтверждено',
    to: 'REJECTED',
    by: ['InvestigateFraud'],
    guards: ['fraudProven'],
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
    ...counterOffer,
    by: ['ControlDecision'],
    decides: by('HEAD', 'COUNTER'),
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
    from: 'COMMITTEE',
    ...counterOffer,
    by: ['DecideInCommittee'],
    decides: by('COMMITTEE', 'COUNTER'),
  },
  {
    from: 'COUNTER_OFFER',
    action: 'acceptOffer',
    label: 'Клиент согласен',
    to: 'APPROVED',
    by: byAgent,
    guards: ['offerStands'],
    comment: 'optional',
    look: 'primary',
    // At the level whose signature made the offer.
    decides: { outcome: 'APPROVE', level: null },
  },
  {
    from: 'COUNTER_OFFER',
    action: 'otherTerms',
    label: 'Иные условия',
    to: 'UNDERWRITING',
    by: byAgent,
    comment: 'required',
  },
  { from: 'COUNTER_OFFER', ...refuse },
  { from: 'COUNTER_OFFER', ...reconsiderTerms },
  {
    from: 'COUNTER_OFFER',
    action: 'offerExpired',
    label: 'Ответа на предложение не было',
    to: 'CLIENT_REFUSED',
    by: 'SYSTEM',
    after: 'counter-offer',
    endsWithDecision: true,
  },
  { from: 'APPROVED', ...askReconsideration },
  { from: 'APPROVED', ...reconsiderTerms },
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
