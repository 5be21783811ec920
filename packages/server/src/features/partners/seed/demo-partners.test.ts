import { isBankAccount } from '@ipoteka-office/contract/common/bank-account.ts'
import { type ContactTypeId, checkContact } from '@ipoteka-office/contract/common/person/contact-value.ts'
import { isInn, isKpp, isOgrn } from '@ipoteka-office/contract/common/identifiers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { seedDemoPartnerParts } from './demo-partner-parts.ts'
import { seedDemoPartners } from './demo-partners.ts'
import { Chance } from '#db/seed/generator.ts'

const now = new Date('2026-11-20T09:00:00Z')

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await bank.db.transaction().execute(async (tx) => {
    const { made } = await seedDemoPartners(tx, new Chance(1), now)
    await seedDemoPartnerParts(tx, made, ['01', '02', '77'], now)
  })
})
afterAll(() => bank.close())

const rowsOf = async <Row>(statement: string): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(statement)}`.execute(bank.db)).rows

describe('demo partners', () => {
  it('have identifiers with right control digits, a branch those of its head and a КПП of its own', async () => {
    const partners = await rowsOf<{ inn: string; kpp: string; ogrn: string }>(
      'SELECT inn, kpp, ogrn FROM partner',
    )
    expect(partners).toHaveLength(300)
    expect(partners.filter(({ inn, kpp, ogrn }) => !isInn(inn) || !isKpp(kpp) || !isOgrn(ogrn))).toEqual([])
    const strange = await rowsOf(
      'SELECT b.id FROM partner b JOIN partner h ON h.id = b.parent_id WHERE b.inn <> h.inn OR b.kpp = h.kpp',
    )
    expect(strange).toEqual([])
  })

  it('have accounts with right keys and contacts in their one form', async () => {
    const accounts = await rowsOf<{ account: string; bic: string }>(
      'SELECT account, bic FROM partner_account',
    )
    expect(accounts.length).toBeGreaterThan(300)
    expect(accounts.filter(({ account, bic }) => !isBankAccount(account, bic))).toEqual([])
    const mains = await rowsOf<{ count: number }>(
      'SELECT count(*)::int AS count FROM partner_account WHERE main',
    )
    expect(mains[0]?.count).toBe(300)
    const contacts = await rowsOf<{ type: ContactTypeId; value: string }>(
      'SELECT contact_type_id AS type, value FROM contact',
    )
    expect(contacts.length).toBeGreaterThan(800)
    expect(
      contacts.filter(({ type, value }) => !Object.is(Object.values(checkContact(type, value))[0], value)),
    ).toEqual([])
  })

  it('play the roles of their rows, some accreditations end soon and some have ended', async () => {
    const differing = await rowsOf(
      `SELECT p.id FROM partner p WHERE p.roles <> ARRAY(SELECT r.role_code FROM partner_role r
        WHERE r.partner_id = p.id AND NOT r.not_active ORDER BY 1)`,
    )
    expect(differing).toEqual([])
    const states = await rowsOf<{ state: string; count: number }>(
      `SELECT accreditation_state(status, date_from, date_to, '2026-11-20', '2026-12-20') AS state, count(*)::int AS count
       FROM accreditation GROUP BY 1`,
    )
    const counts = Object.fromEntries(states.map(({ state, count }) => [state, count]))
    for (const state of ['ACTIVE', 'EXPIRING', 'EXPIRED', 'PENDING', 'SUSPENDED', 'REVOKED'])
      expect(counts[state], state).toBeGreaterThan(2)
  })

  it.each([
    'partner_account',
    'contact',
    'partner_region',
    'accreditation',
    'partner_rate',
    'partner_description',
    'partner_link',
  ])('of the demo sign-ins have something in %s', async (table) => {
    const rows = await rowsOf<{ id: number }>(
      `SELECT DISTINCT partner_id AS id FROM ${table} WHERE partner_id IN (2, 4) ORDER BY 1`,
    )
    expect(rows.map(({ id }) => id)).toEqual([2, 4])
  })
})
