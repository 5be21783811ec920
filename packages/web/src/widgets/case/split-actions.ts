import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'

/**
 * The buttons of the head: one that leads on, one beside it, the others in «Ещё». Where nothing stands beside a way that is
 * closed, the decision to refuse that is open does: a proven fraud does not look for its way out in a menu.
 */
export function splitActions(actions: readonly AllowedAction[]): {
  shown: AllowedAction[]
  rest: AllowedAction[]
} {
  const primary = actions.find(({ look }) => look === 'primary')
  const beside = actions.filter((action) => action !== primary && action.look === 'plain')
  const second =
    beside.find(({ enabled }) => enabled) ??
    beside[0] ??
    (primary?.enabled === false
      ? actions.find(({ look, enabled, decides }) => look === 'danger' && enabled && decides)
      : undefined)
  const shown = [second, primary].filter((action) => action !== undefined)
  return { shown, rest: actions.filter((action) => !shown.includes(action)) }
}
