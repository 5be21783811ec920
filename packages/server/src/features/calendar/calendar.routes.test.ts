import { calculateLoan } from '@ipoteka-office/contract/calculator/calculators.ts'
import * as api from '@ipoteka-office/contract/calendar/calendar.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf } from '#testing/documents.ts'
import { statementsOf } from '#testing/test-database.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { loadCalendar } from './calendar.service.ts'
import { applyDays } from './calendar-file.service.ts'
import { remindOfNextYear } from './calendar-reminder.service.ts'
import { addWorkingDays, fromDay, toDay } from './dates.rules.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const year = async (of: number, as: Login = 'admin') =>
  (await bank.call(api.getCalendarYear, { params: { year: String(of) } }, { as })).body
const save = (day: string, body: object, as: Login = 'admin') =>
  bank.call(api.saveCalendarDay, { params: { day }, body: body as never }, { as })

describe('the production calendar', () => {
  it.each([
    [2024, 248, 1979],
    [2025, 247, 1972],
    [2026, 247, 1972],
  ])('of %i has the official %i days and %i hours', async (of, workingDays, hours) => {
    const { total, months, official } = await year(of)
    expect(total).toMatchObject({ workingDays, hours, days: of % 4 === 0 ? 366 : 365 })
    expect(months.map(({ days }) => days).reduce((a, b) => a + b)).toBe(total.days)
    expect(official).toBe(true)
  })

  it('of a year without a decree has the holidays of the Labour Code and says that it is preliminary', async () => {
    const { official, days, total } = await year(2027)
    expect(official).toBe(false)
    expect(total).toMatchObject({ workingDays: 249, shortDays: 5 })
    expect(days.find(({ day }) => day === '2027-05-03')).toEqual({
      day: '2027-05-03',
      kind: 'DAY_OFF',
      comment: 'Перенос с 1 мая',
      version: 0,
      computed: true,
    })
  })

  it('of a preliminary year counts in deadlines over New Year', async () => {
    const isWorking = await loadCalendar(bank.db)
    expect(fromDay(addWorkingDays(toDay('2026-12-25'), 5, isWorking))).toBe('2027-01-12')
  })

  it('is changed by day, counts versions and tells its history', async () => {
    const first = await save('2027-02-22', { kind: 'DAY_OFF', comment: 'Перенос с 2 января', version: 0 })
    expect(first.body).toMatchObject({ kind: 'DAY_OFF', comment: 'Перенос с 2 января', version: 1 })
    const stale = await save('2027-02-22', { kind: 'SHORT', version: 0 })
    expect(stale.status).toBe(409)
    expect(stale.error).toMatchObject({
      type: 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      current: { kind: 'DAY_OFF', version: 1 },
    })
    expect((await year(2027)).total.workingDays).toBe(248)
    const back = await save('2027-02-22', { kind: 'USUAL', version: 1 })
    expect(back.body).toMatchObject({ kind: 'USUAL', version: 2 })
    expect((await year(2027)).total.workingDays).toBe(249)
    // A day that is as usual again goes on counting: what was seen before is still old.
    expect((await save('2027-02-22', { kind: 'SHORT', version: 1 })).status).toBe(409)
    const { body } = await bank.call(api.listCalendarHistory, { params: { year: '2027' } })
    expect(body.content.map(({ action }) => action)).toEqual(['UPDATE', 'UPDATE', 'INSERT'])
    expect(JSON.stringify(body.content[0]?.changes)).toContain('Как в обычную неделю')
  })

  it('works on a computed holiday when a decree says so', async () => {
    const isWorking = async () => (await loadCalendar(bank.db))(toDay('2028-01-07'))
    expect(await isWorking()).toBe(false)
    expect((await save('2028-01-07', { kind: 'USUAL', version: 0 })).body).toMatchObject({ version: 1 })
    expect(await isWorking()).toBe(true)
  })

  it('of a year becomes official once its decree is in it, keeps its days, and may be taken back', async () => {
    const mark = (official: boolean, version: number, as: Login = 'admin') =>
      bank.call(api.saveCalendarYear, { params: { year: '2029' }, body: { official, version } }, { as })
    const before = await year(2029)
    expect((await mark(true, 0, 'underwriter')).status).toBe(403)
    const { body } = await mark(true, 0)
    expect(body).toMatchObject({ official: true, version: 1, total: before.total })
    expect(body.days.every(({ computed, version }) => !computed && version === 1)).toBe(true)
    expect((await mark(true, 0)).status).toBe(409)
    expect((await mark(false, 1)).body).toMatchObject({ official: false, version: 2, total: before.total })
    const { body: history } = await bank.call(api.listCalendarHistory, { params: { year: '2029' } })
    expect(JSON.stringify(history.content)).toContain('Сверен с постановлением')
  })

  describe('from a file', () => {
    const file = async (text: string, as: Login = 'admin') => {
      const { headers, payload } = formOf('постановление.csv', Buffer.from(text))
      const answer = await bank.app.inject({
        method: 'POST',
        url: '/api/calendar/2035/file',
        headers: { authorization: `Bearer ${await bank.tokenOf(as)}`, ...headers },
        payload,
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    const apply = (body: { stamp: string; days: object[] }, as: Login = 'admin') =>
      bank.call(api.applyCalendarFile, { params: { year: '2035' }, body: body as never }, { as })
    const heading = 'Дата;Вид дня;Примечание'

    it('is compared, written whole by one who has seen it, and refused when a day has changed since', async () => {
      const before = await year(2035)
      const holidays = before.days.map(({ day, kind, comment }) => `${day};${kind};${comment}`)
      const text = [heading, ...holidays, '20.02.2035;Выходной или праздник;Перенос с 6 января'].join('\n')
      const { body: seen } = await file(text)
      const [change] = seen.changes
      expect(seen).toMatchObject({
        errors: [],
        changes: [{ day: '2035-02-20', before: 'USUAL', after: 'DAY_OFF' }],
      })
      expect((await year(2035)).total).toEqual(before.total)
      const days = [{ day: '2035-02-20', kind: 'DAY_OFF', comment: change?.comment }]
      await save('2035-07-04', { kind: 'SHORT', version: 0 })
      expect((await apply({ stamp: seen.stamp, days })).status).toBe(409)
      expect((await year(2035)).official).toBe(false)
      const again = await file(`${text}\n04.07.2035;Короче на час;`)
      expect((await apply({ stamp: again.body.stamp, days })).body).toMatchObject({
        official: true,
        total: { workingDays: before.total.workingDays - 1 },
      })
      expect((await file(`${text}\n04.07.2035;Короче на час;`)).body.changes).toEqual([])
    })

    it('tells each wrong row and changes nothing', async () => {
      const { body } = await file(`${heading}\n31.02.2035;Рабочий;\n01.03.2035;Сиеста;`)
      expect(body).toMatchObject({ changes: [], errors: [{ line: 2 }, { line: 3 }] })
      const { stamp } = (await file(`${heading}\n01.03.2035;Рабочий;`)).body
      const foreign = await apply({ stamp, days: [{ day: '2034-03-01', kind: 'DAY_OFF', comment: '' }] })
      expect(foreign.status).toBe(400)
      expect((await file('')).body).toMatchObject({ fields: [{ message: 'Файл пуст' }] })
    })

    it('takes each day once, and says which one is told of twice', async () => {
      const { stamp } = (await file(`${heading}\n01.03.2035;Рабочий;`)).body
      const day = { day: '2035-03-01', comment: '' }
      const twice = await apply({
        stamp,
        days: [
          { ...day, kind: 'DAY_OFF' },
          { ...day, kind: 'SHORT' },
        ],
      })
      expect(twice.status).toBe(400)
      expect(twice.error).toMatchObject({
        fields: [{ path: 'days.1.day', message: 'Этот день уже есть в списке' }],
      })
    })

    it('asks the database as much of a whole year as of one day, and keeps the history of each', async () => {
      const write = async (of: number, count: number) => {
        const days = Array.from({ length: count }, (_, at) => ({
          day: new Date(Date.UTC(of, 0, 1 + at)).toISOString().slice(0, 10),
          kind: 'DAY_OFF' as const,
          comment: '',
        }))
        const { statements } = await statementsOf(bank.db, (db) =>
          db.transaction().execute((tx) => applyDays({ db: tx }, of, { stamp: '0-0-0', days })),
        )
        return statements
      }
      expect(await write(2036, 250)).toBe(await write(2037, 1))
      const told = (await year(2036)).days.filter(({ kind, version }) => kind === 'DAY_OFF' && version === 1)
      expect(told.length).toBeGreaterThanOrEqual(250)
      const { body } = await bank.call(api.listCalendarHistory, { params: { year: '2036' } })
      expect(body.totalElements).toBeGreaterThan(500)
    })

    it('is the work of those who may change the calendar', async () => {
      expect((await file(heading, 'underwriter')).status).toBe(403)
      expect((await apply({ stamp: '', days: [] }, 'underwriter')).status).toBe(403)
    })
  })

  it('reminds its keepers of a next year without a decree once a month from October', async () => {
    const remind = (day: string) =>
      remindOfNextYear(bank.db, { timeZone: 'Europe/Moscow', now: () => new Date(`${day}T09:00:00Z`) })
    const told = async () => {
      const { rows } = await sql<{ login: string }>`
        SELECT e.login FROM notification n JOIN employee e ON e.id = n.employee_id
        WHERE n.link = '/calendar?year=2034' ORDER BY e.login`.execute(bank.db)
      return rows.map(({ login }) => login)
    }
    expect(await remind('2033-09-30')).toBeNull()
    expect(await told()).toEqual([])
    expect(await remind('2033-10-01')).toBe(2034)
    const keepers = await told()
    expect(keepers).toContain('admin')
    expect(keepers).not.toContain('underwriter')
    expect(await remind('2033-10-31')).toBeNull()
    expect(await remind('2033-11-01')).toBe(2034)
    await bank.call(api.saveCalendarYear, { params: { year: '2034' }, body: { official: true, version: 0 } })
    expect(await remind('2033-12-01')).toBeNull()
    expect(await told()).toHaveLength(keepers.length * 2)
  })

  it('does not write what is not a change', async () => {
    await save('2027-02-24', { kind: 'DAY_OFF', version: 0 })
    expect((await save('2027-02-24', { kind: 'DAY_OFF', version: 1 })).body).toMatchObject({ version: 1 })
  })

  it('lets one of two people who tell of a new day at once through', async () => {
    const answers = await Promise.all(
      ['DAY_OFF', 'SHORT'].map((kind) => save('2027-03-10', { kind, version: 0 })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('moves what the calculator says of payment days', async () => {
    const dueDate = async () => {
      const terms = { amount: '100000', rate: '12', months: 2, issueDate: '2027-03-15' }
      return (await bank.call(calculateLoan, { body: terms })).body.schedule[0]?.dueDate
    }
    expect(await dueDate()).toBe('2027-04-15')
    await save('2027-04-15', { kind: 'DAY_OFF', version: 0 })
    expect(await dueDate()).toBe('2027-04-16')
  })

  it('is read with its right and changed with another', async () => {
    expect(await year(2026, 'underwriter')).toMatchObject({ year: 2026 })
    expect((await save('2027-05-01', { kind: 'DAY_OFF', version: 0 }, 'underwriter')).status).toBe(403)
    const call = (as: Login) => bank.call(api.getCalendarYear, { params: { year: '2026' } }, { as })
    expect((await call('support')).status).toBe(403)
    const history = await bank.call(api.listCalendarHistory, { params: { year: '2026' } }, { as: 'support' })
    expect(history.status).toBe(403)
  })

  it.each([
    ['2027-02-30', { kind: 'DAY_OFF', version: 0 }],
    ['завтра', { kind: 'DAY_OFF', version: 0 }],
    ['2027-06-12', { kind: 'HOLIDAY', version: 0 }],
    ['2027-06-12', { kind: 'DAY_OFF', version: -1 }],
    ['2027-06-12', { kind: 'DAY_OFF', version: 0, comment: 'я'.repeat(201) }],
  ])('refuses %s %j', async (day, body) => {
    expect((await save(day, body)).status).toBe(400)
  })

  it('knows no year outside its century', async () => {
    expect((await bank.call(api.getCalendarYear, { params: { year: '1999' } })).status).toBe(400)
  })
})
