import { individualEntryRequests } from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import * as api from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basis, blacklistsOf, entryInput, paramsOf } from '#testing/blacklist/blacklists.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** `security` reads reasons, `underwriter` does not. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-20T09:00:00Z') } })
})
afterAll(() => bank.close())
const { create, read, acting, appealed } = blacklistsOf(() => bank)

const readings = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM access_event WHERE action = 'REASON'`.execute(bank.db)
  return rows[0]?.count ?? 0
}

describe('the list', () => {
  const found = async (search: string, kind: BlacklistKind = 'individuals') => {
    const { body } = await bank.call(
      api.searchBlacklist,
      { params: { kind }, body: { search } },
      { as: 'security' },
    )
    return body.content.map(({ id }) => id)
  }

  it('finds by a name and by any identifier in any spelling', async () => {
    const { id } = await acting()
    for (const search of [
      'аверченко глеб',
      '0012 345678',
      '00 12 345678',
      '0005111222',
      '+7 912 000-11-22',
      '8(912)0001122',
      '9120001122',
      `№ ${id}`,
    ])
      expect([search, await found(search)]).toEqual([search, expect.arrayContaining([id])])
    expect(await found('0012 999999')).toEqual([])
  })

  it('shows numbers under masks, counts tabs and filters', async () => {
    const { id } = await acting('phones')
    const { body } = await bank.call(
      api.searchBlacklist,
      { params: { kind: 'phones' }, body: { tab: 'acting', levels: ['STOP'] } },
      { as: 'security' },
    )
    expect(body.content.find((row) => row.id === id)?.title).toBe('+7 ••• •••-33-44')
    const counts = await bank.call(api.countBlacklist, { params: { kind: 'phones' }, body: {} })
    expect(counts.body).toMatchObject({ acting: body.totalElements, appeal: 0 })
    const none = await bank.call(
      api.searchBlacklist,
      { params: { kind: 'phones' }, body: { levels: ['INFO'] } },
      { as: 'security' },
    )
    expect(none.body.totalElements).toBe(0)
    const authors = await bank.call(api.listBlacklistAuthors, { params: { kind: 'phones' } })
    expect(authors.body.map(({ fullName }) => fullName)).toEqual(['Ермолаев Виталий Николаевич'])
  })
})

describe('reasons', () => {
  it('are not seen without the right, in no answer', async () => {
    const entry = await appealed(await acting())
    const as = 'underwriter' as const
    const before = await readings()
    const answers = [
      await bank.call(api.getBlacklistEntry, { params: paramsOf(entry) }, { as }),
      await bank.call(api.getEntryProcess, { params: paramsOf(entry) }, { as }),
      await bank.call(api.listEntryHistory, { params: paramsOf(entry) }, { as }),
      await bank.call(api.searchBlacklist, { params: { kind: 'individuals' }, body: {} }, { as }),
      await bank.call(individualEntryRequests.list, {}, { as }),
    ]
    for (const { status, raw } of answers) {
      expect(status).toBe(200)
      expect(raw.body).not.toMatch(/SECURITY|Служба безопасности|Справка|работодател(?:ем|я от)/)
    }
    expect(await readings()).toBe(before)
    const { status } = await bank.call(
      api.searchBlacklist,
      { params: { kind: 'individuals' }, body: { sources: ['SECURITY'] } },
      { as },
    )
    expect(status).toBe(403)
  })

  it('leave a line in the access log with every reading', async () => {
    const entry = await acting()
    const before = await readings()
    expect((await read(entry)).reason?.basis).toBe(basis)
    await read(entry)
    expect(await readings()).toBe(before + 2)
    const { body } = await bank.call(api.listEntryHistory, { params: paramsOf(entry) }, { as: 'security' })
    expect(await readings()).toBe(before + 3)
    expect(body.content.at(-1)?.changes).toContainEqual({
      field: 'content',
      label: 'Основание',
      oldValue: '−',
      newValue: basis,
    })
  })

  it('stay as they are when saved by who cannot read them, and numbers under their masks', async () => {
    const entry = await create()
    await sql`UPDATE user_role_operation SET operation = 'Update' WHERE object_type = 'IndividualBlacklist'
      AND operation = 'List' AND user_role_id = (SELECT id FROM user_role WHERE code = 'UNDERWRITER')`.execute(
      bank.db,
    )
    await sql`DELETE FROM user_role_operation WHERE object_type = 'PersonalData'
      AND user_role_id = (SELECT id FROM user_role WHERE code = 'UNDERWRITER')`.execute(bank.db)
    // Rights are held in memory until the change of them is heard of.
    await expect.poll(async () => (await read(entry, 'underwriter')).data['passport']).toBe('•• •• •••678')
    const seen = await read(entry, 'underwriter')
    expect(seen.reason).toBeNull()
    const body = {
      ...entryInput(),
      data: seen.data,
      reason: null,
      level: 'INFO' as const,
      version: entry.version,
    }
    const saved = await bank.call(
      api.saveBlacklistEntry,
      { params: paramsOf(entry), body },
      { as: 'underwriter' },
    )
    expect(saved.status).toBe(200)
    expect(await read(entry)).toMatchObject({
      level: 'INFO',
      data: { passport: '0012345678' },
      reason: { basis },
    })
  })
})
