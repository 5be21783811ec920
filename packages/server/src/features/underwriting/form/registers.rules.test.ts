import { describe, expect, it } from 'vitest'
import { fundIncomes, registerSayings, type RegisterRun } from './registers.rules.ts'

const person = {
  passport: '3610123456',
  inn: '500100732259',
  phone: '+79171234567',
  employerName: 'ООО «Заря»',
}
const run = (code: string, more: Partial<RegisterRun> = {}): RegisterRun => ({
  code,
  participantId: 1,
  state: 'OK',
  text: 'Замечаний нет',
  at: '2026-11-20T10:00:00Z',
  request: { person },
  response: { state: 'OK', text: 'Замечаний нет' },
  ...more,
})
const said = (code: string, more: Partial<RegisterRun> = {}) =>
  registerSayings([run(code, more)]).map(({ field, value, denial }) => [field, value, denial])
const details = (told: object) => ({ response: { details: told } })

describe('what a register says of a field', () => {
  it.each<[string, string, Partial<RegisterRun>, unknown]>([
    ['yes confirms what was asked', 'PASSPORT_INVALID', {}, [['passport', '3610123456', null]]],
    ['no only denies', 'PASSPORT_INVALID', { state: 'FAIL' }, [['passport', null, 'недействителен']]],
    [
      'no with a number of its own',
      'INN_MATCH',
      { state: 'WARN', ...details({ inn: '7' }) },
      [['inn', '7', null]],
    ],
    ['nothing asked, nothing told', 'SNILS_MATCH', {}, []],
    ['no person asked about', 'SNILS_MATCH', { request: 'text' }, []],
    ['a firm as it was asked', 'EMPLOYER_EGRUL', {}, [['employerName', 'ООО «Заря»', null]]],
    [
      'a firm as the register names it',
      'EMPLOYER_EGRUL',
      { state: 'WARN', ...details({ employer: { name: 'ООО «ЗАРЯ»', inn: '7707083893' } }) },
      [
        ['employerName', 'ООО «ЗАРЯ»', null],
        ['employerInn', '7707083893', null],
      ],
    ],
    ['a firm that is not found', 'EMPLOYER_EGRUL', { state: 'WARN' }, []],
    ['no debts are nought', 'FSSP', {}, [['enforcement', '0', null]]],
    [
      'a sum in words',
      'FSSP',
      { state: 'WARN', text: 'Исполнительное производство на 18 400 ₽' },
      [['enforcement', '18400', null]],
    ],
    [
      'debts without a sum',
      'FSSP',
      { state: 'WARN', text: 'Есть' },
      [['enforcement', null, 'есть взыскания']],
    ],
    ['an unknown check', 'EFRSB', {}, []],
    [
      'hostile details',
      'FSSP',
      details({ enforcement: '1e9', employer: [], incomes: 'x' }),
      [['enforcement', '0', null]],
    ],
  ])('%s', (_, code, more, expected) => {
    expect(said(code, more)).toEqual(expected)
  })

  it('tells incomes by month, and nothing where one of them is no sum', () => {
    const incomes = [{ month: '2026-01', amount: 90_000 }]
    expect(fundIncomes([run('INCOME_PFR', details({ incomes }))])).toEqual([
      { month: '2026-01', amount: '90000' },
    ])
    expect(fundIncomes([run('INCOME_PFR', details({ incomes: [{ month: 'май', amount: '1' }] }))])).toEqual(
      [],
    )
    expect(fundIncomes([run('INCOME_PFR')])).toEqual([])
  })
})
