import { describe, expect, it } from 'vitest'
import { isStaleToggle, isToggleOn, shareOf, type ToggleState } from './feature-toggles.ts'

const today = '2026-11-20'
const toggle = (more: Partial<ToggleState> = {}): ToggleState => ({
  key: 'some.feature',
  enabled: false,
  killed: false,
  rules: [],
  expiresOn: null,
  ...more,
})
const person = { employeeId: 7, roleCodes: ['UNDERWRITER'], partnerIds: [2, 3] }

describe('a toggle', () => {
  it.each<[string, Partial<ToggleState>, boolean]>([
    ['answers its default without rules', { enabled: true }, true],
    ['is on for a role', { rules: [{ kind: 'role', value: 'UNDERWRITER', enabled: true }] }, true],
    ['is not for another role', { rules: [{ kind: 'role', value: 'ADMINISTRATOR', enabled: true }] }, false],
    [
      'is on for a partner and what is under it',
      { rules: [{ kind: 'partner', value: 2, enabled: true }] },
      true,
    ],
    ['is not for another partner', { rules: [{ kind: 'partner', value: 4, enabled: true }] }, false],
    [
      'obeys the first rule that fits',
      {
        rules: [
          { kind: 'partner', value: 3, enabled: false },
          { kind: 'role', value: 'UNDERWRITER', enabled: true },
        ],
        enabled: true,
      },
      false,
    ],
    ['is on for all hundred percent', { rules: [{ kind: 'percentage', value: 100, enabled: true }] }, true],
    ['is on for none of zero percent', { rules: [{ kind: 'percentage', value: 0, enabled: true }] }, false],
    [
      'killed, is off for everybody',
      { killed: true, enabled: true, rules: [{ kind: 'role', value: 'UNDERWRITER', enabled: true }] },
      false,
    ],
    [
      'acts on its last day',
      { expiresOn: today, rules: [{ kind: 'role', value: 'UNDERWRITER', enabled: true }] },
      true,
    ],
    [
      'expired, answers its default',
      { expiresOn: '2026-11-19', rules: [{ kind: 'role', value: 'UNDERWRITER', enabled: true }] },
      false,
    ],
  ])('%s', (_name, more, expected) => {
    expect(isToggleOn(toggle(more), person, today)).toBe(expected)
  })

  it('is stale from the day after its last', () => {
    expect(
      [null, '2026-11-20', '2026-11-19'].map((expiresOn) => isStaleToggle({ expiresOn }, today)),
    ).toEqual([false, false, true])
  })
})

describe('a percentage', () => {
  const people = Array.from({ length: 20_000 }, (_, index) => index + 1)
  const inside = (key: string, percent: number) => people.filter((id) => shareOf(key, id) < percent)

  it.each([1, 10, 50, 90])('of %i takes about as many people', (percent) => {
    const share = inside('roles.fourEyes', percent).length / 200
    expect(Math.abs(share - percent)).toBeLessThan(1)
  })

  it('keeps who is in when it grows', () => {
    const wider = new Set(inside('a.b', 20))
    expect(inside('a.b', 10).every((id) => wider.has(id))).toBe(true)
  })

  it('takes different people for different toggles', () => {
    const first = new Set(inside('first.toggle', 10))
    const both = inside('second.toggle', 10).filter((id) => first.has(id)).length
    expect(both / 20).toBeGreaterThan(5)
    expect(both / 20).toBeLessThan(15)
  })
})
