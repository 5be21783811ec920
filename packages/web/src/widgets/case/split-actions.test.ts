import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { expect, it } from 'vitest'
import { splitActions } from './split-actions.ts'

const action = (code: string, look: AllowedAction['look'], enabled = true, decides = look === 'danger') =>
  ({ code, look, enabled, decides }) as AllowedAction
const codes = (actions: readonly AllowedAction[]) => splitActions(actions).shown.map(({ code }) => code)

it('shows the way that leads on with an open one beside it', () => {
  const all = [
    action('a', 'plain', false),
    action('b', 'plain'),
    action('c', 'primary'),
    action('d', 'danger'),
  ]
  expect(codes(all)).toEqual(['b', 'c'])
  expect(splitActions(all).rest.map(({ code }) => code)).toEqual(['a', 'd'])
})

it('shows the open refusal beside a closed way where nothing else stands there', () => {
  expect(codes([action('no', 'primary', false), action('yes', 'danger')])).toEqual(['yes', 'no'])
  expect(codes([action('no', 'primary'), action('yes', 'danger')])).toEqual(['no'])
  expect(codes([action('no', 'primary', false), action('yes', 'danger', false)])).toEqual(['no'])
  // What the client gives up is no decision of the bank, and nobody is led to it.
  expect(codes([action('no', 'primary', false), action('refuse', 'danger', true, false)])).toEqual(['no'])
})
