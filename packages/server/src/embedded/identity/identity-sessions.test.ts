import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '#config.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { type EmbeddedPostgres } from '#embedded/postgres/start-postgres.ts'
import { startTestPostgres } from '#embedded/postgres/test-postgres.ts'
import { claimsOf, TestBrowser, type TokenAnswer } from '#testing/identity-browser.ts'
import { deleteSession } from './artefacts.repo.ts'
import { type Identity, openIdentity } from './identity.ts'
import { mountIdentity } from './mount-identity.ts'
import { seedDemoAccounts } from './set-account.ts'

const config = loadConfig({ NODE_ENV: 'test' })
let postgres: EmbeddedPostgres
let database: Database
let identity: Identity
let app: FastifyInstance

beforeAll(async () => {
  postgres = await startTestPostgres()
  await migrate(postgres.connectionString)
  database = openDatabase({ connectionString: postgres.connectionString })
  await seedDemoAccounts(database.db)
  identity = await openIdentity({ config, db: database.db })
  app = Fastify()
  await mountIdentity(app, identity)
}, 60_000)
afterAll(async () => {
  identity.close()
  await app.close()
  await database.close()
  await postgres.stop()
})

it('ends one session of an account or all: neither cookie nor refresh token sign in again', async () => {
  const [browser, other] = [new TestBrowser(app), new TestBrowser(app)]
  const [here, there] = [await browser.signInFully('viewer'), await other.signInFully('viewer')]
  const { sub, sid } = claimsOf(there.access_token) as { sub: string; sid: string }
  await deleteSession(database.db, sub, sid)
  expect((await other.refresh(there.refresh_token)).statusCode).toBe(400)
  expect(String((await other.authorize()).headers.location)).toContain('/login/')
  const kept = await browser.refresh(here.refresh_token)
  expect(kept.statusCode).toBe(200)
  await deleteSession(database.db, sub, null)
  expect((await browser.refresh(kept.json<TokenAnswer>().refresh_token)).statusCode).toBe(400)
  expect(String((await browser.authorize()).headers.location)).toContain('/login/')
})
