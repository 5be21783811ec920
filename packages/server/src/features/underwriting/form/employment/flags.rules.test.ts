import { describe, expect, it } from 'vitest'
import { type CallRow, callsAsTheyStand } from './call-log.rules.ts'
import { type EmploymentFacts, employmentFlags } from './flags.rules.ts'

const figures = { 'fraud-employer-age': 6, 'job-seniority': 4 }
const fine: EmploymentFacts = {
  written: { employerName: 'ООО «Заря»', employerInn: '7707083893', employerPhone: '+74951112233' },
  clientPhone: '+79990001122',
  firm: { state: 'OK', text: 'действует', name: 'ООО Заря', registeredOn: '2010-01-01' },
  checks: [{ name: 'Телефон работодателя', state: 'OK', text: 'Есть в справочнике' }],
  certificates: [{ payer: 'ООО «Заря»', inn: '7707083893', firstMonth: '2026-01' }],
  since: '2021-02-01',
  calls: [{ called: 'EMPLOYER', result: 'CONFIRMED', said: '' }],
  today: '2026-11-24',
}
const firm = (more: object): Partial<EmploymentFacts> => ({
  firm: { state: 'OK', text: 'действует', name: 'ООО Заря', registeredOn: '2010-01-01', ...more },
})

describe('risks of an employment', () => {
  it('are none where everybody says the same', () => {
    expect(employmentFlags(fine, figures)).toEqual([])
  })
  it('are none where nobody has told anything', () => {
    const nothing = {
      ...fine,
      written: {},
      clientPhone: null,
      firm: null,
      checks: [],
      certificates: [],
      since: null,
      calls: [],
    }
    expect(employmentFlags(nothing, figures)).toEqual([])
  })

  it.each<[string, Partial<EmploymentFacts>, string, string]>([
    ['WARN', firm({ state: 'WARN', text: 'ООО Заря: ликвидируется' }), 'ликвидируется', 'реестр'],
    [
      'WARN',
      { ...firm({ registeredOn: '2026-07-01' }), since: '2026-07-10', certificates: [] },
      'Организации 4\u00a0месяца',
      '01.07.2026',
    ],
    ['WARN', firm({ registeredOn: '2022-01-01' }), 'Работает дольше', '01.02.2021'],
    ['WARN', firm({ name: 'АО «Ночь»' }), 'другая организация', 'АО «Ночь»'],
    [
      'WARN',
      { certificates: [{ payer: 'АО «Ночь»', inn: '7702070139', firstMonth: null }] },
      'не этот работодатель',
      '«АО «Ночь»»',
    ],
    ['WARN', { since: '2026-03-15' }, 'раньше начала работы', '01.2026'],
    [
      'FAIL',
      { checks: [{ name: 'Чёрный список', state: 'FAIL', text: 'Есть запись' }] },
      'Есть запись',
      'Чёрный список',
    ],
    ['WARN', { clientPhone: '84951112233' }, 'это телефон клиента', 'не подтвердить'],
    [
      'FAIL',
      { calls: [{ called: 'ACCOUNTING', result: 'NOT_CONFIRMED', said: 'Не работает' }] },
      'не подтвердил',
      'Не работает',
    ],
    ['WARN', { since: '2026-08-24', certificates: [] }, 'меньше нормы', '3\u00a0месяца'],
  ])('%s: %o', (light, more, text, why) => {
    expect(employmentFlags({ ...fine, ...more }, figures)).toEqual([
      { light, text: expect.stringContaining(text), why: expect.stringContaining(why) },
    ])
  })

  it('are judged by the last talk alone: who was not reached denies nothing', () => {
    const calls = [
      { called: 'EMPLOYER', result: 'NOT_REACHED', said: '' },
      { called: 'EMPLOYER', result: 'CONFIRMED', said: '' },
      { called: 'EMPLOYER', result: 'NOT_CONFIRMED', said: 'Не знают такого' },
    ]
    expect(employmentFlags({ ...fine, calls }, figures)).toEqual([])
  })
  it('are the same at the very bound', () => {
    expect(employmentFlags({ ...fine, since: '2026-07-24', certificates: [] }, figures)).toEqual([])
    expect(
      employmentFlags(
        { ...fine, ...firm({ registeredOn: '2026-05-24' }), since: '2026-06-01', certificates: [] },
        figures,
      ),
    ).toEqual([])
  })
})

const row = (id: number, correctsId: number | null = null): CallRow => ({
  ...{
    id,
    correctsId,
    called: 'EMPLOYER',
    phone: '1',
    numberSource: 'SITE',
    spokeWith: '',
    result: 'NOT_REACHED',
    said: '',
  },
  ...{
    calledAt: '',
    writtenAt: '',
    reason: '',
    calledBy: { id: 3, fullName: '' },
    writtenBy: { id: 3, fullName: '' },
  },
})
it.each([
  ['nothing', [], []],
  ['calls apart', [row(2), row(1)], [[2], [1]]],
  ['one corrected twice', [row(3, 2), row(2, 1), row(1)], [[3, 2, 1]]],
  ['two, of which one is corrected', [row(3, 1), row(2), row(1)], [[3, 1], [2]]],
])('the log of %s', (_, rows, chains) => {
  expect(callsAsTheyStand(rows).map(({ id, earlier }) => [id, ...earlier.map((one) => one.id)])).toEqual(
    chains,
  )
})
