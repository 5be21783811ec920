import { describe, expect, it } from 'vitest'
import { deliveredFigures } from '../parameters/delivered.ts'
import { type CoolingOffFacts, coolingOffOf as periodOf, releaseMoment } from './cooling-off.ts'

const coolingOffOf = (given: CoolingOffFacts, day = '2026-11-20') => periodOf(given, deliveredFigures(day))

const facts: CoolingOffFacts = {
  amount: '300000',
  receiver: 'CLIENT',
  securedByMortgage: false,
  refinancedBalances: [],
  hasCoBorrowerOrGuarantor: false,
}

describe('the cooling-off period', () => {
  it.each([
    ['1', 0],
    ['49999.99', 0],
    ['50000', 4],
    ['50000.00', 4],
    ['199999.99', 4],
    ['200000', 4],
    ['200000.01', 48],
    ['5000000', 48],
  ])('for %s roubles is %i hours', (amount, hours) => {
    expect(coolingOffOf({ ...facts, amount })).toMatchObject({ hours, exemption: null })
  })

  it.each([
    [{ securedByMortgage: true }, 'MORTGAGE'],
    [{ receiver: 'EDUCATION' }, 'EDUCATION'],
    [{ receiver: 'CAR_DEALER' }, 'CAR_DEALER'],
    [{ receiver: 'SELLER' }, 'IN_PERSON_PURCHASE'],
    [{ hasCoBorrowerOrGuarantor: true }, 'CO_BORROWER'],
    [{ receiver: 'CREDITORS', refinancedBalances: ['200000', '100000.00'] }, 'REFINANCING'],
  ] as const)('is none when %j', (change, exemption) => {
    expect(coolingOffOf({ ...facts, ...change })).toMatchObject({ hours: 0, exemption })
  })

  it.each([
    ['the debt grows by a kopeck', { receiver: 'CREDITORS', refinancedBalances: ['299999.99'] }],
    ['the money goes to the client', { receiver: 'CLIENT', refinancedBalances: ['300000'] }],
    ['nothing is paid off', { receiver: 'CREDITORS', refinancedBalances: [] }],
  ] as const)('stays for a refinancing when %s', (_, change) => {
    expect(coolingOffOf({ ...facts, ...change }).hours).toBe(48)
  })

  it('is as the law stands on the day of signing', () => {
    expect(coolingOffOf(facts, '2025-08-31')).toMatchObject({ hours: 0, exemption: null })
    expect(coolingOffOf(facts, '2025-09-01')).toMatchObject({ hours: 48, exemption: null })
  })

  it.each([
    ['49999.99', 'Сумма меньше 50 000 ₽: периода охлаждения нет'],
    ['50000', 'Сумма от 50 000 ₽ до 200 000 ₽: 4 часа'],
    ['200000.01', 'Сумма больше 200 000 ₽: 48 часов'],
  ])('says why for %s', (amount, reason) => {
    expect(coolingOffOf({ ...facts, amount }).reason.replaceAll('\u00a0', ' ')).toBe(reason)
  })

  it('ends at an exact moment, whatever the day', () => {
    // Friday night: neither the night nor the week-end is left out.
    const signed = new Date('2026-11-20T20:17:31.250Z')
    expect(releaseMoment(signed, 4).toISOString()).toBe('2026-11-21T00:17:31.250Z')
    expect(releaseMoment(signed, 48).toISOString()).toBe('2026-11-22T20:17:31.250Z')
    expect(releaseMoment(signed, 0)).toEqual(signed)
  })
})
