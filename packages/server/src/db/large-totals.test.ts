import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { copyTemplate, withAdmin } from '#testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { countByValues, rememberedCount } from './large-totals.ts'
import { soon } from '#testing/waiting/soon.ts'

let copy: { url: string; drop(): Promise<void> }
let bank: Database
let asked = 0

/** Another number with every count that really runs. */
const growing = (from: number) =>
  sql<{ count: number }>`SELECT (${from}::int + nextval('counted'))::int AS count, ${asked}::int AS kind`

async function count(from: number): Promise<number> {
  return (await countByValues(bank.db, growing(from))).count - from
}

/** Moves the clock of the memory alone: the database answers in its own time. */
function after(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000)
}

beforeAll(async () => {
  const { url, template } = inject('testDatabase')
  copy = await copyTemplate(url, template)
  await withAdmin(copy.url, (admin) =>
    admin.query('CREATE SEQUENCE counted; GRANT ALL ON SEQUENCE counted TO ipoteka_app'),
  )
  bank = openDatabase({ connectionString: copy.url, poolSize: 2 })
})
beforeEach(async () => {
  asked += 1
  await sql`SELECT setval('counted', 1, false)`.execute(bank.db)
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => vi.useRealTimers()
})
afterAll(async () => {
  await bank.close()
  await copy.drop()
})

describe('the memory of large totals', () => {
  it('holds a large one for five seconds', async () => {
    expect(await count(1_000)).toBe(1)
    after(4)
    expect(await count(1_000)).toBe(1)
    expect(rememberedCount(bank.db, growing(1_000))).toBe(1_001)
  })

  it('counts a small one every time', async () => {
    expect([await count(0), await count(0)]).toEqual([1, 2])
    expect(rememberedCount(bank.db, growing(0))).toBeUndefined()
  })

  it('answers the one before while it counts anew', async () => {
    expect(await count(1_000)).toBe(1)
    after(6)
    expect(await count(1_000)).toBe(1)
    await soon(async () => expect(await count(1_000)).toBe(2))
  })

  it('never answers one older than fifteen seconds', async () => {
    expect(await count(1_000)).toBe(1)
    after(16)
    expect(rememberedCount(bank.db, growing(1_000))).toBeUndefined()
    expect(await count(1_000)).toBe(2)
  })

  it('is not asked inside a transaction, which sees what it wrote', async () => {
    expect(await count(1_000)).toBe(1)
    const inside = await bank.db.transaction().execute((tx) => countByValues(tx, growing(1_000)))
    expect(inside.count).toBe(1_002)
  })
})
