import { describe, expect, it, vi } from 'vitest'
import { problemsOf, productionVariables as production } from '#testing/processes/production-variables.ts'
import { inZoneOf, loadConfig } from './config.ts'
import { repeatRisks } from './repeat-risks.ts'

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
    const config = loadConfig({ ...production, IDENTITY_INTERNAL_URL: 'https://keycloak:8443/auth' })
    expect(config).toMatchObject({
      production: true,
      host: '0.0.0.0',
      demoData: false,
      publicUrl: 'https://office.bank.ru',
    })
    expect(config.identity).toMatchObject({
      mode: 'external',
      issuer: 'https://login.bank.ru/auth/realms/ipoteka',
      jwksUrl: 'https://keycloak:8443/auth/realms/ipoteka/protocol/openid-connect/certs',
    })
  })

  it('takes a role only where several processes can share a database', () => {
    expect(loadConfig({}).role).toBe('all')
    expect(loadConfig({ ...production, ROLE: 'worker' }).role).toBe('worker')
    expect(problemsOf({ ROLE: 'web' })).toEqual([expect.stringMatching(/^ROLE: .*Задайте DATABASE_URL/)])
    expect(problemsOf({ ...production, ROLE: 'both' })).toEqual(['ROLE: нужно all, web или worker'])
  })

  it('names everything that production lacks, all at once', () => {
    const problems = problemsOf({ NODE_ENV: 'production' })
    expect(problems.map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'IDENTITY_URL',
      'PUBLIC_URL',
      'CREDIT_REPORTS_KEY',
      'CLAMD_URL',
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
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10.0.0.300'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.5,proxy'],
    ['ACCEPTED_RISKS', 'all'],
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

describe('what production refuses unless the bank answers for it', () => {
  const plain = 'postgresql://app:secret@db.bank.ru/ipoteka'
  const refused: [risk: string, variable: string, value: string][] = [
    ['http-public', 'PUBLIC_URL', 'http://office.bank.ru'],
    ['http-identity', 'IDENTITY_URL', 'http://login.bank.ru/auth'],
    ['http-identity', 'IDENTITY_INTERNAL_URL', 'http://keycloak:8080/auth'],
    ['http-identity', 'IDENTITY_FILES', 'a.json=https://login.bank.ru,b.json=http://login.inner/auth'],
    ['http-services', 'DADATA_URL', 'http://10.0.0.7/rs'],
    ['http-services', 'DADATA_CLEAN_URL', 'http://10.0.0.7/clean'],
    ['http-services', 'DECISION_ENGINE_URL', 'http://spr.bank.ru'],
    ['http-services', 'CHECKS_URL', 'http://checks.bank.ru'],
    ['http-services', 'INSURERS_URL', 'http://insurers.bank.ru'],
    ['http-services', 'SELF_BAN_URL', 'http://bureaus.bank.ru'],
    ['http-services', 'CREDIT_REPORTS_URL', 'http://bureaus.bank.ru'],
    ['http-services', 'NPD_URL', 'http://npd.bank.ru'],
    ['http-services', 'EFRSB_URL', 'http://efrsb.bank.ru'],
    ['http-services', 'S3_URL', 'http://key:secret@s3.bank.ru/files'],
    ['plain-database', 'DATABASE_URL', plain],
    ['plain-database', 'DATABASE_URL', `${plain}?sslmode=disable`],
    ['plain-database', 'DATABASE_URL', `${plain}?sslmode=allow`],
    ['plain-database', 'DATABASE_URL', `${plain}?sslmode=no-verify`],
    ['plain-database', 'DATABASE_URL', `${plain}?ssl=0`],
    ['plain-database', 'DATABASE_URL', `${plain}?uselibpqcompat=true&sslmode=require`],
    ['plain-database', 'DATABASE_URL', 'postgresql://app@localhost/ipoteka?host=db.bank.ru'],
    ['plain-database', 'DATABASE_URL', 'postgresql://app@127.0.0.1.bank.ru/ipoteka'],
    ['plain-broker', 'BROKER_URL', 'amqp://app:secret@mq.bank.ru/office'],
    ['no-antivirus', 'CLAMD_URL', ''],
    ['any-proxy', 'TRUST_PROXY', 'yes'],
  ]
  const token = 'sixteen-letters-at-least'
  const keyOf: Record<string, string> = {
    DECISION_ENGINE_URL: 'DECISION_ENGINE_TOKEN',
    CHECKS_URL: 'CHECKS_TOKEN',
    INSURERS_URL: 'INSURERS_TOKEN',
    SELF_BAN_URL: 'SELF_BAN_TOKEN',
    CREDIT_REPORTS_URL: 'CREDIT_REPORTS_TOKEN',
  }

  it.each(refused)('%s: %s=%s', (risk, variable, value) => {
    const key = keyOf[variable]
    const env = { ...production, [variable]: value, ...(key !== undefined && { [key]: token }) }
    const [problem, ...more] = problemsOf(env)
    expect(more).toEqual([])
    expect(problem).toMatch(new RegExp(`^${variable}: .*ACCEPTED_RISKS=${risk}$`))
    expect(problem).not.toContain('secret')
    // Another override opens nothing, its own does and is remembered.
    const another = risk === 'any-proxy' ? 'no-antivirus' : 'any-proxy'
    expect(problemsOf({ ...env, ACCEPTED_RISKS: another })).toEqual([problem])
    const { acceptedRisks } = loadConfig({ ...env, ACCEPTED_RISKS: `${another}, ${risk}` })
    expect(acceptedRisks.map((each) => [each.risk, each.variable])).toEqual([[risk, variable]])
    // On a developer's machine all of it is as it was.
    const { CREDIT_REPORTS_KEY: _, ...trial } = env
    expect(loadConfig({ ...trial, NODE_ENV: 'development' }).acceptedRisks).toEqual([])
  })

  it.each([
    ['PUBLIC_URL', 'http://localhost:8080'],
    ['IDENTITY_INTERNAL_URL', 'http://127.0.0.1:8081/auth'],
    ['NPD_URL', 'http://[::1]:9000/npd'],
    ['BROKER_URL', 'amqp://app@localhost'],
    ['BROKER_URL', 'amqps://app:secret@mq.bank.ru/office'],
    ['DATABASE_URL', 'postgresql://app@localhost:5432/ipoteka'],
    ['DATABASE_URL', 'postgresql://app@[::1]/ipoteka'],
    ['DATABASE_URL', 'postgresql://app@%2Fvar%2Frun%2Fpostgresql/ipoteka'],
    ['DATABASE_URL', 'postgresql:///ipoteka?host=/var/run/postgresql'],
    ['DATABASE_URL', `${plain}?ssl=true`],
    ['DATABASE_URL', `${plain}?sslmode=require`],
    ['DATABASE_URL', `${plain}?uselibpqcompat=true&sslmode=require&sslrootcert=/etc/ca.pem`],
    ['TRUST_PROXY', 'no'],
    ['TRUST_PROXY', '2'],
    ['TRUST_PROXY', '10.0.0.5, 10.1.0.0/16, fd00::/8, uniquelocal'],
    ['ACCEPTED_RISKS', 'any-proxy,no-antivirus'],
  ])('not %s=%s', (variable, value) => {
    expect(problemsOf({ ...production, [variable]: value })).toEqual([])
    expect(loadConfig({ ...production, [variable]: value }).acceptedRisks).toEqual([])
  })

  it('reads a number of proxies as a number: as text it would be an address', () => {
    expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(loadConfig({ TRUST_PROXY: 'yes' }).trustProxy).toBe(true)
    expect(loadConfig({ TRUST_PROXY: '10.0.0.5' }).trustProxy).toBe('10.0.0.5')
  })
})

it('with a database or an identity server of one’s own somebody has to say whether this is the bank', () => {
  const { NODE_ENV: _, ...outside } = production
  for (const name of ['DATABASE_URL', 'IDENTITY_URL'] as const)
    expect(problemsOf({ [name]: outside[name] })).toEqual([
      expect.stringMatching(new RegExp(`^NODE_ENV: не задан, а ${name} — свои\\. Выберите`)),
    ])
  expect(problemsOf({ ...outside, NODE_ENV: '' })).toHaveLength(1)
  expect(problemsOf({ ...outside, NODE_ENV: 'development' })).toEqual([])
  expect(problemsOf({ PUBLIC_URL: outside.PUBLIC_URL })).toEqual([])
})

it('what the bank answers for itself is said in the log at the start and every day', async () => {
  const { acceptedRisks } = loadConfig({ ...production, CLAMD_URL: '', ACCEPTED_RISKS: 'no-antivirus' })
  const said: string[] = []
  vi.useFakeTimers()
  try {
    const stop = repeatRisks({ acceptedRisks }, {
      warn: (_: object, text: string) => said.push(text),
    } as never)
    expect(said).toEqual([expect.stringContaining('ACCEPTED_RISKS=no-antivirus): CLAMD_URL — не задан')])
    vi.advanceTimersByTime(3 * 86_400_000)
    expect(said).toHaveLength(4)
    stop()
    vi.advanceTimersByTime(3 * 86_400_000)
    expect(said).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

describe('traces', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.bank.ru:4318/' }

  it('go nowhere until somebody says where', () => {
    expect(loadConfig({}).traces).toBeNull()
    expect(loadConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).traces).toBeNull()
    expect(loadConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).traces).toBeNull()
  })

  it('are set up by the standard variables', () => {
    expect(loadConfig(endpoint).traces).toMatchObject({
      url: 'https://otel.bank.ru:4318/v1/traces',
      service: 'ipoteka-office',
      sampler: { name: 'parentbased_always_on', ratio: 1 },
    })
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://tempo:4318/in' }
    const resource = { OTEL_RESOURCE_ATTRIBUTES: 'stand=%D0%B1%D0%BE%D0%B9,zone=1' }
    expect(
      loadConfig({ ...endpoint, ...own, ...resource, OTEL_BSP_MAX_QUEUE_SIZE: '100' }).traces,
    ).toMatchObject({
      url: 'http://tempo:4318/in',
      resource: { stand: 'бой', zone: '1' },
      batches: { maxQueueSize: 100, maxExportBatchSize: 100 },
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%E0%A4%A'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: (?:нуж[не]н?|поддерж)`)),
    ])
  })
})
