/** What a decision says. */
export const decisionOutcomes = {
  APPROVE: 'Одобрить',
  REJECT: 'Отказать',
  ESCALATE: 'Передать выше',
  REVOKE: 'Отозвать решение',
  COUNTER: 'Встречное предложение',
  SUSPEND: 'Пересмотр условий',
} as const
export type DecisionOutcome = keyof typeof decisionOutcomes

/** By whom it is taken. */
export const decisionLevels = {
  SYSTEM: 'Система',
  UNDERWRITER: 'Андеррайтер',
  SECURITY: 'Служба безопасности',
  HEAD: 'Руководитель',
  COMMITTEE: 'Кредитный комитет',
  SENDER: 'Ведущий заявку',
  OUTSIDE: 'Внешняя система',
} as const
export type DecisionLevel = keyof typeof decisionLevels

/**
 * Conditions that are met where the way begins, on the page of the decision or in the window of the request: a way that lacks
 * nothing else leads there all the same, and what is to be done first is said there.
 */
export const metWhereDecided: ReadonlySet<string> = new Set(['subjectsDecided', 'documentsAsked'])

/** The decision that a way of a machine carries out: the way is closed without its record. */
export interface Deciding {
  readonly outcome: DecisionOutcome
  /** Null: it follows from who moves the case, or from the decision that is carried out. */
  readonly level: DecisionLevel | null
}
