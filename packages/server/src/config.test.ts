import { describe, expect, it } from 'vitest'
import { ConfigError, inZoneOf, loadConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://app:secret@db.bank.ru:5432/ipoteka',
  IDENTITY_URL: 'https://login.bank.ru/auth/',
  PUBLIC_URL: 'https://office.bank.ru/',
  CREDIT_REPORTS_KEY: `reports-2026:${Buffer.alloc(32, 7).toString('base64')}`,
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('configuration', () => {
  it('needs nothing on a developer’s machine', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({
      nodeEnv: 'development',
      production: false,
      port: 8080,
      host: 'localhost',
      publicUrl: 'http://localhost:8080',
      databaseUrl: null,
      demoData: true,
      bankTimeZone: 'Europe/Moscow',
      store: { s3: null },
      clamd: null,
      errorReports: null,
      allowedIdentityHosts: ['localhost:8080'],
    })
    expect(config.identity).toMatchObject({
      mode: 'embedded',
      issuer: 'http://localhost:8080/auth/realms/ipoteka',
      browserUrl: 'http://localhost:8080/auth',
      audience: 'apix',
      configFile: 'keycloak.json',
    })
    expect(config.dataDir.endsWith('/.data')).toBe(true)
    expect(config.store.filesDir).toBe(`${config.dataDir}/files`)
  })

  it('takes an outside database and identity server in production', () => {
    const config = loadConfig({ ...production, IDENTITY_INTERNAL_URL: 'http://keycloak:8080/auth' })
    expect(config).toMatchObject({
      production: true,
      host: '0.0.0.0',
      demoData: false,
      publicUrl: 'https://office.bank.ru',
    })
    expect(config.identity).toMatchObject({
      mode: 'external',
      issuer: 'https://login.bank.ru/auth/realms/ipoteka',
      jwksUrl: 'http://keycloak:8080/auth/realms/ipoteka/protocol/openid-connect/certs',
    })
  })

  it('names everything that production lacks, all at once', () => {
    const problems = problemsOf({ NODE_ENV: 'production' })
    expect(problems.map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'IDENTITY_URL',
      'PUBLIC_URL',
      'CREDIT_REPORTS_KEY',
    ])
    expect(problems.every((line) => /укажите|Укажите|задайте/.test(line))).toBe(true)
  })

  it.each([
    ['DEMO_DATA', 'yes'],
    ['AUTH', 'no'],
    ['ROLES', 'no'],
    ['STUB', 'yes'],
    ['DATABASE_URL', ''],
    ['IDENTITY_URL', ''],
    ['CREDIT_REPORTS_KEY', ''],
    ['CREDIT_REPORTS_KEY', `training:${Buffer.alloc(32, 7).toString('base64')}`],
    ['CREDIT_REPORTS_KEY', 'reports:short'],
    ['CREDIT_REPORTS_OLD_KEYS', 'reports'],
  ])('refuses %s=%s in production', (name, value) => {
    expect(problemsOf(production)).toEqual([])
    expect(problemsOf({ ...production, [name]: value })).toEqual([expect.stringContaining(`${name}: `)])
  })

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['NODE_ENV', 'prod'],
    ['DATABASE_URL', 'mysql://x'],
    ['IDENTITY_URL', 'login.bank.ru'],
    ['PUBLIC_URL', 'office'],
    ['BANK_TIME_ZONE', 'Europe/Moskva'],
    ['DEMO_DATA', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['S3_URL', 'https://s3.bank.ru/bucket'],
    ['CLAMD_URL', 'http://clamav:3310'],
    ['CLAMD_URL', 'tcp://clamav:3310?required=maybe'],
    ['IDENTITY_REALM', '../master'],
    ['IDENTITY_ALLOWED_HOSTS', 'https://login.bank.ru'],
    ['IDENTITY_FILES', '../x.json=https://login.bank.ru'],
    ['DATABASE_POOL_SIZE', '0'],
    ['ERROR_REPORTS_DSN', 'https://errors.bank.ru/1'],
    ['ERROR_REPORTS_DSN', 'https://key:secret@errors.bank.ru/1'],
    ['ERROR_REPORTS_PERCENT', '0'],
    ['ERROR_REPORTS_STAND', 'стенд'],
  ])('refuses %s=%s with a message that names it and says what is wanted', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: (нуж|допустимы)`)),
    ])
  })

  it('reports several wrong values together and nothing twice', () => {
    const problems = problemsOf({ ...production, PORT: 'x', DATABASE_URL: 'mysql://x', DEMO_DATA: 'yes' })
    expect(problems.map((line) => line.split(':')[0])).toEqual(['PORT', 'DATABASE_URL', 'DEMO_DATA'])
  })

  it('connects a service only with both its address and its key', () => {
    const token = 'sixteen-letters-at-least'
    expect(problemsOf({ CHECKS_URL: 'https://checks.bank.ru', EFRSB_PASSWORD: 'word' })).toEqual([
      expect.stringContaining('CHECKS_URL: задаётся вместе с CHECKS_TOKEN'),
      expect.stringContaining('EFRSB_LOGIN: задаётся вместе с EFRSB_PASSWORD'),
    ])
    const config = loadConfig({
      CHECKS_URL: 'https://checks.bank.ru/',
      CHECKS_TOKEN: token,
      DADATA_TOKEN: token,
    })
    expect(config.checks).toEqual({ gateway: { url: 'https://checks.bank.ru', token }, bankruptcy: null })
    expect(config).toMatchObject({ selfBan: null, decisionEngine: null, dadata: { token, clean: null } })
  })

  it('reports unexpected errors only with a DSN, under the name of the stand', () => {
    expect(loadConfig({ ERROR_REPORTS_STAND: 'stage' }).errorReports).toBeNull()
    const ERROR_REPORTS_DSN = 'https://abc@errors.bank.ru/glitch/7'
    const place = { url: 'https://errors.bank.ru/glitch/api/7/envelope/', key: 'abc' }
    expect(loadConfig({ ERROR_REPORTS_DSN }).errorReports).toEqual({
      ...place,
      percent: 100,
      stand: 'development',
    })
    expect(
      loadConfig({
        ...production,
        ERROR_REPORTS_DSN,
        ERROR_REPORTS_STAND: 'prod',
        ERROR_REPORTS_PERCENT: '25',
      }).errorReports,
    ).toEqual({ ...place, percent: 25, stand: 'prod' })
  })

  it('does not show secrets in its messages', () => {
    expect(problemsOf({ ERROR_REPORTS_DSN: 'https://key:hunter2@x/1' }).join()).not.toContain('hunter2')
    expect(problemsOf({ DATABASE_URL: 'mysql://app:hunter2@db/x' }).join()).not.toContain('hunter2')
  })

  it('reads an object store from one address', () => {
    const config = loadConfig({ S3_URL: 'https://key:s%2Fcret@s3.bank.ru/files?region=ru-1' })
    expect(config.store.filesDir).toBeNull()
    expect(config.store.s3).toEqual({
      endpoint: 'https://s3.bank.ru',
      bucket: 'files',
      region: 'ru-1',
      accessKeyId: 'key',
      secretAccessKey: 's/cret',
    })
  })

  it.each([
    ['tcp://clamav:3311', { address: { host: 'clamav', port: 3311 }, required: true }],
    ['tcp://clamav?required=no', { address: { host: 'clamav', port: 3310 }, required: false }],
    ['unix:///run/clamav/clamd.ctl', { address: { path: '/run/clamav/clamd.ctl' }, required: true }],
  ])('reads where clamd is: %s', (url, place) => {
    expect(loadConfig({ CLAMD_URL: url }).clamd).toEqual(place)
  })

  it('knows further addresses of the identity server by the names of their files', () => {
    const config = loadConfig({ IDENTITY_FILES: 'inner.json=https://login.inner/auth/' })
    expect(config.identity.files['inner.json']).toEqual({
      realm: 'ipoteka',
      'auth-server-url': 'https://login.inner/auth',
      resource: 'apix',
    })
    expect(config.allowedIdentityHosts).toEqual(['localhost:8080', 'login.inner'])
  })
})

it('a bank works in the time zone that it was made with; another in the settings is a mistake', () => {
  const zone = 'Asia/Yekaterinburg'
  expect(inZoneOf(loadConfig({}), zone).bankTimeZone).toBe(zone)
  expect(inZoneOf(loadConfig({ BANK_TIME_ZONE: zone }), zone).bankTimeZone).toBe(zone)
  expect(inZoneOf(loadConfig({ BANK_TIME_ZONE: zone }), null).bankTimeZone).toBe(zone)
  expect(() => inZoneOf(loadConfig({ BANK_TIME_ZONE: 'Europe/Moscow' }), zone)).toThrow(
    /BANK_TIME_ZONE: задан/,
  )
})
