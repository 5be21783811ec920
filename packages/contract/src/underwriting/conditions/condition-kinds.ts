/** Prior to what a condition is met, in the order of the deal: one of an earlier point holds the later ones too. */
export const conditionPoints = {
  BEFORE_DEAL: 'До сделки',
  BEFORE_PRINT: 'До печати КОД',
  AT_DEAL: 'На сделке',
  BEFORE_ISSUE: 'До выдачи',
  AFTER_ISSUE: 'После выдачи',
} as const
export type ConditionPoint = keyof typeof conditionPoints

/** Points whose conditions are to be met before a way past the point. */
export function pointsUpTo(point: ConditionPoint): ConditionPoint[] {
  const all = Object.keys(conditionPoints) as ConditionPoint[]
  return all.slice(0, all.indexOf(point) + 1)
}
