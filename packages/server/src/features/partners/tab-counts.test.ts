import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import { filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import { listPartnerNotifications } from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { listReassignments } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import * as parts from '@ipoteka-office/contract/partners/partner-parts.ts'
import { countPartnerTabs } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { listPartnerRates, listRolesOfPartner } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { listWorkgroups } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { readFile } from 'node:fs/promises'
import { topics } from '@ipoteka-office/contract/live.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertParts, nobody, of, ural, volga } from '#testing/partner-cases.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await insertParts(bank)
  await sql`INSERT INTO contact (partner_id, employee_id, contact_type_id, value)
    SELECT 4, min(id), 3, 'person@ural.example' FROM employee WHERE partner_id = 4`.execute(bank.db)
  await sql`INSERT INTO workgroup (partner_id, name, not_active) VALUES (4, 'Продажи', false), (4, 'Старая', true)`.execute(
    bank.db,
  )
  await sql`INSERT INTO partner_notification (partner_id, event_code, channel, address)
    VALUES (4, 'NEW_APPLICATION', 'EMAIL', 'office@ural.example')`.execute(bank.db)
  await sql`INSERT INTO employee (partner_id, last_name, first_name, not_active)
    VALUES (4, 'Ушёл', 'Пётр', true)`.execute(bank.db)
})
afterAll(() => bank.close())

const counts = (partnerId: number, as: 'admin' | 'agent' | 'partner-admin' = 'admin') =>
  bank.call(countPartnerTabs, of(partnerId), { as })

describe('counts of the tabs of a card', () => {
  it('equal what each tab opens with', async () => {
    const { body } = await counts(ural)
    const page = { ...of(ural), query: { page: 0, size: 1 } }
    const total = async (call: Promise<{ body: { totalElements: number } }>) =>
      (await call).body.totalElements
    const length = async (call: Promise<{ body: readonly unknown[] }>) => (await call).body.length
    expect(body).toEqual({
      branches: await total(bank.call(parts.listBranches, page)),
      accounts: await length(bank.call(parts.listPartnerAccounts, of(ural))),
      contacts: await length(bank.call(parts.listOwnContacts, of(ural))),
      regions: await length(bank.call(parts.listPartnerRegions, of(ural))),
      roles: await length(bank.call(listRolesOfPartner, of(ural))),
      rates: await length(bank.call(listPartnerRates, of(ural))),
      links: await total(bank.call(parts.listPartnerLinks, page)),
      notifications: await length(bank.call(listPartnerNotifications, of(ural))),
      reassignment: await total(bank.call(listReassignments, page)),
      documents: (await bank.call(listDocuments, { query: { ownerType: 'PARTNER', ownerId: String(ural) } }))
        .body.documents.length,
      employees: (await bank.call(filterPartnerEmployees, { ...page, body: { notActive: false } })).body
        .totalElements,
      workgroups: await total(
        bank.call(listWorkgroups, { ...of(ural), query: { page: 0, size: 1, notActive: 'false' } }),
      ),
    })
    expect(body).toMatchObject({ accounts: 1, contacts: 1, links: 1, workgroups: 1, notifications: 1 })
  })

  it('of another partner are not told', async () => {
    expect((await counts(ural, 'agent')).status).toBe(403)
    expect((await counts(volga, 'partner-admin')).status).toBe(404)
    expect((await counts(nobody)).status).toBe(404)
    expect((await counts(ural, 'partner-admin')).status).toBe(200)
  })

  it('of tabs that the caller may not read are not told either', async () => {
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 5
      AND object_type IN ('PartnerEmployee', 'Workgroup', 'Document')`.execute(bank.db)
    // Rights are remembered until the news of their change is heard.
    await expect
      .poll(async () => (await counts(ural, 'partner-admin')).body)
      .toMatchObject({ employees: null, workgroups: null, documents: null, accounts: 1 })
  })
})

describe('a change of a count', () => {
  /** Whether open cards of the partner were told of a change since the last question. */
  const isTold = async (partnerId: number): Promise<boolean> => {
    const { numAffectedRows = 0n } =
      await sql`DELETE FROM live_event WHERE topic = ${topics.partner(partnerId)}`.execute(bank.db)
    return numAffectedRows > 0n
  }

  it.each([
    [
      'an employee is added',
      `INSERT INTO employee (partner_id, last_name, first_name) VALUES (4, 'Новый', 'Пётр')`,
    ],
    [
      'an employee is switched off',
      `UPDATE employee SET not_active = true WHERE partner_id = 4 AND last_name = 'Новый'`,
    ],
    ['a group is added', `INSERT INTO workgroup (partner_id, name) VALUES (4, 'Новая')`],
    ['a group is taken away', `DELETE FROM workgroup WHERE name = 'Новая'`],
    ['an account is taken away', 'DELETE FROM partner_account WHERE partner_id = 4'],
  ])('is told to open cards when %s, of this partner alone', async (_what, statement) => {
    await isTold(ural)
    await isTold(volga)
    await sql.raw(statement).execute(bank.db)
    expect([await isTold(ural), await isTold(volga)]).toEqual([true, false])
  })

  it('is not told when nothing that is counted has changed', async () => {
    await isTold(ural)
    await sql`UPDATE employee SET job_title = 'Другая' WHERE partner_id = 4`.execute(bank.db)
    expect(await isTold(ural)).toBe(false)
  })

  it('is told by every table that is counted', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT t.tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE p.proname = 'tell_partner' AND t.tgname IN ('tell_partner_insert', 'tell_partner_delete')
      GROUP BY 1 HAVING count(*) = 2`.execute(bank.db)
    const source = await readFile(new URL('tab-counts.repo.ts', import.meta.url), 'utf8')
    const counted = [...source.matchAll(/sql`(\w+) \w WHERE \w\./g)].map(([, table]) => table)
    // Documents have a topic of their own.
    expect(new Set(rows.map(({ name }) => name))).toEqual(
      new Set(counted.filter((table) => table !== 'document')),
    )
  })
})
