import { machine } from '#machines/machine.ts'

const byManager = ['Send'] as const
const refuse = {
  action: 'refuseByClient',
  label: 'Отказ клиента',
  to: 'CLIENT_REFUSED',
  by: byManager,
  reasons: 'clientRefusalReason',
  comment: 'optional',
  look: 'danger',
} as const

/** A short application: from a draft to the decision engine's first answer and a full application. */
export const shortApplicationMachine = machine({
  title: 'Краткая заявка',
  initial: 'DRAFT',
  phases: { DRAFT: 'Заполнение', WORK: 'В работе', SCORING: 'Предрешение', RESULT: 'Итог' },
  states: {
    DRAFT: {
      name: 'Черновик',
      phase: 'DRAFT',
      task: { title: 'Заполнить и отправить заявку', operation: 'Send' },
    },
    NEW: {
      name: 'Новая',
      phase: 'WORK',
      deadline: 'short-application-taking',
      task: { title: 'Взять заявку в работу', operation: 'Send' },
    },
    IN_WORK: {
      name: 'В работе',
      phase: 'WORK',
      deadline: 'short-application-work',
      task: { title: 'Подготовить к предрешению', operation: 'Send' },
    },
    WAITING_CLIENT: {
      name: 'Ожидание клиента',
      phase: 'WORK',
      pause: 'CLIENT',
      deadline: 'short-application-client',
      task: { title: 'Получить данные клиента', operation: 'Send' },
    },
    PRE_SCORING: {
      name: 'Предварительный скоринг',
      phase: 'SCORING',
      pause: 'OUTSIDE',
      deadline: 'short-application-scoring',
    },
    PRE_APPROVED: {
      name: 'Предварительно одобрена',
      phase: 'SCORING',
      deadline: 'short-application-approved',
      task: { title: 'Создать полную заявку', operation: 'Send' },
    },
    CONVERTED: { name: 'Создана полная заявка', phase: 'RESULT', final: true },
    REJECTED: { name: 'Отказ', phase: 'RESULT', releases: true },
    CLIENT_REFUSED: { name: 'Отказ клиента', phase: 'RESULT', releases: true },
    DISQUALIFIED: { name: 'Дисквалифицирована', phase: 'RESULT', releases: true },
    ARCHIVE: { name: 'Архив', phase: 'RESULT', final: true, releases: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'submit',
      label: 'Отправить',
      to: 'NEW',
      by: byManager,
      guards: ['filled', 'consents'],
      look: 'primary',
    },
    {
      from: 'NEW',
      action: 'takeToWork',
      label: 'Взять в работу',
      to: 'IN_WORK',
      by: byManager,
      look: 'primary',
    },
    {
      from: 'NEW',
      action: 'assignAutomatically',
      label: 'Распределена автоматически',
      to: 'IN_WORK',
      by: 'SYSTEM',
    },
    {
      from: 'IN_WORK',
      action: 'startScoring',
      label: 'Отправить на предрешение',
      to: 'PRE_SCORING',
      by: byManager,
      guards: ['filled', 'consents', 'bureauConsent'],
      look: 'primary',
    },
    {
      from: 'IN_WORK',
      action: 'askClient',
      label: 'Запросить данные у клиента',
      to: 'WAITING_CLIENT',
      by: byManager,
      comment: 'required',
    },
    {
      from: 'WAITING_CLIENT',
      action: 'clientAnswered',
      label: 'Данные получены',
      to: 'IN_WORK',
      by: byManager,
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'WAITING_CLIENT',
      action: 'clientIsSilent',
      label: 'Срок ожидания истёк',
      to: 'ARCHIVE',
      by: 'SYSTEM',
      after: 'short-application-client',
    },
    {
      from: 'PRE_SCORING',
      action: 'preApprove',
      label: 'Предварительно одобрено',
      to: 'PRE_APPROVED',
      by: 'SYSTEM',
      told: true,
    },
    {
      from: 'PRE_SCORING',
      action: 'preReject',
      label: 'Отказано при предрешении',
      to: 'REJECTED',
      by: 'SYSTEM',
    },
    {
      from: 'PRE_SCORING',
      action: 'scoringFailed',
      label: 'Предрешение не получено',
      to: 'IN_WORK',
      by: 'SYSTEM',
      told: true,
      comment: 'optional',
      // Nobody waits for ever for an engine that does not answer.
      after: 'short-application-scoring-limit',
    },
    {
      from: 'PRE_APPROVED',
      action: 'convert',
      label: 'Создать полную заявку',
      to: 'CONVERTED',
      by: byManager,
      guards: ['passport'],
      look: 'primary',
    },
    { from: 'NEW', ...refuse },
    { from: 'IN_WORK', ...refuse },
    { from: 'PRE_APPROVED', ...refuse },
    { from: 'WAITING_CLIENT', ...refuse },
    ...(['DRAFT', 'NEW', 'IN_WORK', 'WAITING_CLIENT'] as const).map(
      (from) =>
        ({
          from,
          action: 'disqualify',
          label: 'Дисквалифицировать',
          to: 'DISQUALIFIED',
          by: byManager,
          reasons: 'leadDisqualificationReason',
          comment: 'optional',
          look: 'danger',
        }) as const,
    ),
    ...(['REJECTED', 'CLIENT_REFUSED', 'DISQUALIFIED'] as const).flatMap(
      (from) =>
        [
          { from, action: 'archive', label: 'В архив', to: 'ARCHIVE', by: byManager },
          {
            from,
            action: 'archiveByTerm',
            label: 'Убрана в архив по сроку',
            to: 'ARCHIVE',
            by: 'SYSTEM',
            after: 'short-application-archive',
          },
        ] as const,
    ),
  ],
})
export type ShortApplicationStage = keyof typeof shortApplicationMachine.states
