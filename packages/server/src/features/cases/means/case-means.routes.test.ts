import { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { addParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import { creditorQuestion } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeLoan, usualLoan } from '#features/calculator/loan.rules.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { caseSources } from '#features/document-rules/completeness/case-sources.service.ts'
import { ownVerdict } from '#features/full-applications/auto-checks.rules.ts'
import { calculateWish } from '#features/short-applications/calculation.rules.ts'
import { startOf } from '#features/short-applications/conversion.service.ts'
import { findActor } from '#http/session/session.ts'
import { bankDay } from '#lib/bank-time.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { meansOf } from './case-means.rules.ts'
import { meansOfCase } from './case-means.service.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-23T09:00:00Z') }
const agent = { as: 'agent' } as const

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())

/** A case with a card, an overdue loan, a loan that the deal repays, a co-borrower and two objects. */
async function richCase(): Promise<string> {
  const { id, borrower } = await openApplication(bank)
  const save = async (section: 'CREDIT' | 'INCOME' | 'OBLIGATIONS', data: object, participantId?: number) => {
    const options = participantId === undefined ? agent : { ...agent, participantId }
    const saved = await saveSection(bank, id, section, { ...data }, options)
    expect(saved.status, saved.raw.body).toBe(200)
  }
  const body = { role: 'CO_BORROWER', lastName: 'Сомов', firstName: 'Пётр' } as const
  const added = await bank.call(addParticipant, { params: { id }, body }, agent)
  await save('CREDIT', wholeSections.CREDIT ?? {})
  await save('INCOME', wholeSections.INCOME ?? {}, borrower)
  const income = { key: 'b', type: 'SALARY_MAIN', verification: 'NDFL2', declared: '60000' }
  await save('INCOME', { incomes: [income] }, added.body.id)
  const one = { creditor: 'Банк', limit: '100000', payment: '1' }
  const obligations = [
    { ...one, key: 'a', type: 'CREDIT_CARD', balance: '20000', overdue: '150.50' },
    { ...one, key: 'b', type: 'CASH', balance: '500000', rate: '20', monthsLeft: 36, overdue: '1000' },
    { ...one, key: 'c', type: 'AUTO', balance: '900000', payment: '30000', repaidByDeal: true },
  ]
  await save('OBLIGATIONS', { obligations }, borrower)
  await save(
    'OBLIGATIONS',
    { obligations: [{ ...one, key: 'd', type: 'OTHER', balance: '1', payment: '5000' }] },
    added.body.id,
  )
  await sql`INSERT INTO realty_object (case_id, role, type_code, number_type, price, market_value)
    VALUES (${Number(id)}, 'MORTGAGESUBJECT', 'FLAT', 'CADASTRAL', 7000000, 6900000),
      (${Number(id)}, 'MORTGAGESUBJECT', 'PARKING', 'CADASTRAL', 900000, null),
      (${Number(id)}, 'PURCHASEOBJECT', 'FLAT', 'CADASTRAL', 100, 100)`.execute(bank.db)
  return id
}

describe('ПДН and К/З of a case', () => {
  it('are the same figure in the head, the check, the facts of documents and the calculator', async () => {
    const id = await richCase()
    const { body: means } = await bank.call(getCaseMeans, { params: { id } }, agent)
    // By hand: the loan by its ПСК, 10 % of the card's debt, the annuity of the other loan, what is overdue and declared.
    const isWorking = await loadCalendar(bank.db)
    const loan = computeLoan(
      usualLoan({ amount: '6000000', rate: '17.5', months: 240 }, '2026-11-23'),
      isWorking,
    )
    const cost = Number(loan.fullLoanCost.percent) / 1200
    const annuity = (sum: number, m: number, n: number) => (sum * m) / (1 - (1 + m) ** -n)
    const all = annuity(6_000_000, cost, 240) + 2000 + 150.5 + annuity(500_000, 20 / 1200, 36) + 1000 + 5000
    expect(Number(means.debtLoad)).toBeCloseTo((all / 240_000) * 100, 1)
    expect(means).toMatchObject({
      payment: loan.firstPayment,
      fullLoanCost: loan.fullLoanCost.percent,
      // The flat by its appraisal and the parking place by its price are less than the price of the deal.
      loanToValue: '76.92',
    })

    const stored = await readQuestionnaire(bank.db, Number(id), 'FULL_APPLICATION')
    const question = creditorQuestion(stored, [], bankDay(clock))
    const calculator = await bank.call(evaluateCreditor, { body: question ?? { rate: '0', months: 1 } })
    expect(calculator.body.debtLoad).toMatchObject({ percent: means.debtLoad, bucket: means.bucket })

    const taken = await meansOfCase(bank.db, { clock, parameters: bank.parameters }, Number(id), stored)
    const today = bankDay(clock)
    const facts = { today, figures: await bank.parameters.figuresOn(today), duplicates: 0, means: taken }
    expect(ownVerdict('PDN_LIMIT', stored, undefined, facts).text).toBe(
      `ПДН ${means.debtLoad?.replace('.', ',')} %`,
    )
    const actor = await findActor(bank.db, 4)
    if (actor === null) throw new Error('No agent')
    const parts = { clock, references: bank.references, parameters: bank.parameters }
    const found = await caseSources.APPLICATION?.find(bank.db, actor, parts, Number(id))
    expect(found?.facts).toMatchObject({ debtLoad: means.debtLoad, ltv: means.loanToValue })
  })

  it('are those of the short application that the full one was made of', async () => {
    const isWorking = await loadCalendar(bank.db)
    const row = {
      ...{
        id: 1,
        partner: { id: 2 },
        regionCode: '77',
        responsibleId: null,
        channelCode: null,
        personId: null,
      },
      ...{ amount: '4500000', months: 240, rate: '17.5', objectPrice: '6000000', downPayment: '1500000' },
      ...{
        income: '100000',
        obligations: '7760.60',
        coBorrowers: [{ key: 'k', role: 'CO_BORROWER', income: '50000' }],
      },
    }
    const start = startOf(row as never, [])
    const full = meansOf(
      {
        sections: { CREDIT: start.loan.values },
        participants: start.participants.map(({ role, sections }, id) => ({ id, role, name: '', sections })),
      },
      [],
      { today: '2026-11-23', isWorking, figures: deliveredFigures('2026-11-23') },
    )
    const wish = { ...row, find: 'PAYMENT', payment: null, income: '150000' } as const
    const short = calculateWish(wish, { today: '2026-11-23', isWorking })
    expect(full).toMatchObject({
      payment: short.payment,
      debtLoad: short.debtLoad,
      loanToValue: short.loanToValue,
    })
  })

  it('are not told of a case that is not seen, and are empty while nothing is known', async () => {
    const { id } = await openApplication(bank)
    expect((await bank.call(getCaseMeans, { params: { id } }, agent)).body).toEqual({
      payment: null,
      fullLoanCost: null,
      debtLoad: null,
      bucket: null,
      mustNotify: false,
      loanToValue: null,
      objects: [],
    })
    expect((await bank.call(getCaseMeans, { params: { id } }, { as: 'partner-admin' })).status).toBe(404)
  })
})
