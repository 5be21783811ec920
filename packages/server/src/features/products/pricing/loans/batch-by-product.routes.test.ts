import { calculateByProduct } from '@ipoteka-office/contract/calculator/by-product.ts'
import { downloadTaskResult, getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { batchWork, batchWorkName } from '#features/calculator/calculations/batch.service.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { formOf } from '#testing/documents.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { CatalogueReader } from '../catalogue-reader.ts'
import { batchPricer } from './batch-by-product.service.ts'

const clock = systemClock('Europe/Moscow')
const free = {
  ...{ channels: [], regions: [], partnerIds: [], clientCategories: [], goals: [], objectTypes: [] },
  ...{ pledges: [], qrCode: null },
}

let bank: TestApp
let product: number
beforeAll(async () => {
  bank = await testApp()
  const base = productContent()
  product = await cataloguing(bank).released('BATCH', {
    ...base,
    audience: free,
    schedule: { ...base.schedule, rounding: 'TO_RUBLES', paymentDays: [10] },
    insurance: [{ type: 'LIFE', required: false, sumShare: '110', surcharge: '1.000', premium: 'ANY' }],
  })
})
afterAll(() => bank.close())

const pricerOf = () => {
  const { parameters, references } = bank
  return batchPricer({ clock, parameters, references, catalogues: new CatalogueReader() })
}

/** The rows of the file with their figures, by the headings of the columns. */
async function count(rows: readonly string[]): Promise<Record<string, string>[]> {
  const head =
    'Номер;Сумма;Ставка;Срок, мес.;Дата выдачи;Код продукта;Стоимость жилья;Регион;Возраст;Личное страхование;День платежа;Категория клиента'
  const form = formOf('кредиты.csv', Buffer.from([head, ...rows].join('\n')))
  const { db, files } = bank
  const sent = await bank.app.inject({
    method: 'POST',
    url: '/api/evaluate/batch',
    headers: { ...form.headers, authorization: `Bearer ${await bank.tokenOf('admin')}` },
    payload: form.payload,
  })
  expect(sent.statusCode, sent.body).toBe(200)
  const taskId = sent.json<{ id: number }>().id
  const pricer = pricerOf()
  const onError = (error: unknown) => {
    throw error
  }
  const works = { [batchWorkName]: batchWork(files, pricer) }
  const runner = createTaskRunner({ db, files, findActor, works, onError })
  const { signal } = new AbortController()
  await runner({ taskId }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  const params = { id: String(taskId) }
  expect((await bank.call(getTask, { params })).body).toMatchObject({ state: 'COMPLETED' })
  const { raw } = await bank.call(downloadTaskResult, { params })
  const [names = '', ...lines] = raw.body.replace('\uFEFF', '').trim().split('\r\n')
  const columns = names.split(';')
  return lines.map((line) => {
    const cells = line.split(';')
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))
  })
}

it('rows are counted by the versions of the products that they name, beside those with terms of their own', async () => {
  const facts = { amount: '6000000', propertyPrice: '8000000', termMonths: 200, region: '66', age: 35 }
  const [byProduct, byName, typed, unsure] = await count([
    'К-1;6000000;;200;10.03.2026;batch;8000000;66;35;да;;',
    'К-2;6 000 000,00;99;200;2026-03-10;BATCH;8000000;свердловская область;35;нет;10;',
    'К-3;6000000;17,35;200;10.03.2026;;;;;;;',
    'К-4;6000000;;200;10.03.2026;BATCH;8000000;66;35;;;',
  ])
  const body = { productId: product, issueDate: '2026-03-10', facts: { ...facts, lifeInsurance: true } }
  const { body: alone } = await bank.call(calculateByProduct, { body })
  const written = (text = '') => text.replace('.', ',').replace(/,00$|(?<=,\d)0$/, '')
  expect(byProduct).toMatchObject({
    'Ставка по продукту, %': '21,4',
    Выпуск: '1',
    'Ставку уточнит': '',
    Ошибка: '',
    'Первый платёж, ₽': written(alone.calculation?.firstPayment),
    'Всего платежей, ₽': written(alone.calculation?.totalPayments),
  })
  expect(byName).toMatchObject({ 'Ставка по продукту, %': '22,4', Ошибка: '' })
  expect([typed?.['Ставка по продукту, %'], typed?.['Выпуск'], typed?.['Ошибка']]).toEqual(['', '', ''])
  expect(unsure).toMatchObject({ 'Ставка по продукту, %': '22,4', Ошибка: '' })
  expect(unsure?.['Ставку уточнит']).toContain('страхование')
})

it('a row that its product does not fit says why, and keeps the others', async () => {
  const rows = await count([
    'К-1;6000000;;200;10.03.2026;NOBODY;8000000;66;35;да;;',
    'К-2;31000000;;200;10.03.2026;BATCH;60000000;66;35;да;;',
    'К-3;6000000;;200;10.03.2026;BATCH;8000000;Марс;35;да;;',
    'К-4;6000000;;200;10.03.2026;BATCH;8000000;66;35;может быть;;',
    'К-5;6000000;;200;10.03.2026;BATCH;8000000;66;35;да;15;',
    'К-6;6000000;;;10.03.2026;BATCH;8000000;66;35;да;;',
    'К-7;6000000;;200;завтра;BATCH;8000000;66;35;да;;',
    'К-8;6000000;;200;10.03.2026;BATCH;8000000;66;35;да;;Космонавт',
    'К-9;6000000;;200;10.03.2026;BATCH;8000000;66;35;да;;',
  ])
  const words = [
    'сегодня не предлагают',
    'Продукт не подходит: Сумма больше предела',
    'Регион: значения «Марс» нет',
    'Личное страхование: напишите',
    'платят 10 числа',
    'Сумма и срок нужны',
    'Дата выдачи',
    'Категория клиента: значения «Космонавт» нет',
    '',
  ]
  expect(rows.map((row, at) => (row['Ошибка'] ?? '').includes(words[at] ?? '?'))).toEqual(
    words.map(() => true),
  )
  expect(rows.at(-1)?.['Ошибка']).toBe('')
})

it('the rows of a partner’s people are priced by what is offered to them alone', async () => {
  const { rows } = await sql<{ id: number }>`SELECT id FROM employee WHERE login = 'agent'`.execute(bank.db)
  const actor = await findActor(bank.db, rows[0]?.id ?? 0)
  const foreign = await cataloguing(bank).released('FOREIGN-BATCH', {
    ...productContent(),
    audience: { ...free, partnerIds: [1] },
  })
  expect(foreign).toBeGreaterThan(0)
  if (actor === null) throw new Error('The agent is there')
  const price = await pricerOf()({ db: bank.db, actor })
  const row = { amount: '6000000', months: '200', issueDate: '10.03.2026', price: '8000000', region: '66' }
  expect(price({ ...row, product: 'FOREIGN-BATCH' })).toMatchObject({ ok: false })
  expect(price({ ...row, product: 'BATCH' })).toMatchObject({ ok: true })
  expect(price(row)).toBeNull()
})
