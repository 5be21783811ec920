import { describe, expect, it } from 'vitest'
import { type BatchRow, batchColumns, calculateRow as calculate, readBatchHeadings } from './batch.rules.ts'

const loan = { amount: '1 000 000,00', rate: '12,5 %', months: '12', issueDate: '20.11.2026' }
const always = () => true
const calculateRow = (row: BatchRow, isWorking: () => boolean) => calculate({ row, priced: null }, isWorking)

describe('a row of a mass calculation', () => {
  it('is read as people write it', () => {
    const answer = calculateRow(
      { ...loan, kind: 'равные платежи', rounding: 'До рублей', paymentDay: '15' },
      always,
    )
    expect(answer).toMatchObject({ ok: true, result: { monthsPaid: 12, lastDate: '2027-11-15' } })
    expect(answer).toEqual(
      calculateRow(
        { ...loan, amount: '1000000', kind: 'ANNUITY', rounding: 'TO_RUBLES', paymentDay: '15' },
        always,
      ),
    )
  })

  it.each([
    [{ amount: 'много' }, 'Сумма'],
    [{ amount: '0' }, 'Сумма: Сумма должна быть больше нуля'],
    [{ rate: '' }, 'Ставка'],
    [{ months: '1,5' }, 'Срок, мес.'],
    [{ months: '' }, 'Срок, мес.: Не менее 1 месяца'],
    [{ issueDate: '31.02.2026' }, 'Дата выдачи'],
    [{ kind: 'как-нибудь' }, 'График: Неизвестное значение'],
    [{ paymentDay: '32' }, 'День платежа: От 1 до 31'],
  ])('with %j says what is wrong', (change, words) => {
    const answer = calculateRow({ ...loan, ...change }, always)
    expect(answer.ok).toBe(false)
    if (!answer.ok) expect(answer.error).toContain(words)
  })
})

describe('the headings', () => {
  const all = Object.values(batchColumns).map(({ heading }) => heading)

  it('are found in any order and case', () => {
    const read = readBatchHeadings([...all].reverse().map((text) => ` ${text.toUpperCase()} `))
    expect(read.ok && read.columns.get('amount')).toBe(all.length - 1 - all.indexOf('Сумма'))
  })

  it('that are needed are named when they are missing', () => {
    const read = readBatchHeadings(['Номер', 'Ставка', 'Дата выдачи'])
    expect(read).toEqual({
      ok: false,
      error: 'В первой строке нет столбцов «Сумма», «Срок, мес.»: возьмите образец файла',
    })
  })
})
