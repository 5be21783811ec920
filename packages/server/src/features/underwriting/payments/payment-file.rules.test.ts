import { expect, it } from 'vitest'
import { type PaymentColumns, readPaymentHeadings, readPaymentRow } from './payment-file.rules.ts'

const headings = ['Номер заявки', 'Дата выдачи', 'Сумма выдачи', 'Месяц', 'Дней просрочки', 'Остаток долга']
const today = '2026-11-24'

it.each([
  [headings.slice(1), 'Нет столбцов: «Номер заявки». Названия столбцов стоят в первой строке файла'],
  [[...headings, 'месяц'], 'Столбцы встречаются дважды: «Месяц»'],
])('headings %o: %s', (cells, error) => {
  expect(readPaymentHeadings(cells)).toEqual({ error })
})

const columns = readPaymentHeadings(['Филиал', ...headings.toReversed()]) as PaymentColumns
/** A row of the file whose columns stand the other way round, after one that is not ours. */
const read = (...cells: (string | number | Date)[]) =>
  readPaymentRow(columns, ['Москва', ...cells.toReversed()], today)

it.each([
  ['as our sample writes it', ['ИП-1', '15.03.2026', '3500000,00', '03.2026', '0', '3490000,50']],
  ['as other programs do', [' ИП-1 ', '2026-03-15', '3 500 000.00', '2026-03', '0', '3 490 000.50']],
  ['as Excel does', ['ИП-1', new Date('2026-03-15'), 3_500_000, new Date('2026-03-31'), 0, 3_490_000.5]],
])('a row is read %s', (_, cells) => {
  const row = read(...cells)
  expect(row).toMatchObject({
    number: 'ИП-1',
    issuedOn: '2026-03-15',
    month: '2026-03-01',
    days: 0,
    notes: [],
  })
  expect([Number(row.issued), Number(row.balance)]).toEqual([3_500_000, 3_490_000.5])
})

const good = ['ИП-1', '15.03.2026', '1000000', '04.2026', '31', '990000']
it.each([
  [0, '', 'Номер заявки: поле должно быть заполнено'],
  [0, 'И'.repeat(61), 'Номер заявки: номер не похож на номер заявки'],
  [0, 'ИП\u0007', 'Номер заявки: номер не похож на номер заявки'],
  [1, '31.02.2026', 'Дата выдачи: введите дату: 20.11.2026'],
  [1, '25.11.2026', 'Дата выдачи: этот день ещё не наступил'],
  [2, '=1+1', 'Сумма выдачи: введите рубли, не больше двух знаков после запятой'],
  [2, '0,00', 'Сумма выдачи: сумма должна быть больше нуля'],
  [2, '1000000,005', 'Сумма выдачи: введите рубли, не больше двух знаков после запятой'],
  [3, '13.2026', 'Месяц: введите месяц: 11.2026'],
  [3, '11.2026', 'Месяц: этот месяц ещё не закончился'],
  [3, '02.2026', 'Месяц: кредит выдан позже этого месяца'],
  [4, '-1', 'Дней просрочки: введите целое число не меньше 0'],
  [4, '1e3', 'Дней просрочки: введите целое число не меньше 0'],
  [5, '1e9', 'Остаток долга: введите рубли, не больше двух знаков после запятой'],
  [5, '', 'Остаток долга: введите рубли, не больше двух знаков после запятой'],
])('cell %i «%s» is told in words', (at, text, note) => {
  expect(read(...good.with(at, text)).notes).toContain(note)
})
