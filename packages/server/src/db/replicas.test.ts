import { join } from 'node:path'
import { endpoint, signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Route, route } from '#http/route.ts'
import { installJobs } from '#jobs/install.ts'
import {
  type SystemCluster,
  systemCluster,
  systemIsPromised,
  systemPrograms,
} from '#testing/clusters/system-postgres.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { Replicas } from './replicas.ts'
import { seedOrganisation } from './seed/organisation.ts'

const base = { summary: 'Проверка', access: signedIn, method: 'POST' } as const
const addNote = endpoint({
  ...base,
  path: '/test/note',
  body: z.object({ text: z.string() }),
  response: z.object({}),
})
const Seen = z.object({ texts: z.array(z.string()), isReplica: z.boolean() })
const searchNotes = endpoint({
  ...base,
  path: '/test/notes',
  body: z.object({}),
  reads: true,
  response: Seen,
})
const logged = endpoint({ ...base, path: '/test/logged', body: z.object({}), reads: true, response: Seen })
const slowly = endpoint({ ...base, path: '/test/slowly', body: z.object({}), reads: true, response: Seen })

type Context = Parameters<Route['handle']>[1]
async function seen({ db }: Pick<Context, 'db'>) {
  const { rows } = await sql<{ texts: string[]; isReplica: boolean }>`
    SELECT coalesce(array_agg(text ORDER BY id), '{}') AS texts, pg_is_in_recovery() AS "isReplica"
    FROM notification WHERE kind = 'info'`.execute(db)
  return rows[0] ?? { texts: [], isReplica: false }
}
const write = ({ db, actor }: Context, text: string) =>
  db.insertInto('notification').values({ employee_id: actor.employeeId, kind: 'info', text }).execute()
const routes: Route[] = [
  route(addNote, async ({ body }, context) => {
    await write(context, body.text)
    return {}
  }),
  route(searchNotes, (_, context) => seen(context)),
  route(logged, async (_, context) => {
    await sql`UPDATE notification SET text = text`.execute(context.db)
    return seen(context)
  }),
  route(slowly, async (_, context) => {
    const at = await seen(context)
    if (at.isReplica) await sql`SELECT pg_sleep(3)`.execute(context.db)
    return at
  }),
]

const programs = systemPrograms()

