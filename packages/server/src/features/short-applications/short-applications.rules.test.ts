import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import type { ConsentKind } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { describe, expect, it } from 'vitest'
import { computeLoan, usualLoan } from '#features/calculator/loan.rules.ts'
import { decideBy } from '#integrations/decision-engine/stand-in-decision.ts'
import { type CalculationWish, calculateWish } from './calculation.rules.ts'
import {
  changedLocked,
  endOfConsent,
  gapOfConsents,
  gapOfConversion,
  gapOfSending,
  isInForce,
  locksOf,
} from './short-applications.rules.ts'

const filled = {
  programmeCode: '105',
  amount: '4500000',
  months: 240,
  regionCode: '66',
  phone: '79120001122',
  birthDate: '1988-03-14',
  passport: '6509123456',
  passportIssuedOn: '2009-05-20',
  passportUnitCode: '660-012',
  passportIssuer: 'УФМС',
}

describe('what an application still lacks', () => {
  it('is said all at once, before it is sent and before a full one is made of it', () => {
    expect([gapOfSending(filled), gapOfConversion(filled)]).toEqual([null, null])
    expect(gapOfSending({ ...filled, phone: null, amount: null })).toBe('Укажите телефон, сумму')
    expect(gapOfConversion({ ...filled, passportIssuer: '' })).toBe('Укажите кем выдан паспорт')
  })

  it('are consents of the client and of everybody who borrows with them', () => {
    const own = { kind: 'CREDIT_BUREAU', coBorrowerKey: null, inForce: true } as const
    const other = { key: 'k', lastName: 'Петров', firstName: 'Олег' }
    expect(gapOfConsents(['CREDIT_BUREAU'], [own], [])).toBeNull()
    expect(gapOfConsents(['CREDIT_BUREAU'], [own], [other])).toMatch(/: Петров Олег$/)
    expect(gapOfConsents(['CREDIT_BUREAU'], [{ ...own, inForce: false }], [])).toMatch(/: клиента$/)
  })
})

describe('a consent', () => {
  const end = (kind: ConsentKind, validTo: string | null) =>
    endOfConsent({ kind, signedOn: '2026-11-22', validTo }, deliveredFigures('2026-11-22'))
  it('is good for its term and until it is revoked', () => {
    expect(end('CREDIT_BUREAU', null)).toBe('2027-05-21')
    expect(end('CREDIT_BUREAU', '2026-12-01')).toBe('2026-12-01')
    expect(end('PERSONAL_DATA', null)).toBeNull()
    const consent = { signedOn: '2026-11-01', validTo: '2026-11-22', revokedOn: null }
    expect(isInForce(consent, '2026-11-22')).toBe(true)
    expect(isInForce(consent, '2026-11-23')).toBe(false)
    expect(isInForce(consent, '2026-10-31')).toBe(false)
    expect(isInForce({ ...consent, revokedOn: '2026-11-22' }, '2026-11-22')).toBe(false)
  })
})

describe('what may be changed', () => {
  it('is everything before the decision, what was not decided on after it, nothing at the end', () => {
    expect(locksOf('IN_WORK')).toBeNull()
    expect(locksOf('CONVERTED')?.fields).toEqual(['*'])
    const locked = locksOf('PRE_APPROVED')
    const before = { amount: '100', passport: null, coBorrowers: [{ key: 'a' }] }
    expect(changedLocked(locked, before, { ...before, passport: '6509123456' })).toEqual([])
    expect(changedLocked(locked, before, { ...before, amount: '200', coBorrowers: [] })).toEqual([
      'amount',
      'coBorrowers',
    ])
  })
})

const wish: CalculationWish = {
  find: 'PAYMENT',
  objectPrice: '6000000',
  downPayment: '1500000',
  amount: '4500000',
  months: 240,
  payment: null,
  rate: '6',
  income: '100000',
  obligations: '7760.60',
}

const isWorking = () => true
const day = { today: '2026-11-23', isWorking }

describe('the live calculation', () => {
  it('finds the payment and what follows from it, exactly', () => {
    expect(calculateWish(wish, day)).toMatchObject({
      payment: '32236.51',
      loanToValue: '75.00',
      debtLoad: '40.00',
      downPaymentShare: '25.00',
      message: null,
    })
  })
  it('finds the amount and the term by a payment, as the schedule of the loan has them', () => {
    const payment = '32236.51'
    const found = calculateWish({ ...wish, find: 'AMOUNT', amount: null, payment }, day)
    expect(Number(found.amount)).toBeCloseTo(4_500_000, -1)
    expect(calculateWish({ ...wish, amount: found.amount }, day).payment).toBe(payment)
    expect(calculateWish({ ...wish, find: 'TERM', months: null, payment }, day).months).toBe(240)
  })
  it('has the interest of the schedule', () => {
    const loan = computeLoan(usualLoan({ amount: '4500000', rate: '6', months: 240 }, day.today), isWorking)
    expect(calculateWish(wish, day).totalInterest).toBe(loan.totalInterest)
  })
  it('says why there is no answer, and is silent while it is not asked yet', () => {
    const never = calculateWish({ ...wish, find: 'TERM', payment: '20000' }, day)
    expect([never.months, never.message]).toEqual([
      null,
      'Платёж не покрывает проценты: увеличьте платёж или уменьшите сумму',
    ])
    expect(calculateWish({ ...wish, amount: null }, day).payment).toBeNull()
    expect(calculateWish({ ...wish, income: null }, day).debtLoad).toBeNull()
  })
})

describe('the stand-in of the decision engine', () => {
  const request = {
    requestId: 'r',
    programme: '105',
    product: {
      ...{ code: 'FAMILY', name: 'Семейная ипотека', version: 2, rate: '6' },
      limits: {
        ...{ minAge: 21, maxAgeAtEnd: 75, maxDebtLoad: null },
        ...{ minDownPayment: '20.1', maxLoanToValue: '80' },
      },
    },
    goal: null,
    region: null,
    amount: '4500000',
    months: 240,
    rate: null,
    objectPrice: '6000000',
    downPayment: '1500000',
    debtLoad: null,
    borrower: { passport: '6509718203', birthDate: '1988-03-14', income: '250000', obligations: null },
    coBorrowers: [],
    today: '2026-11-22',
  }
  it('approves by the rate of the product, the same request always alike', () => {
    const answer = decideBy(request)
    expect(answer).toMatchObject({ approved: true, rate: '6', debtLoad: '12.90', notes: [] })
    expect(decideBy(request)).toEqual(answer)
  })
  it.each([
    ['Заёмщику нет 21\u00A0года', { borrower: { ...request.borrower, birthDate: '2010-01-01' } }],
    ['Первоначальный взнос меньше 20,1 %', { objectPrice: '4600000' }],
    ['Показатель долговой нагрузки 129 % выше 80 %', { borrower: { ...request.borrower, income: '25000' } }],
    ['Совпадение в базе мошеннических заявок', { borrower: { ...request.borrower, passport: '6509710666' } }],
  ])('refuses: %s', (note, change) => {
    const answer = decideBy({ ...request, ...change })
    expect([answer.approved, answer.notes.includes(note), answer.maxAmount]).toEqual([false, true, null])
  })
  it('knows no rate and no bound of its own where nothing is sold of the programme', () => {
    const answer = decideBy({ ...request, product: null, objectPrice: '4600000' })
    expect(answer).toMatchObject({ approved: true, rate: null, debtLoad: null, maxAmount: '4500000.00' })
  })
})
