import { describe, expect, it } from 'vitest'
import { partyState, withState } from './party-states.ts'

describe('a code of the state registers', () => {
  it.each([
    ['101', 'LEGAL', 'LIQUIDATING', 'Находится в стадии ликвидации'],
    ['101', 'INDIVIDUAL', 'LIQUIDATED', 'Отсутствует в связи со смертью'],
    ['111', 'LEGAL', 'ACTIVE', 'Находится в процессе уменьшения уставного капитала'],
    ['117', 'LEGAL', 'BANKRUPT', /конкурсное производство/],
    ['121', 'LEGAL', 'ACTIVE', /преобразования/],
    ['124', 'LEGAL', 'REORGANIZING', /присоединения к другому/],
    ['203', 'INDIVIDUAL', 'LIQUIDATED', /признании банкротом/],
    ['415', 'LEGAL', 'LIQUIDATED', /недостоверности/],
    ['802', 'INDIVIDUAL', 'LIQUIDATED', /ошибочной/],
  ] as const)('%s of %s is %s', (code, type, status, text) => {
    const known = partyState(code, type)
    expect(known?.status).toBe(status)
    expect(known?.text).toMatch(text)
  })
  it.each([
    ['113', 'INDIVIDUAL'],
    ['999', 'LEGAL'],
    [null, 'LEGAL'],
    [undefined, undefined],
  ] as const)('%s of %s says nothing', (code, type) => {
    expect(partyState(code, type)).toBeNull()
  })
  it('leads over the status beside it', () => {
    const party = (state: { status: string; code: string | null }) => ({
      value: 'ООО «Заря»',
      unrestricted_value: 'ООО «Заря»',
      data: { inn: '7707083893', type: 'LEGAL' as const, name: {}, state },
    })
    expect(withState(party({ status: 'ACTIVE', code: '117' })).data.state).toMatchObject({
      status: 'BANKRUPT',
      text: expect.stringContaining('конкурсное производство'),
    })
    expect(withState(party({ status: 'LIQUIDATED', code: null })).data.state).toEqual({
      status: 'LIQUIDATED',
      code: null,
    })
  })
})
