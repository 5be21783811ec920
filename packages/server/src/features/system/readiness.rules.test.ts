import type { SystemService } from '@ipoteka-office/contract/system/system.ts'
import { expect, it } from 'vitest'
import { type Counts, ofBank, ofCalendar, ofCopies, ofCounts, ofServices } from './readiness.rules.ts'

const bank = { id: 7, kpp: '770101001', ogrn: '1027700000019', address: 'Москва', bic: '044525999' }
const full: Counts = {
  branches: 2,
  partners: 3,
  emptyPartners: 0,
  people: 12,
  signingIn: 10,
  withoutRole: 0,
  administrators: 2,
  fourEyes: true,
  unattended: [],
  mortgages: 4,
  loans: 1,
}
const counted = (change: Partial<Counts>, code: string, idle: string[] = []) =>
  ofCounts(bank, { ...full, ...change }, idle).find((one) => one.code === code)

it('is ready where everything is there', () => {
  const all = [...ofBank(bank, new Map()), ...ofCounts(bank, full, []), ofCalendar(2026, [])]
  expect(all.map(({ state }) => state)).toEqual(all.map(() => 'READY'))
})

it.each<[string, Partial<Counts>, string, string, RegExp]>([
  ['no branch', { branches: 0 }, 'BRANCHES', 'WARNING', /Филиалов нет/],
  ['no partner', { partners: 0 }, 'PARTNERS', 'WARNING', /Партнёров нет/],
  ['a partner without people', { emptyPartners: 1 }, 'PARTNERS', 'WARNING', /Из 3 у 1 нет/],
  ['the first administrator alone', { signingIn: 1 }, 'EMPLOYEES', 'NOT_READY', /один человек/],
  ['people without roles', { withoutRole: 4 }, 'EMPLOYEES', 'WARNING', /Без ролей 4 из 10/],
  ['one administrator', { administrators: 1 }, 'EMPLOYEES', 'WARNING', /Дайте роль второму/],
  ['a department without people', { unattended: ['ОИК', 'НИС'] }, 'APPROVERS', 'NOT_READY', /ОИК, НИС/],
  ['no second person', { fourEyes: false }, 'ROLES', 'WARNING', /без второго человека/],
  ['nothing to sell', { mortgages: 0, loans: 0 }, 'PRODUCTS', 'NOT_READY', /выпустите версию/],
  ['no mortgage', { mortgages: 0 }, 'PRODUCTS', 'WARNING', /Ипотечных/],
  ['no loan', { loans: 0 }, 'PRODUCTS', 'WARNING', /Потребительских/],
])('%s', (_, change, code, state, text) => {
  expect(counted(change, code)).toMatchObject({ state, text: expect.stringMatching(text) })
})

it('names the roles that nobody holds and the parameters that the bank has not told', () => {
  expect(counted({}, 'ROLES', ['Юрист', 'Аудитор'])?.text).toContain('Юрист, Аудитор')
  const empty = new Map([
    ['bank-license', 'Лицензия'],
    ['bank-policy', 'Политика'],
  ])
  const [requisites, parameters] = ofBank({ ...bank, kpp: null }, empty)
  expect(requisites).toMatchObject({ state: 'NOT_READY', link: '/partner/7' })
  expect(requisites?.text).toMatch(/КПП, номер лицензии/)
  expect(parameters?.text).toContain('«Политика»')
  expect(ofCalendar(2026, [2027])).toMatchObject({ state: 'WARNING', link: '/calendar?year=2027' })
})

it('judges a service by how it is connected and by its last answers', () => {
  const service = {
    code: 'CHECKS',
    name: 'Шлюз',
    mode: 'REAL',
    succeededAt: null,
    failedAt: null,
    failure: null,
  } as const
  const [early, late] = ['2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z']
  const failure = 'ответ 503'
  const cases: [SystemService, string][] = [
    [{ ...service, mode: 'STAND_IN' }, 'NOT_READY'],
    [{ ...service, mode: 'OFF' }, 'WARNING'],
    [service, 'WARNING'],
    [{ ...service, failedAt: early, failure }, 'NOT_READY'],
    [{ ...service, succeededAt: early, failedAt: late, failure }, 'NOT_READY'],
    [{ ...service, succeededAt: late, failedAt: early, failure }, 'READY'],
    [{ ...service, code: 'MESSAGES', mode: 'OFF' }, 'NOT_READY'],
  ]
  expect(ofServices(cases.map(([one]) => one)).map(({ state }) => state)).toEqual(
    cases.map(([, state]) => state),
  )
})

it('wants a copy of the last day and a rehearsal of the last week', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const hour = 3_600_000
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  const of = (until: number | null, rehearsed: number | null) =>
    ofCopies(
      { until: until === null ? null : ago(until), rehearsedAt: rehearsed === null ? null : ago(rehearsed) },
      now,
      24 * hour,
    ).state
  expect([of(null, null), of(25, 1), of(2, null), of(2, 24 * 8), of(2, 24 * 6)]).toEqual([
    'NOT_READY',
    'NOT_READY',
    'WARNING',
    'WARNING',
    'READY',
  ])
})
