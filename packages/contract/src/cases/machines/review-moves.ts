import { byAgent } from './closing-moves.ts'

/** States in which an application is prepared: those who sent it on do not check it. */
export const preparation = ['FILLING', 'REWORK'] as const

/** States in which those who bring the client answer the bank after they have handed an application in. */
export const answering = ['WAITING_DOCS', 'COUNTER_OFFER'] as const

/** States that applications with a questionnaire share: the check of the set, rework, the automatic checks. */
export const reviewStates = {
  DOCS_CHECK: {
    name: 'Проверка комплекта',
    phase: 'CHECK',
    deadline: 'documents-check',
    task: { title: 'Проверить комплект', operation: 'Check' },
    controls: preparation,
  },
  REWORK: {
    name: 'Доработка',
    phase: 'FILLING',
    pause: 'CLIENT',
    deadline: 'rework',
    task: { title: 'Устранить замечания', operation: 'Send' },
  },
} as const

/** Partners are told that the bank considers the application, not how. */
export const underwriting = { shownToPartners: 'UNDERWRITING' } as const

/** The state in which the system asks other systems; `phase` is where the rail shows it. */
export const autoChecksState = <const P extends string>(phase: P) =>
  ({
    name: 'Автопроверки и СПР',
    phase,
    pause: 'OUTSIDE',
    deadline: 'auto-checks',
    ...underwriting,
  }) as const

/** Back to those who brought it, with remarks. */
export const toRework = {
  action: 'returnForRework',
  label: 'Вернуть на доработку',
  to: 'REWORK',
  told: true,
} as const

/**
 * From the filled questionnaire to underwriting, the same for a mortgage and a loan. `send` is how the first sending is
 * called, `ofChecker` are conditions on who ends the check of the set.
 */
export const reviewMoves = <const G extends string = never>(send: string, ofChecker: readonly G[] = []) =>
  [
    {
      from: 'FILLING',
      action: 'submit',
      label: send,
      to: 'DOCS_CHECK',
      by: byAgent,
      guards: ['sections', 'papers', 'documents'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'DOCS_CHECK',
      ...toRework,
      by: ['Check'],
      guards: [...ofChecker, 'openRemarks'],
      comment: 'optional',
    },
    {
      from: 'REWORK',
      action: 'resubmit',
      label: 'Отправить повторно',
      to: 'DOCS_CHECK',
      by: byAgent,
      guards: ['sections', 'papers', 'documents', 'answeredRemarks'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'DOCS_CHECK',
      action: 'accept',
      label: 'Передать на андеррайтинг',
      to: 'AUTO_CHECKS',
      by: ['Check'],
      guards: [...ofChecker, 'documents', 'noOpenRemarks'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'AUTO_CHECKS',
      action: 'checksPassed',
      label: 'Все проверки получены',
      to: 'UNDERWRITING',
      by: 'SYSTEM',
    },
    {
      from: 'AUTO_CHECKS',
      action: 'checksFailed',
      label: 'Автопроверки не получены в срок',
      to: 'UNDERWRITING',
      by: 'SYSTEM',
      after: 'auto-checks-limit',
    },
    {
      from: 'AUTO_CHECKS',
      action: 'stopFactor',
      label: 'Стоп-фактор',
      to: 'REJECTED',
      by: 'SYSTEM',
      decides: { level: 'SYSTEM', outcome: 'REJECT' },
    },
    {
      from: 'AUTO_CHECKS',
      action: 'approveAutomatically',
      label: 'Одобрена автоматически',
      to: 'APPROVED',
      by: 'SYSTEM',
      decides: { level: 'SYSTEM', outcome: 'APPROVE' },
    },
  ] as const
