import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'

/** The buttons of the head: one that leads on, one beside it, the others in «Ещё». */
export function splitActions(actions: readonly AllowedAction[]): {
  shown: AllowedAction[]
  rest: AllowedAction[]
} {
  const primary = actions.find(({ look }) => look === 'primary')
  const beside = actions.filter((action) => action !== primary && action.look === 'plain')
  const second = beside.find(({ enabled }) => enabled) ?? beside[0]
  const shown = [second, primary].filter((action) => action !== undefined)
  return { shown, rest: actions.filter((action) => !shown.includes(action)) }
}
