import { describe, expect, it } from 'vitest'
import type { Word } from '#integrations/ocr/words.ts'
import {
  averageOf,
  type CertificateSums,
  checkCertificate,
  deductionsOf,
} from './certificate-checks.rules.ts'
import { deductionValues, incomeLines, inOrder, totalValues } from './certificate-sums.rules.ts'
import { certificateValues, certificateWords } from './certificate-text.rules.ts'

/** Words of a page: each text is a line, a gap of several spaces is an empty place as wide. */
function page(...lines: string[]): Word[] {
  return lines.flatMap((line, at) =>
    [...line.matchAll(/\S+/g)].map((match) => ({
      text: match[0],
      confidence: 0.95,
      x: match.index * 10,
      y: at * 40,
      width: match[0].length * 10 - 4,
      height: 20,
      line: String(at),
    })),
  )
}

const whole = page(
  '                 СПРАВКА О ДОХОДАХ И СУММАХ НАЛОГА ФИЗИЧЕСКОГО ЛИЦА',
  '                          за 2024 год от 20.01.2025',
  '1. Данные о налоговом агенте',
  'Код по ОКТМО 45382000 Телефон 84951234567 ИНН 7707083893 КПП 773601001',
  'Налоговый агент ООО «ВЕКТОР-СТРОЙ»',
  'ИНН в Российской Федерации 500100732259',
  'Фамилия Королёв-Ким Имя Олег Отчество* Рашид оглы',
  'Статус налогоплательщика 1 Дата рождения 21.03.1985 Гражданство (код страны) 643',
  'Код документа, удостоверяющего личность: 21 Серия и номер документа 45 09 235857',
  '3. Доходы, облагаемые по ставке 13 %',
  'Месяц дохода Сумма дохода вычета вычета     Месяц дохода Сумма дохода вычета вычета',
  '01    2000   50000.00                        03    2000   51 000,50',
  '02    2012   60000.25                        11    2762   4000.00     503   4000.00',
  '4. Стандартные, социальные и имущественные налоговые вычеты',
  'Код вычета Сумма вычета',
  '126    2800.00',
  '5. Общие суммы дохода и налога',
  'Общая сумма дохода      165000.75            Сумма налога удержанная        20566.00',
  'Налоговая база          158200.75            Сумма налога перечисленная     20566.00',
  'Сумма налога исчисленная 20566.00            Сумма налога излишне удержанная 0.00',
)

const valuesOf = (words: readonly Word[]) =>
  Object.fromEntries(Object.entries(certificateValues(words)).map(([name, { value }]) => [name, value]))

