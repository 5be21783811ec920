import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadinessItem } from '@ipoteka-office/contract/system/readiness.ts'
import { parameters } from '#cli/bank-arguments.rules.ts'
import { readBankProfile } from '#db/bank-profile.ts'
import { openDatabase } from '#db/database.ts'
import { aloneInDatabase } from '#db/preparing.ts'
import { freePort, Product } from '#testing/processes/product.ts'
import { runScript } from '#testing/processes/run-script.ts'
import { templateUrl, withAdmin } from '#testing/test-database.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const { url: server } = inject('testDatabase')
const name = `ipoteka_first_day_${randomBytes(4).toString('hex')}`
const databaseUrl = templateUrl(server, name)
const place = mkdtempSync(join(tmpdir(), 'ipoteka-first-day-'))

const bank: Record<Exclude<keyof typeof parameters, 'admin-name'>, string> = {
  name: 'АО «Пример Банк»',
  'short-name': 'Пример Банк',
  inn: '7701000019',
  bik: '044525999',
  license: '1234',
  'time-zone': 'Asia/Yekaterinburg',
  'admin-login': 'ivanova',
  'admin-identity-id': '5d0c0de0-0000-4000-8000-0000000000aa',
}
const words = Object.entries(bank).flatMap(([key, value]) => [`--${key}`, value])

beforeAll(async () => {
  await withAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name}`))
})
afterAll(async () => {
  await product.stop()
  await withAdmin(server, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  rmSync(place, { recursive: true, force: true })
})

it('of two processes that start on one empty database one prepares it and the other waits', async () => {
  const held = Promise.withResolvers<void>()
  const both = aloneInDatabase(databaseUrl, async () => {
    const processes = [1, 2].map(() => runScript('testing/processes/preparing-child.ts', [databaseUrl]))
    held.resolve()
    // Both stand at the door, so that they go in at the same time.
    await expect
      .poll(() =>
        withAdmin(databaseUrl, async (admin) => {
          const { rows } = await admin.query(
            `SELECT FROM pg_stat_activity WHERE application_name = 'ipoteka-prepare' AND datname = current_database()
               AND query LIKE '%pg_try_advisory_lock%'`,
          )
          return rows.length
        }),
      )
      // And the one that holds it.
      .toBe(3)
    return processes
  })
  await held.promise
  for (const { code, out, errors } of await Promise.all(await both)) {
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(out).toContain('базу готовит другой процесс, ждём его')
  }
}, 60_000)

const product = new Product({
  dataDir: place,
  port: await freePort(),
  env: { DATABASE_URL: databaseUrl, DEMO_DATA: 'no' },
})
const ask = (path: string, init?: RequestInit) => fetch(`${product.url}${path}`, init).catch(() => null)
let started: Promise<void>

it('without a bank the server says what to run: to probes, to people and to calls', async () => {
  started = product.start(90)
  await expect.poll(async () => (await ask('/readyz'))?.status).toBe(503)
  const [ready, healthy, page, call] = await Promise.all(
    ['/readyz', '/healthz', '/leads', '/api/employee/getUserByLogin?login=ivanova'].map((path) => ask(path)),
  )
  expect(await ready?.json()).toMatchObject({
    failed: ['bank'],
    message: expect.stringContaining('npm run bank:create -- --name'),
  })
  expect(healthy?.status).toBe(200)
  expect([page?.status, page?.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page?.text()).toContain('npm run bank:create -- --name')
  expect(call?.status).toBe(503)
  expect(await call?.json()).toMatchObject({
    message: expect.stringContaining('Банк в этой базе ещё не создан'),
  })
}, 60_000)

it('bank:create makes the bank once, and the waiting server lets its administrator in by itself', async () => {
  const create = () => runScript('cli/bank-create.ts', words, { DATABASE_URL: databaseUrl, DATA_DIR: place })
  const two = await Promise.all([create(), create()])
  const made = two.filter(({ code }) => code === 0)
  expect(made).toHaveLength(1)
  const said = made.map(({ out }) => out).join('')
  expect(said).toContain('Банк «Пример Банк» создан, первый администратор — ivanova')
  expect(two.map(({ errors }) => errors).join('')).toContain('В этой базе уже есть банк «Пример Банк»')

  await started
  const token = await ask('/auth/realms/ipoteka/protocol/openid-connect/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'apix',
      username: 'ivanova',
      password: said.replace(/.*пароль (\S+).*/s, '$1'),
    }),
  })
  const reply = (await token?.json()) as { access_token: string } | undefined
  const headers = { authorization: `Bearer ${reply?.access_token}` }
  const me = await ask('/api/employee/getUserByLogin?login=ivanova', { headers })
  expect(await me?.json()).toMatchObject({
    descriptor: 'Администратор системы',
    partner: { name: 'Пример Банк' },
    bankTimeZone: 'Asia/Yekaterinburg',
  })
  expect((await ask('/api/partner', { headers }))?.status).toBe(200)
  const readiness = (await (await ask('/api/system/readiness', { headers }))?.json()) as ReadinessItem[]
  const left = new Map(readiness.map(({ code, state, link }) => [code, [state, link]]))
  // The first administrator begins here: whom to load, what to fill in, what to connect.
  expect(Object.fromEntries(left)).toMatchObject({
    REQUISITES: ['NOT_READY', expect.stringMatching(/^\/partner\/\d+$/)],
    PARTNERS: ['WARNING', '/organisation-loads'],
    EMPLOYEES: ['NOT_READY', '/organisation-loads'],
    PRODUCTS: ['NOT_READY', '/products'],
    BACKUP: ['NOT_READY', '/system'],
  })
  expect(await product.stop()).toBe(0)
}, 120_000)

it('the made bank is the operator with delivered roles, an administrator of all operations, and its own time zone', async () => {
  const { db, pool, close } = openDatabase({ connectionString: databaseUrl })
  expect(await readBankProfile(db)).toEqual({ shortName: 'Пример Банк', timeZone: 'Asia/Yekaterinburg' })
  const { rows } = await pool.query(`
    SELECT p.roles, p.inn, b.bic, e.login, e.identity_id,
      (SELECT v.value #>> '{}' FROM parameter_value v JOIN parameter a ON a.id = v.parameter_id
        WHERE a.code = 'bank-license' AND v.withdrawn_at IS NULL) AS license,
      (SELECT count(*)::int FROM user_role) AS roles_delivered,
      (SELECT count(*)::int FROM user_role_operation o JOIN employee_user_role h USING (user_role_id)) AS operations,
      (SELECT count(*)::int FROM operation) AS all_operations,
      (SELECT count(*)::int FROM reference_item) > 0 AND EXISTS (SELECT FROM document_rule)
        AND EXISTS (SELECT FROM workgroup_role) AND EXISTS (SELECT FROM address_object) AS delivered
    FROM bank_profile b JOIN partner p ON p.id = b.partner_id JOIN employee e ON e.partner_id = p.id`)
  expect(rows).toEqual([
    {
      roles: ['Ahml'],
      inn: bank.inn,
      bic: bank.bik,
      license: `№ ${bank.license}`,
      login: 'ivanova',
      identity_id: bank['admin-identity-id'],
      roles_delivered: 15,
      operations: rows[0].all_operations,
      all_operations: expect.any(Number),
      delivered: true,
    },
  ])
  await close()
}, 60_000)
