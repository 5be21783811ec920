import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoBank } from '#db/seed/demo-bank.ts'
import { systemClock } from '#lib/bank-time.ts'
import { questionnairesSql, type StoredCase } from '#testing/case-walks/demo-questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { termsOfQuestionnaire } from '../terms/case-terms.service.ts'
import { demoTermsOf } from './demo-terms.ts'

const now = new Date()
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await bank.db
    .transaction()
    .execute((tx) => seedDemoBank(tx, { now, timeZone: 'Europe/Moscow', scale: 0.25 }))
}, 300_000)
afterAll(() => bank.close())

const rowsOf = async <Row>(statement: string): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(statement)}`.execute(bank.db)).rows
const questionnaires = () => rowsOf<StoredCase>(questionnairesSql)

test('every mortgage that was sent meets each rule of its programme, today as on its first day', async () => {
  const all = (await questionnaires()).filter(({ type, sent }) => type === 'FULL_APPLICATION' && sent)
  const programmes = new Set(all.map(({ sections }) => sections.CREDIT?.['programme']))
  expect(programmes).toEqual(new Set(['1', '2', '5', '6', '9', '10', '105', '106', '107', '108']))
  const today = now.toISOString().slice(0, 10)
  for (const data of all)
    for (const day of [data.openedOn, today]) {
      const wrong = termsRules(demoTermsOf(data), data, day).filter(({ state }) => state !== 'PASS')
      expect([data.number, day, wrong]).toEqual([data.number, day, []])
    }
})

/** What each programme asks for, as it was before the conditions were versions of products. */
const asked: Readonly<Record<string, string>> = {
  '1': 'goal sums maxAmount downPayment ageAtEnd',
  '2': 'goal sums maxAmount downPayment ageAtEnd',
  '5': 'savings savingsYears maxAmount downPayment sums ageAtEnd',
  '6': 'savings savingsYears maxAmount downPayment sums goal rate children spouse onlyOne period ageAtEnd',
  '9': 'goal balances maxAmount loanToValue ageAtEnd',
  '10': 'goal maxAmount loanToValue ageAtEnd',
  '105': 'goal rate children spouse onlyOne period sums maxAmount downPayment ageAtEnd',
  '106': 'goal rate region accredited salary age onlyOne period sums maxAmount downPayment ageAtEnd',
  '107': 'goal maxAmount rate region basis onlyOne period sums downPayment ageAtEnd',
  '108': 'goal rate region sums maxAmount downPayment ageAtEnd',
}

test('every mortgage is held by the product of its programme, by as many conditions as before', async () => {
  const all = (await questionnaires()).filter(({ type }) => type === 'FULL_APPLICATION')
  const ids = new Map(
    (await rowsOf<{ id: number; number: string }>('SELECT id, number FROM case_file')).map(
      ({ id, number }) => [number, id],
    ),
  )
  expect(all.length).toBeGreaterThan(600)
  const day = now.toISOString().slice(0, 10)
  const clock = systemClock('Europe/Moscow')
  for (const data of all) {
    const terms = await termsOfQuestionnaire({ clock }, bank.db, ids.get(data.number) ?? 0, data)
    const codes = termsRules(terms, data, day).map(({ code }) => code)
    expect([data.number, codes.join(' ')]).toEqual([
      data.number,
      asked[String(data.sections.CREDIT?.['programme'])],
    ])
  }
})
