import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { getPersonHistory } from '@ipoteka-office/contract/underwriting/person-history/person-history.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let here: { id: string; number: string }
let before: { id: string; number: string }
let stranger: { id: string; number: string }
const mainOf = async (id: string) =>
  (
    await sql<{ id: number; personId: number }>`SELECT id, person_id AS "personId" FROM case_participant
      WHERE case_id = ${Number(id)} AND role = 'MAIN_BORROWER'`.execute(bank.db)
  ).rows[0] ?? { id: 0, personId: 0 }
const history = async (id: string, as: Login = 'underwriter', participant?: number) =>
  bank.call(
    getPersonHistory,
    { params: { id, participantId: String(participant ?? (await mainOf(id)).id) } },
    { as },
  )

beforeAll(async () => {
  bank = await testApp()
  before = await underwritten(bank, 81)
  stranger = await underwritten(bank, 82)
  here = await underwritten(bank, 83)
  // The earlier one is another partner's, which has a person of its own: the same human being by the former passport.
  await sql`UPDATE case_file SET partner_id = 4, created_at = created_at - interval '40 days' WHERE id = ${Number(before.id)}`.execute(
    bank.db,
  )
  const [me, past] = [await mainOf(here.id), await mainOf(before.id)]
  await sql`UPDATE person SET partner_id = 4 WHERE id = ${past.personId}`.execute(bank.db)
  await sql`UPDATE person SET past_passports = ARRAY[(SELECT passport FROM person WHERE id = ${past.personId})]
    WHERE id = ${me.personId}`.execute(bank.db)
  await sql`UPDATE case_section SET data = data || '{"email": "kanareika@example.ru"}' WHERE case_id = ${Number(before.id)}
    AND section = 'PERSONAL'`.execute(bank.db)
})
afterAll(() => bank.close())

describe('what the bank knows of a person', () => {
  it('are cases of all partners, with why they are the same and what became of them', async () => {
    const rejected = await signDecision(
      bank,
      { id: before.id, action: 'reject' },
      { reasons: ['R03'], clientText: 'Отказ' },
    )
    expect(rejected.status, rejected.raw.body).toBe(200)
    const { body, status, raw } = await history(here.id)
    expect(status, raw.body).toBe(200)
    expect(body.cases.map(({ number }) => number)).toEqual([before.number])
    expect(body.cases[0]).toMatchObject({
      partner: { id: 4 },
      roleName: 'Заёмщик',
      state: 'REFUSED',
      credit: null,
      knownBy: ['PAST_PASSPORT'],
      decision: { outcome: 'REJECT', level: 'UNDERWRITER', reasons: [{ code: 'R03' }] },
      subject: { code: 'POSITIVE' },
    })
    expect(body).toMatchObject({
      isUnknown: false,
      hidden: 0,
      refusals: 1,
      credits: { count: 0, total: '0' },
    })
  })

  it('is a credit where the bank is bound, by what was decided', async () => {
    await sql`UPDATE case_file SET stage = 'DEAL', closed = true WHERE id = ${Number(before.id)}`.execute(
      bank.db,
    )
    const { body } = await history(here.id)
    expect(body.cases[0]?.state).toBe('CREDIT')
    expect(body.credits.count).toBe(1)
    expect(body.credits.total).toBe('6000000')
  })

  it('tells the differences from the questionnaire of the other partner, and that they were read', async () => {
    const { body } = await history(here.id)
    expect(body.differences).toContainEqual(
      expect.objectContaining({ field: 'email', from: expect.objectContaining({ number: before.number }) }),
    )
    const log = await bank.call(searchAccessLog, { body: {} }, { as: 'admin' })
    expect(log.raw.body).toContain(`Сравнение с заявкой ${here.number}`)
  })

  it('is told later cases too, and no namesake’s', async () => {
    const { body } = await history(before.id)
    expect(body.cases.map(({ number }) => number)).toEqual([here.number])
    expect(body.differences).toEqual([])
    expect((await history(stranger.id)).body.cases).toEqual([])
  })

  it('is nothing of whom too little is known', async () => {
    await sql`UPDATE case_participant SET person_id = NULL WHERE case_id = ${Number(stranger.id)}`.execute(
      bank.db,
    )
    expect((await history(stranger.id)).body).toMatchObject({ isUnknown: true, cases: [] })
  })

  it('leaves out what the reader may not read, and counts it', async () => {
    const [me] = [await mainOf(here.id)]
    await sql`INSERT INTO case_file (type, number, partner_id, client_name, person_id, stage)
      VALUES ('LEAD', 'Л-КАНАРЕЙКА', 4, 'Сомова Анна', ${me.personId}, 'FIRST_CONTACT')`.execute(bank.db)
    const { body, raw } = await history(here.id)
    expect(body.hidden).toBe(1)
    expect(raw.body).not.toContain('КАНАРЕЙКА')
    expect((await history(here.id, 'admin')).raw.body).toContain('КАНАРЕЙКА')
  })

  it('is for people of the bank alone, and of who takes part', async () => {
    for (const as of ['agent', 'partner-admin', 'security'] as const)
      expect([403, 404], as).toContain((await history(here.id, as)).status)
    expect((await history(here.id, 'underwriter', 999_999)).status).toBe(404)
    expect((await history('999999', 'underwriter', 1)).status).toBe(404)
  })
})
