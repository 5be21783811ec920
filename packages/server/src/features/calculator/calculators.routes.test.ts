import * as api from '@ipoteka-office/contract/calculator/calculators.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const terms = { amount: '6480000', rate: '17.35', months: 243, issueDate: '2026-11-20' }

describe('the calculators', () => {
  it('answer a schedule with ПСК, inputs and version of the method', async () => {
    const { status, body } = await bank.call(api.calculateLoan, { body: terms })
    expect(status).toBe(200)
    expect(body.schedule).toHaveLength(243)
    expect(body.terms).toMatchObject(terms)
    expect(body.methodVersion).not.toBe('')
    expect(body.schedule.at(-1)?.balance).toBe('0.00')
    const repaid = body.schedule.reduce((sum, row) => sum + BigInt(row.principal.replace('.', '')), 0n)
    expect(repaid).toBe(648_000_000n)
    expect(Number(body.fullLoanCost.percent)).toBeCloseTo(17.35, 1)
    expect(body.steps.map((step) => step.title)).toContain('Равный платёж')
  })

  it('count fees that the loan depends on into ПСК, and leave others out', async () => {
    const fee = { kind: 'INSURANCE' as const, amount: '64800' }
    const without = await bank.call(api.calculateLoan, { body: terms })
    const counted = await bank.call(api.calculateLoan, { body: { ...terms, fees: [fee] } })
    const left = await bank.call(api.calculateLoan, {
      body: { ...terms, fees: [{ ...fee, inFullLoanCost: false }] },
    })
    expect(Number(counted.body.fullLoanCost.percent)).toBeGreaterThan(
      Number(without.body.fullLoanCost.percent),
    )
    expect(left.body.fullLoanCost.percent).toBe(without.body.fullLoanCost.percent)
    expect(left.body.totalFees).toBe('64800.00')
  })

  it('move a payment by the official calendar', async () => {
    // 4 November 2026 is a holiday on a Wednesday.
    const { body } = await bank.call(api.calculateLoan, {
      body: { ...terms, issueDate: '2026-10-04', paymentDay: 4 },
    })
    expect(body.schedule[0]).toMatchObject({ date: '2026-11-04', dueDate: '2026-11-05' })
  })

  it('give ПСК of ready flows, none when there is no loan in them', async () => {
    const flows = [
      { date: '2025-02-01', amount: '-30000' },
      { date: '2025-03-03', amount: '37200' },
    ]
    const good = await bank.call(api.calculateFullLoanCost, { body: { issueDate: '2025-02-01', flows } })
    expect(good.body).toMatchObject({
      percent: '292.000',
      money: '7200.00',
      basePeriod: { unit: 'DAY', count: 30 },
    })
    const none = await bank.call(api.calculateFullLoanCost, {
      body: { issueDate: '2025-02-01', flows: flows.map((f) => ({ ...f, amount: '100' })) },
    })
    expect(none.body.percent).toBeNull()
  })

  it('give the term of a payment, or say that it does not cover the interest', async () => {
    const good = await bank.call(api.evaluateTerm, {
      body: { amount: '1000000', rate: '12', payment: '88848.79' },
    })
    expect(good.body).toMatchObject({ months: 12, message: null })
    const bad = await bank.call(api.evaluateTerm, {
      body: { amount: '1000000', rate: '12', payment: '10000' },
    })
    expect(bad.body.months).toBeNull()
    expect(bad.body.message).toMatch(/не покрывает проценты/)
  })

  it('give the term and the payment that the schedule itself has', async () => {
    const loan = { amount: '5000000', rate: '20', months: 360, issueDate: '2026-07-15' }
    const { body: computed } = await bank.call(api.calculateLoan, { body: loan })
    expect([computed.firstPayment, computed.monthsPaid]).toEqual(['83572.45', 360])
    const { amount, rate, months, issueDate } = loan
    const term = await bank.call(api.evaluateTerm, {
      body: { amount, rate, payment: computed.firstPayment, schedule: { issueDate } },
    })
    expect(term.body).toMatchObject({ months, payment: computed.firstPayment })
    const borrower = await bank.call(api.evaluateCreditor, { body: { amount, rate, months, issueDate } })
    expect(borrower.body.monthlyPayment).toBe(computed.firstPayment)
    // Without a date months are equal.
    const undated = await bank.call(api.evaluateCreditor, { body: { amount, rate, months } })
    expect(undated.body.monthlyPayment).toBe('83550.93')
  })

  it('give the limits of a borrower and which of them decides', async () => {
    const { body } = await bank.call(api.evaluateCreditor, {
      body: {
        rate: '12',
        months: 240,
        income: '150000',
        obligations: [{ kind: 'PAYMENT', payment: '20000' }],
        price: '6000000',
        downPayment: '1200000',
      },
    })
    expect(body.maximumAmount).toBe('4800000')
    expect(body.limits.find((limit) => limit.code === 'INCOME')?.amount).toBe('4995067')
    expect(body.limits.filter((limit) => limit.decisive).map((limit) => limit.code)).toEqual([
      'LOAN_TO_VALUE',
      'DOWN_PAYMENT',
    ])
    expect(body.loanToValue).toBe('80.00')
  })

  it('add without losing a kopeck and say the sum in words', async () => {
    const { body } = await bank.call(api.addSums, { query: { values: '0.10,0.20,1234.26' } })
    expect(body).toEqual({ sum: '1234.56', words: 'Одна тысяча двести тридцать четыре рубля 56 копеек' })
  })

  it.each([
    [{ ...terms, amount: '0' }, 'amount'],
    [{ ...terms, amount: '-5' }, 'amount'],
    [{ ...terms, amount: '1e9' }, 'amount'],
    [{ ...terms, rate: '17,35' }, 'rate'],
    [{ ...terms, months: 601 }, 'months'],
    [{ ...terms, issueDate: '2026-02-30' }, 'issueDate'],
    [{ ...terms, interestOnlyMonths: 100, months: 12 }, 'interestOnlyMonths'],
    [{ ...terms, earlyRepayments: [{ date: '2026-11-20', amount: '1' }] }, 'earlyRepayments.0.date'],
  ])('refuse %j at its field', async (body, path) => {
    const { status, error } = await bank.call(api.calculateLoan, { body })
    expect(status).toBe(400)
    expect(error.fields?.map((field) => field.path)).toContain(path)
  })

  it('write the schedule as a sheet and as a document', async () => {
    for (const [format, start] of [
      ['csv', '\uFEFF№;Дата'],
      ['pdf', '%PDF-'],
      ['xlsx', 'PK'],
    ] as const) {
      const answer = await bank.call(api.exportLoanCalculation, { body: { terms, format } })
      expect(answer.status).toBe(200)
      expect(answer.raw.rawPayload.toString('utf8').slice(0, start.length)).toBe(start)
    }
  })

  it('write the same payments, interest and count into the sheet as they answer', async () => {
    const loan = { amount: '5000000', rate: '20', months: 360, issueDate: '2026-07-15' }
    const { body } = await bank.call(api.calculateLoan, { body: loan })
    const sheet = await bank.call(api.exportLoanCalculation, { body: { terms: loan, format: 'csv' } })
    const [head = '', ...lines] = sheet.raw.rawPayload.toString('utf8').trim().split(/\r?\n/)
    const headings = head.replace('\uFEFF', '').split(';')
    const column = (name: string) => {
      const at = headings.indexOf(name)
      return lines.map((text) => Number((text.split(';')[at] ?? '').replace(',', '.')))
    }
    expect(column('Платёж, ₽')).toEqual(body.schedule.map(({ payment }) => Number(payment)))
    expect(column('Проценты, ₽')).toEqual(body.schedule.map(({ interest }) => Number(interest)))
    expect(column('Перенесено процентов, ₽')).toEqual(body.schedule.map(({ carried }) => Number(carried)))
    expect(lines).toHaveLength(body.monthsPaid)
  })

  it('need the right to the calculator', async () => {
    const { status } = await bank.call(api.calculateLoan, { body: terms }, { as: 'support' })
    expect(status).toBe(403)
  })

  it('need a sign-in', async () => {
    const { status } = await bank.call(api.calculateLoan, { body: terms }, { as: null })
    expect(status).toBe(401)
  })
})
