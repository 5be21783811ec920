import { createDocument } from '@ipoteka-office/contract/documents/documents.ts'
import { getAssetsSheet } from '@ipoteka-office/contract/underwriting/assets/assets-sheet.ts'
import { getPersonalSheet } from '@ipoteka-office/contract/underwriting/personal/personal-sheet.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let id: string
let borrower: number
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await underwritten(bank, 91))
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM case_participant WHERE case_id = ${Number(id)}`.execute(bank.db)
  borrower = rows[0]?.id ?? 0
  await sql`UPDATE case_section SET data = ${JSON.stringify({
    noAssets: false,
    assets: [{ type: 'DEPOSIT', value: '2000000', share: 'WHOLE' }],
  })}::text::jsonb WHERE case_id = ${Number(id)} AND section = 'ASSETS'`.execute(bank.db)
})
afterAll(() => bank.close())

const paramsOf = (participant = borrower, of = id) => ({
  params: { id: of, participantId: String(participant) },
})
const personal = (as: Login = 'underwriter', participant?: number, of?: string) =>
  bank.call(getPersonalSheet, paramsOf(participant, of), { as })
const assets = (as: Login = 'underwriter', participant?: number, of?: string) =>
  bank.call(getAssetsSheet, paramsOf(participant, of), { as })

describe('personal data of a participant', () => {
  it('come with the checks that speak of them', async () => {
    const { body, status, raw } = await personal()
    expect(status, raw.body).toBe(200)
    const facts = body.groups.flatMap((group) => group.facts)
    const passport = facts.find(({ key }) => key === 'passport')
    expect(passport?.value).toMatch(/^36 10 \d{6}$/)
    expect(passport?.checks).toContainEqual(
      expect.objectContaining({ code: 'PASSPORT_INVALID', light: 'OK' }),
    )
    expect(facts.find(({ key }) => key === 'lastName')?.value).toContain('Анна')
    expect(body.groups.map(({ group }) => group)).toEqual([
      'NAME',
      'PAPERS',
      'ADDRESSES',
      'CONTACTS',
      'FAMILY',
      'OTHER',
    ])
  })

  it('hide numbers from who may not see them', async () => {
    const { body, raw } = await personal('viewer')
    expect(raw.statusCode).toBe(200)
    const passport = body.groups.flatMap((group) => group.facts).find(({ key }) => key === 'passport')
    expect(passport?.value).toContain('•')
    expect(raw.body).not.toMatch(/36 ?10 ?\d{6}/)
  })
})

describe('property of a participant', () => {
  it('is confirmed by the papers that are accepted', async () => {
    expect((await assets()).body).toMatchObject({
      none: false,
      money: '2000000',
      confirmed: '0',
      rows: [{ typeName: 'Вклад (депозит)', use: 'MONEY', proof: 'NONE', papers: [] }],
    })
    const body = { ownerType: 'APPLICATION' as const, ownerId: Number(id), typeCode: 'ACCOUNT_STATEMENT' }
    const made = await bank.call(createDocument, { body }, { as: 'agent' })
    expect((await assets()).body.rows[0]).toMatchObject({ proof: 'BROUGHT', papers: [{ id: made.body.id }] })
    await sql`UPDATE document SET status = 'ACCEPTED' WHERE id = ${made.body.id}`.execute(bank.db)
    expect((await assets()).body).toMatchObject({ confirmed: '2000000', rows: [{ proof: 'CONFIRMED' }] })
  })

  it('is asked of who owes', async () => {
    await sql`UPDATE case_participant SET role = 'PLEDGER' WHERE id = ${borrower}`.execute(bank.db)
    expect((await assets()).status).toBe(404)
    expect((await personal()).status).toBe(200)
    await sql`UPDATE case_participant SET role = 'MAIN_BORROWER' WHERE id = ${borrower}`.execute(bank.db)
  })
})

it.each([
  ['personal data', personal],
  ['property', assets],
] as const)('%s are of people of the bank who decide, and of who takes part', async (_, ask) => {
  for (const as of ['agent', 'partner-admin', 'security'] as const)
    expect([403, 404], as).toContain((await ask(as)).status)
  expect((await ask('underwriter', 999_999)).status).toBe(404)
  expect((await ask('underwriter', borrower, '999999')).status).toBe(404)
})
