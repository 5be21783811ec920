/** `decision`: the action with which the page was opened. */
export const decisionSearch = ({ decision }: Record<string, unknown>): { decision?: string } =>
  typeof decision === 'string' ? { decision } : {}