describe('the words of a certificate', () => {
  it('give the agent, the person and the dates', () => {
    expect(valuesOf(whole)).toEqual({
      year: '2024',
      certificateDate: '2025-01-20',
      agentName: 'ООО «ВЕКТОР-СТРОЙ»',
      agentInn: '7707083893',
      agentKpp: '773601001',
      oktmo: '45382000',
      personInn: '500100732259',
      lastName: 'Королёв-Ким',
      firstName: 'Олег',
      middleName: 'Рашид оглы',
      birthDate: '1985-03-21',
      documentNumber: '45 09 235857',
      taxRate: '13',
    })
  })

  it('give the rows of both halves with their deductions', () => {
    expect(
      inOrder(incomeLines(whole), 400).map(({ confidence: _confidence, box: _box, ...row }) => row),
    ).toEqual([
      { month: 1, incomeCode: '2000', amount: '50000.00', deductionCode: null, deduction: null },
      { month: 2, incomeCode: '2012', amount: '60000.25', deductionCode: null, deduction: null },
      { month: 3, incomeCode: '2000', amount: '51000.50', deductionCode: null, deduction: null },
      { month: 11, incomeCode: '2762', amount: '4000.00', deductionCode: '503', deduction: '4000.00' },
    ])
  })

  it('give a row whose month was not seen, with the month between its neighbours', () => {
    const words = page(
      '3. Доходы, облагаемые по ставке 13 %',
      '10    2000   50000.00',
      '      2000   51000.00',
      '      2762   4000.00     503   4000.00',
      '12    2000   52000.00',
    )
    const rows = inOrder(incomeLines(words), 10_000)
    expect(rows.map(({ month, amount, deduction }) => [month, amount, deduction])).toEqual([
      [10, '50000.00', null],
      [11, '51000.00', null],
      [11, '4000.00', '4000.00'],
      [12, '52000.00', null],
    ])
  })

  it('give the sums', () => {
    const totals = Object.entries(totalValues(whole)).map(([name, { value }]) => [name, value])
    expect(Object.fromEntries(totals)).toEqual({
      totalIncome: '165000.75',
      taxBase: '158200.75',
      taxCalculated: '20566.00',
      taxWithheld: '20566.00',
    })
    expect(deductionValues(whole).map(({ value }) => value)).toEqual(['2800.00'])
  })

  it('a wrong control digit of an ИНН is told of', () => {
    const words = page('Код по ОКТМО 45382000 ИНН 7707083894 КПП 773601001')
    expect(certificateValues(words).agentInn?.problems).toEqual(['Контрольная цифра не сходится'])
  })

  it('misread letters of the form are forgiven', () => {
    expect(valuesOf(page('Фамилня Иванов Имя Пётр Отчеств0* Ильич'))).toMatchObject({
      lastName: 'Иванов',
      firstName: 'Пётр',
    })
  })

  it('another page has few of the words of the form and no rows', () => {
    const letter = page('Уважаемый Иван Иванович', 'Просим сообщить о доходах за 2024 год')
    expect(certificateWords(letter)).toBeLessThan(5)
    expect(certificateWords(whole)).toBeGreaterThanOrEqual(5)
    expect([incomeLines(letter), incomeLines([]), deductionValues([])]).toEqual([[], [], []])
    expect(totalValues([])).toEqual({})
  })
})

const sums: CertificateSums = {
  rows: [
    { month: 1, amount: '50000.00', deduction: null },
    { month: 1, amount: '10000.00', deduction: '4000.00' },
    { month: 2, amount: '60000.25', deduction: null },
  ],
  standard: ['2800.00'],
  totalIncome: '120000.25',
  taxBase: '113200.25',
  taxCalculated: '14716.00',
  taxWithheld: '14716.00',
  taxRate: 13,
}
const stateOf = (changed: Partial<CertificateSums>) =>
  Object.fromEntries(checkCertificate({ ...sums, ...changed }).map(({ code, passed }) => [code, passed]))

describe('the sums of a certificate', () => {
  it('agree', () => {
    expect(stateOf({})).toEqual({ rows: true, base: true, tax: true, withheld: true })
    expect(deductionsOf(sums)).toBe('6800.00')
  })
  it.each([
    ['a row that is missing', { rows: sums.rows.slice(1) }, { rows: false }],
    ['a kopeck of difference', { totalIncome: '120000.26' }, { rows: false, base: false }],
    ['a deduction that was not read', { standard: [] }, { base: false }],
    ['a tax of another rate', { taxRate: 15 }, { tax: false }],
    [
      'a tax that was rounded month by month',
      { taxCalculated: '14717.00', taxWithheld: '14717.00' },
      { tax: true },
    ],
    ['a tax that was not withheld', { taxWithheld: '0.00' }, { withheld: false }],
    ['no rows', { rows: [] }, { rows: null }],
    ['no total', { totalIncome: null }, { rows: null, base: null }],
    [
      'nothing at all',
      { rows: [], totalIncome: null, taxBase: null, taxCalculated: null, taxWithheld: null },
      { rows: null, base: null, tax: null, withheld: null },
    ],
  ])('%s shows', (_what, changed, expected) => expect(stateOf(changed)).toMatchObject(expected))
  it('a mismatch names both sums and the difference', () => {
    const [rows] = checkCertificate({ ...sums, totalIncome: '125000.25' })
    expect(rows?.message).toBe(
      'Не сходится: по расчёту 120\u00a0000,25, в справке 125\u00a0000,25, расхождение 5\u00a0000,00',
    )
  })
  it.each([
    [sums, '60000.13'],
    [{ ...sums, rows: [] }, null],
    [{ ...sums, totalIncome: null }, null],
  ])('the income of a month counts months, not rows', (given, expected) =>
    expect(averageOf(given)).toBe(expected),
  )
})