describe.skipIf(programs === null && !systemIsPromised())(
  'lists are read from a replica',
  { timeout: 60_000 },
  () => {
    let primary: SystemCluster
    let replica: SystemCluster
    let bank: TestApp
    let ofReplica: pg.Client
    const settings = { wal_level: 'replica', hot_standby_feedback: 'on', max_wal_senders: '10' }

    const connect = async () => {
      ofReplica = new pg.Client(replica.url)
      // It is stopped under this connection too.
      ofReplica.on('error', () => undefined)
      await ofReplica.connect()
    }

    beforeAll(async () => {
      if (programs === null) throw new Error('The system has no PostgreSQL')
      primary = await systemCluster(programs)
      primary.start(settings)
      await migrate(primary.url)
      await installJobs(primary.url)
      const { db, close } = openDatabase({ connectionString: primary.url, queryTimeout: 0 })
      await seedOrganisation(db)
      await close()
      replica = await systemCluster(programs, (cluster) => {
        const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
        cluster.run('pg_basebackup', [
          ...from,
          '-D',
          cluster.data,
          '-R',
          '-X',
          'stream',
          '-c',
          'fast',
          '--no-sync',
        ])
      })
      replica.start(settings)
      await connect()
      bank = await testApp({ databaseUrl: primary.url, env: { DATABASE_REPLICA_URLS: replica.url }, routes })
    }, 180_000)
    afterAll(async () => {
      await bank?.close()
      await ofReplica?.end().catch(() => undefined)
      for (const cluster of [replica, primary]) {
        cluster?.stop('immediate')
        await cluster?.remove()
      }
    })

    const add = (text: string, options = {}) => bank.call(addNote, { body: { text } }, options)
    const search = async (options = {}) => (await bank.call(searchNotes, { body: {} }, options)).body
    const fromReplica = async (options = {}) => (await search(options)).isReplica
    const pause = () => ofReplica.query('SELECT pg_wal_replay_pause()')
    const resume = () => ofReplica.query('SELECT pg_wal_replay_resume()')
    const paused = async () =>
      (await ofReplica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0]
        ?.state

    it('reads go there and always see what their reader has written, in this process and in another', async () => {
      await expect.poll(fromReplica).toBe(true)
      await pause()
      await expect.poll(paused).toBe('paused')
      const { headers } = await add('моё')
      expect(await search()).toEqual({ texts: ['моё'], isReplica: false })
      // Another person has written nothing: what the replica has is enough.
      expect(await search({ as: 'underwriter' })).toEqual({ texts: [], isReplica: true })
      // Another process knows by the cookie alone, which says nothing but a place in the log.
      const [cookie = ''] = [headers['set-cookie']].flat()
      expect(cookie).toMatch(/^office-written=\d+; Path=\/api; Max-Age=60; HttpOnly; SameSite=Strict$/)
      const brought = { as: 'underwriter', headers: { cookie: cookie.split(';')[0] ?? '' } }
      expect(await search(brought)).toEqual({ texts: ['моё'], isReplica: false })
      await resume()
      await expect.poll(() => search()).toEqual({ texts: ['моё'], isReplica: true })
    })

    it('a replica that lags is passed by whoever reads', async () => {
      await pause()
      await expect.poll(paused).toBe('paused')
      await add('отстала')
      await expect.poll(() => fromReplica({ as: 'underwriter' })).toBe(false)
      await resume()
      await expect.poll(() => fromReplica({ as: 'underwriter' })).toBe(true)
    })

    it('news waits for the replica, and passes it by when it does not come', async () => {
      const replicas = new Replicas({
        urls: [replica.url],
        primary: bank.pool,
        poolSize: 2,
        onError: (error) => expect.unreachable(String(error)),
      })
      await replicas.start()
      await add('новость')
      await replicas.caughtUp()
      const db = replicas.pick(0n)
      if (db === null) throw new Error('the replica is not used')
      expect((await seen({ db })).texts).toContain('новость')
      await pause()
      await expect.poll(paused).toBe('paused')
      await add('другая новость')
      await replicas.caughtUp()
      expect([replicas.pick(0n), replicas.state()[0]?.state]).toEqual([null, 'BEHIND'])
      await resume()
      await expect.poll(() => replicas.state()[0]?.state).toBe('ALIVE')
      await replicas.close()
    })

    it('a read that writes after all is done where that is possible', async () => {
      expect((await bank.call(logged, { body: {} }, { as: 'underwriter' })).body.isReplica).toBe(false)
    })

    it.each(['fast', 'immediate'] as const)(
      'a replica that goes away (%s) is noticed within a second, and reads that wait for it are answered by the primary',
      async (mode) => {
        await expect.poll(() => fromReplica({ as: 'underwriter' })).toBe(true)
        const waiting = bank.call(slowly, { body: {} }, { as: 'underwriter' })
        await sleep(300)
        const gone = performance.now()
        replica.stop(mode)
        const answer = await waiting
        expect([answer.status, answer.body.isReplica]).toEqual([200, false])
        expect(performance.now() - gone).toBeLessThan(2_500)
        for (let at = 0; at < 20; at += 1) expect(await fromReplica({ as: 'underwriter' })).toBe(false)
        replica.start(settings)
        await expect.poll(() => fromReplica({ as: 'underwriter' })).toBe(true)
        await connect()
      },
    )

    it('a replica that answers no longer is noticed within a second', async () => {
      const { rows } = await ofReplica.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      )
      const began = performance.now()
      for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
      await expect.poll(() => fromReplica({ as: 'underwriter' })).toBe(false)
      expect(performance.now() - began).toBeLessThan(1_500)
      for (const { pid } of rows) process.kill(pid, 'SIGCONT')
      await expect.poll(() => fromReplica({ as: 'underwriter' })).toBe(true)
    })
  },
)

it.runIf(systemIsPromised())('the PostgreSQL of the system that was promised is there', () => {
  expect(programs, join('/usr/lib/postgresql', '15')).not.toBeNull()
})
