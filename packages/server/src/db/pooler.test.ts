import { listApprovers } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { hasPgBouncer, keepsNames, type PgBouncer, startPgBouncer } from '#testing/processes/pgbouncer.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'
import { checkPooler, connectQuery } from './pooler.ts'
import { writeTransaction } from './transaction.ts'
import { soon } from '#testing/waiting/soon.ts'

const naming = keepsNames ? 'named' : 'unnamed'

describe.skipIf(!hasPgBouncer)('PgBouncer before the database', () => {
  let pooler: PgBouncer
  let bank: TestApp
  beforeAll(async () => {
    const { url } = inject('testDatabase')
    pooler = await startPgBouncer(url, connectQuery)
    bank = await testApp({ pooler: { naming, urlOf: pooler.urlOf } })
  })
  afterAll(async () => {
    await bank?.close()
    await pooler?.close()
  })

  it('is found to keep names of statements or not', async () => {
    expect(await checkPooler(pooler.urlOf(bank.connectionString))).toBe(naming)
    // An old one leaves the name with a connection: the next check meets another.
    expect(await checkPooler(pooler.urlOf(bank.connectionString))).toBe(naming)
  })

  it('is refused when its connections would be those of the owner, with what to write where', async () => {
    const careless = await startPgBouncer(bank.connectionString, 'SELECT 1')
    onTestFinished(() => careless.close())
    await expect(checkPooler(careless.urlOf(bank.connectionString))).rejects.toThrow(
      /^DATABASE_POOLER_URL: .*\(role, .*connect_query='SET role = ''ipoteka_app''; .*перезапустите/,
    )
  })

  it('is named when nobody answers there', async () => {
    await expect(checkPooler('postgresql://test@127.0.0.1:1/none')).rejects.toThrow(
      /^DATABASE_POOLER_URL: соединиться с PgBouncer не удалось/,
    )
  })

  it('lets nobody write past the rights of the server', async () => {
    await expect(sql`DELETE FROM change_history`.execute(bank.db)).rejects.toThrow(/permission denied/)
  })

  it('keeps each change with its author, though connections go from hand to hand', async () => {
    await sql`INSERT INTO employee (id, partner_id, last_name, first_name)
      SELECT n, 1, 'Очередной', 'О' || n FROM generate_series(9001, 9060) n`.execute(bank.db)
    const changes = Array.from({ length: 60 }, (_, n) =>
      writeTransaction(bank.db, { employeeId: (n % 3) + 1, requestId: `way-${n}` }, async (tx) => {
        await sql`UPDATE employee SET last_name = ${`Изменённый ${n}`} WHERE id = ${9001 + n}`.execute(tx)
      }),
    )
    const lists = Array.from({ length: 20 }, () =>
      bank.call(listApprovers, { params: { type: 'oic' }, body: {} }),
    )
    await Promise.all(changes)
    expect(new Set((await Promise.all(lists)).map(({ status }) => status))).toEqual(new Set([200]))
    const { rows } = await sql<{ id: number; actor: number; request: string }>`
      SELECT object_id AS id, actor_id AS actor, request_id AS request FROM change_history
      WHERE object_type = 'employee' AND action = 'UPDATE' AND object_id BETWEEN 9001 AND 9060
      ORDER BY object_id`.execute(bank.db)
    expect(rows).toEqual(
      Array.from({ length: 60 }, (_, n) => ({ id: 9001 + n, actor: (n % 3) + 1, request: `way-${n}` })),
    )
    // Who changes without saying so is nobody: the last author has left nothing behind.
    await sql`UPDATE employee SET last_name = 'Ничей' WHERE id = 9001`.execute(bank.db)
    const { rows: last } = await sql<{ actor: number | null }>`SELECT actor_id AS actor FROM change_history
      WHERE object_type = 'employee' AND object_id = 9001 ORDER BY id DESC LIMIT 1`.execute(bank.db)
    expect(last).toEqual([{ actor: null }])
  })

  it('goes on when a migration changes what a statement answers', async () => {
    const read = () =>
      Promise.all(
        Array.from({ length: 8 }, () => sql`SELECT * FROM employee WHERE id = ${1}`.execute(bank.db)),
      )
    await read()
    await withAdmin(bank.connectionString, (admin) =>
      admin.query('ALTER TABLE employee ADD COLUMN anew integer'),
    )
    // Each connection may refuse once: whoever asked asks again.
    const [answer] = await soon(read)
    expect(answer?.rows[0]).toHaveProperty('anew', null)
  })
})
