import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import type { CaseClock } from '@ipoteka-office/contract/cases/cases.ts'
import { describe, expect, it } from 'vitest'
import { clockChip, dueText, minutesText } from './case-words.ts'
import { splitActions } from './split-actions.ts'

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')
const now = new Date('2026-11-20T10:00:00Z')

it.each([
  [0, '0 мин'],
  [25, '25 мин'],
  [80, '1 ч 20 мин'],
  [1_440 * 3 + 245, '3 дн. 4 ч'],
])('%s minutes are «%s»', (minutes, text) => {
  expect(plain(minutesText(minutes))).toBe(text)
})

it.each([
  ['2026-11-20T13:00:00Z', 'сегодня 16:00'],
  ['2026-11-21T07:30:00Z', 'завтра 10:30'],
  ['2026-11-24T09:00:00Z', '24 нояб. 12:00'],
])('%s is «%s»', (at, text) => {
  expect(dueText(at, now)).toBe(text)
})

describe('the chip of the deadline', () => {
  const clock = (more: Partial<CaseClock>): CaseClock => ({
    state: 'RUNNING',
    dueAt: '2026-11-20T11:20:00Z',
    targetMinutes: 120,
    spentMinutes: 40,
    share: 0.33,
    segments: [],
    ...more,
  })
  it.each([
    [{}, 'green', 'осталось 1 ч 20 мин'],
    [{ share: 0.8 }, 'amber', 'осталось 1 ч 20 мин'],
    [{ dueAt: '2026-11-20T09:00:00Z', share: 1.2 }, 'red', 'просрочено на 1 ч'],
    [{ dueAt: '2026-11-24T09:00:00Z' }, 'green', 'до: 24 нояб. 12:00'],
    [{ state: 'PAUSED' }, 'blue', 'срок на паузе'],
  ] as const)('%j', (more, tone, text) => {
    const chip = clockChip(clock(more), now)
    expect([chip?.tone, plain(chip?.text)]).toEqual([tone, text])
  })

  it('is not there without a clock', () => {
    expect(clockChip(clock({ state: 'NONE' }), now)).toBeNull()
  })
})

it('shows one action that leads on and one beside it; what harms stays in the menu', () => {
  const action = (code: string, look: AllowedAction['look'], enabled = true): AllowedAction => ({
    code,
    label: code,
    enabled,
    reasonDisabled: enabled ? null : 'нельзя',
    look,
    comment: 'none',
    reasons: null,
    toStage: '',
    decides: false,
  })
  const actions = [
    action('off', 'plain', false),
    action('refuse', 'danger'),
    action('send', 'primary'),
    action('back', 'plain'),
  ]
  const { shown, rest } = splitActions(actions)
  expect(shown.map(({ code }) => code)).toEqual(['back', 'send'])
  expect(rest.map(({ code }) => code)).toEqual(['off', 'refuse'])
})
