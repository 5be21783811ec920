/** Prior to what a condition is met, in the order of the deal: one of an earlier point holds the later ones too. */
export const conditionPoints = {
  BEFORE_DEAL: 'До сделки',
  BEFORE_PRINT: 'До печати КОД',
  AT_DEAL: 'На сделке',
  BEFORE_ISSUE: 'До выдачи',
  AFTER_ISSUE: 'После выдачи',
} as const
export type ConditionPoint = keyof typeof conditionPoints

/** Who is to meet a condition: the operation on the case that it takes. */
export const conditionOwners = {
  PARTNER: 'Менеджер партнёра',
  CLIENT: 'Клиент',
  UNDERWRITER: 'Андеррайтер',
  LAWYER: 'Юрист',
} as const
export type ConditionOwner = keyof typeof conditionOwners

/** Points whose conditions are to be met before a way past the point. */
export function pointsUpTo(point: ConditionPoint): ConditionPoint[] {
  const all = Object.keys(conditionPoints) as ConditionPoint[]
  return all.slice(0, all.indexOf(point) + 1)
}
