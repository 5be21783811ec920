import { searchAccessLog } from '@ipoteka-office/contract/access-log.ts'
import { findDuplicates } from '@ipoteka-office/contract/case-duplicates.ts'
import { findKnownPersons } from '@ipoteka-office/contract/case-participants.ts'
import { searchEverywhere } from '@ipoteka-office/contract/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openApplication, saveSection, wholeSections } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { numberQuestionsPerHour } from './number-questions.service.ts'

let bank: TestApp
let own: { id: string; borrower: number }
const agent = { as: 'agent' } as const
const passport = '3610123456'

beforeAll(async () => {
  bank = await testApp()
  own = await openApplication(bank)
  const participantId = own.borrower
  await saveSection(bank, own.id, 'PERSONAL', wholeSections.PERSONAL ?? {}, { ...agent, participantId })
})
afterAll(() => bank.close())
beforeEach(() => sql`DELETE FROM number_question`.execute(bank.db))

const questions: Readonly<
  Record<string, (as: 'agent' | 'admin') => Promise<{ status: number; raw: { body: string } }>>
> = {
  'search for duplicates': (as) => bank.call(findDuplicates, { body: { passport } }, { as }),
  'search of everything': (as) => bank.call(searchEverywhere, { body: { text: passport } }, { as }),
  'search for known people': (as) =>
    bank.call(findKnownPersons, { params: { id: own.id }, body: { search: passport } }, { as }),
}
const asked = (times: number, minutesAgo: number) =>
  sql`INSERT INTO number_question (employee_id, asked_at)
    SELECT e.id, now() - make_interval(mins => ${minutesAgo}) FROM employee e, generate_series(1, ${times}::int)
    WHERE e.login = 'agent'`.execute(bank.db)

it.each(Object.keys(questions))(
  '%s by a whole number is limited in an hour, for the person alone',
  async (name) => {
    const ask = questions[name] ?? (() => Promise.reject(new Error(name)))
    await asked(numberQuestionsPerHour - 1, 20)
    expect((await ask('agent')).status).toBe(200)
    const refused = await ask('agent')
    expect([refused.status, refused.raw.body]).toEqual([
      429,
      expect.stringContaining('Повторите через 40 мин'),
    ])
    expect((await ask('admin')).status).toBe(200)
    await sql`UPDATE number_question SET asked_at = asked_at - interval '41 minutes'`.execute(bank.db)
    expect((await ask('agent')).status).toBe(200)
  },
)

it('different ways of asking share the limit, and questions at once are not counted as one', async () => {
  await asked(numberQuestionsPerHour - 2, 1)
  const ways = Object.values(questions)
  const answers = await Promise.all([...ways, ...ways].map((ask) => ask('agent')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
})

it('words are not limited', async () => {
  await asked(numberQuestionsPerHour, 1)
  expect((await bank.call(searchEverywhere, { body: { text: 'Сомова' } }, agent)).status).toBe(200)
  const wish = { lastName: 'Сомова', firstName: 'Анна', birthDate: '1990-04-12' }
  expect((await bank.call(findDuplicates, { body: wish }, agent)).status).toBe(200)
})

it('what was found by a number is in the journal of access', async () => {
  await questions['search of everything']?.('agent')
  const log = await bank.call(searchAccessLog, { body: { actions: ['UNMASK'] } } as never, { as: 'admin' })
  expect(JSON.stringify(log.body.content)).toContain('Найдено по номеру паспорта или телефона')
})
