import { resolve } from 'node:path'
import { z } from 'zod'
import { acceptedOf, productionProblems, riskList, undecided } from './config-production.ts'
import { hostsOf, identityOf } from './config-identity.ts'
import {
  backupOf,
  brokerAddress,
  clamdOf,
  databaseAddress,
  databaseUrls,
  dsn,
  isClamdUrl,
  isUrl,
  namedKey,
  namedKeys,
  npdUrlOf,
  path,
  reportKeysOf,
  root,
  secret,
  storeFrom,
  trustedProxies,
  webAddress,
  whole,
  word,
  yesNo,
} from './config-values.ts'
import type { S3Place } from './files/s3-store.ts'
import { readDsn } from './integrations/error-reports/dsn.ts'
import type { ReportsPlace } from './integrations/error-reports/error-reporter.ts'
import { isTimeZone } from './lib/bank-time.ts'
import { traceVariables, tracesOf } from './lib/tracing/traces-config.ts'

const defaultTimeZone = 'Europe/Moscow'

/** Every variable the server reads. An empty one counts as not set. */
const variables = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'нужно development, test или production')
    .default('development'),
  ROLE: z.enum(['all', 'web', 'worker'], 'нужно all, web или worker').default('all'),
  PORT: whole(0, 65_535).default(8080),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: path.default(resolve(root, '.data')),
  DATABASE_URL: databaseAddress.optional(),
  BACKUP_DIR: path.optional(),
  BACKUP_KEY: namedKey.optional(),
  BACKUP_OLD_KEYS: namedKeys.optional(),
  BACKUP_DATABASE_URL: databaseAddress.optional(),
  POSTGRES_PROGRAMS: path.optional(),
  DATABASE_POOLER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URLS: databaseUrls.default([]),
  BROKER_URL: brokerAddress.nullable().default(null),
  DATABASE_POOL_SIZE: whole(2, 200).default(20),
  IDENTITY_URL: webAddress.optional(),
  IDENTITY_INTERNAL_URL: webAddress.optional(),
  IDENTITY_ISSUER: webAddress.optional(),
  IDENTITY_REALM: word.default('ipoteka'),
  IDENTITY_CLIENT_ID: word.default('apix'),
  IDENTITY_AUDIENCE: word.optional(),
  IDENTITY_ADMIN_CLIENT_ID: word.optional(),
  IDENTITY_ADMIN_CLIENT_SECRET: z.string().min(8, 'нужно не менее 8 знаков').optional(),
  IDENTITY_ALLOWED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .refine(
      (hosts) => hosts.every((host) => /^[\w.-]+(:\d+)?$/.test(host)),
      'нужны имена хостов через запятую, например login.bank.ru,login2.bank.ru:8443',
    )
    .optional(),
  IDENTITY_FILES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => /^[\w-]+\.json=https?:\/\/[^=,\s]+$/.test(part)),
      'нужны пары «файл.json=адрес» через запятую, например keycloak-inner.json=https://login.inner/auth',
    )
    .optional(),
  BANK_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'нужен часовой пояс из базы IANA, например Europe/Moscow')
    .optional(),
  DEMO_DATA: yesNo.optional(),
  DEMO_FOUR_EYES: yesNo.default(false),
  FILES_DIR: path.optional(),
  S3_URL: z
    .string()
    .refine(
      (text) =>
        isUrl(['http:', 'https:'])(text) &&
        new URL(text).username !== '' &&
        new URL(text).pathname.length > 1,
      'нужен адрес вида https://ключ:секрет@host/корзина?region=ru-1',
    )
    .optional(),
  CLAMD_URL: z
    .string()
    .refine(
      isClamdUrl,
      'нужен адрес вида tcp://host:3310 или unix:///run/clamav/clamd.ctl, можно с ?required=no',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'нужно fatal, error, warn, info, debug, trace или silent',
    )
    .optional(),
  TRUST_PROXY: trustedProxies.default(false),
  ACCEPTED_RISKS: riskList.default([]),
  WRITES_PER_MINUTE: whole(1, 10_000_000).default(1_200),
  METRICS_TOKEN: secret.optional(),
  DADATA_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/, 'нужен ключ API из личного кабинета DaData')
    .optional(),
  DADATA_URL: webAddress.default('https://suggestions.dadata.ru/suggestions/api/4_1/rs'),
  DADATA_SECRET: z
    .string()
    .regex(/^[\w-]{16,200}$/, 'нужен секретный ключ из личного кабинета DaData')
    .optional(),
  DADATA_CLEAN_URL: webAddress.default('https://cleaner.dadata.ru/api/v1/clean'),
  DECISION_ENGINE_URL: webAddress.optional(),
  DECISION_ENGINE_TOKEN: secret.optional(),
  CHECKS_URL: webAddress.optional(),
  CHECKS_TOKEN: secret.optional(),
  INSURERS_URL: webAddress.optional(),
  INSURERS_TOKEN: secret.optional(),
  SELF_BAN_URL: webAddress.optional(),
  SELF_BAN_TOKEN: secret.optional(),
  CREDIT_REPORTS_URL: webAddress.optional(),
  CREDIT_REPORTS_TOKEN: secret.optional(),
  CREDIT_REPORTS_KEY: namedKey.optional(),
  CREDIT_REPORTS_OLD_KEYS: namedKeys.optional(),
  NPD_URL: webAddress.optional(),
  EFRSB_URL: webAddress.default('https://bank-publications-prod.fedresurs.ru'),
  EFRSB_LOGIN: z.string().min(1).optional(),
  EFRSB_PASSWORD: z.string().min(1).optional(),
  ERROR_REPORTS_DSN: dsn.optional(),
  ERROR_REPORTS_PERCENT: whole(1, 100).default(100),
  ERROR_REPORTS_STAND: word.optional(),
  QR_LINK_URL: webAddress.optional(),
  QR_TARGET_URL: webAddress.optional(),
  QR_SCANS_PER_MINUTE: whole(1, 10_000_000).default(120),
  TESSERACT_PATH: z.string().default('tesseract'),
  ...traceVariables,
  AUTH: z.string().optional(),
  ROLES: z.string().optional(),
  STUB: yesNo.optional(),
}
type Name = keyof typeof variables
type Values = { [N in Name]: z.output<(typeof variables)[N]> }

/** All that is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Сервер не запущен: исправьте настройки.\n${problems.map((line) => `  • ${line}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Where a service is and what it is opened with: one without the other is a mistake. */
const together = [
  ['DECISION_ENGINE_URL', 'DECISION_ENGINE_TOKEN'],
  ['CHECKS_URL', 'CHECKS_TOKEN'],
  ['INSURERS_URL', 'INSURERS_TOKEN'],
  ['SELF_BAN_URL', 'SELF_BAN_TOKEN'],
  ['CREDIT_REPORTS_URL', 'CREDIT_REPORTS_TOKEN'],
  ['EFRSB_LOGIN', 'EFRSB_PASSWORD'],
] as const satisfies readonly (readonly [Name, Name])[]

/** What is right by itself and makes no sense with the rest. */
function misfits(value: Record<string, unknown>, wrong: ReadonlySet<string>): string[] {
  const problems: string[] = []
  for (const [one, other] of together)
    if ((value[one] === undefined) !== (value[other] === undefined))
      problems.push(`${one}: задаётся вместе с ${other}, без одного из них служба не подключается`)
  if ((value.IDENTITY_ADMIN_CLIENT_ID === undefined) !== (value.IDENTITY_ADMIN_CLIENT_SECRET === undefined))
    problems.push(
      'IDENTITY_ADMIN_CLIENT_ID: задаётся вместе с IDENTITY_ADMIN_CLIENT_SECRET, без одного из них учётные записи не заводятся',
    )
  if (value.DATABASE_POOLER_URL !== undefined && value.DATABASE_URL === undefined)
    problems.push(
      'DATABASE_POOLER_URL: задаётся вместе с DATABASE_URL: миграции, уведомления и очереди идут мимо PgBouncer',
    )
  const isShared = value.DATABASE_URL !== undefined || wrong.has('DATABASE_URL')
  if (!isShared && (value.ROLE === 'web' || value.ROLE === 'worker'))
    problems.push(
      `ROLE: ${value.ROLE} — для нескольких процессов на одной базе, а встроенная база обслуживает один. Задайте DATABASE_URL или уберите ROLE`,
    )
  return problems
}

function parse(env: Record<string, string | undefined>): Values {
  const value: Record<string, unknown> = {}
  const problems: string[] = []
  const wrong = new Set<string>()
  for (const [name, schema] of Object.entries(variables)) {
    const parsed = schema.safeParse(env[name] === '' ? undefined : env[name])
    if (parsed.success) value[name] = parsed.data
    else {
      wrong.add(name)
      problems.push(`${name}: ${parsed.error.issues[0]?.message ?? 'неверное значение'}`)
    }
  }
  if (value.NODE_ENV === 'production') {
    const isNew = (line: string) => !wrong.has(line.slice(0, line.indexOf(':')))
    problems.push(...productionProblems(value as Partial<Values>).filter(isNew))
  }
  problems.push(...undecided(env.NODE_ENV, value))
  problems.push(...misfits(value, wrong))
  if (problems.length > 0) throw new ConfigError(problems)
  return value as Values
}

/** Where files lie: in a folder or in a bucket. */
export type StorePlace =
  | { readonly filesDir: string; readonly s3: null }
  | { readonly filesDir: null; readonly s3: S3Place }

function storeOf(value: Values): StorePlace {
  if (value.S3_URL === undefined)
    return { filesDir: value.FILES_DIR ?? resolve(value.DATA_DIR, 'files'), s3: null }
  return { filesDir: null, s3: storeFrom(value.S3_URL) }
}

/** Null: the stand-in answers, or in production nobody. */
const placeOf = (url: string | undefined, token: string | undefined) =>
  url === undefined || token === undefined ? null : { url, token }

/** Outside services that are asked about people. */
const checksOf = (value: Values) => ({
  gateway: placeOf(value.CHECKS_URL, value.CHECKS_TOKEN),
  bankruptcy:
    value.EFRSB_LOGIN === undefined || value.EFRSB_PASSWORD === undefined
      ? null
      : { url: value.EFRSB_URL, login: value.EFRSB_LOGIN, password: value.EFRSB_PASSWORD },
})

/** The check of passports wants a second key. */
function dadataOf({ DADATA_TOKEN: token, DADATA_SECRET, DADATA_URL: url, DADATA_CLEAN_URL }: Values) {
  if (token === undefined) return null
  const clean = DADATA_SECRET === undefined ? null : { url: DADATA_CLEAN_URL, token, secret: DADATA_SECRET }
  return { token, url, clean }
}

/** Null: unexpected errors are told to nobody but the log. */
function errorReportsOf(value: Values): ReportsPlace | null {
  const dsn = value.ERROR_REPORTS_DSN === undefined ? null : readDsn(value.ERROR_REPORTS_DSN)
  if (dsn === null) return null
  return {
    ...dsn,
    percent: value.ERROR_REPORTS_PERCENT,
    stand: value.ERROR_REPORTS_STAND ?? value.NODE_ENV,
  }
}

const qrOf = (value: Values, publicUrl: string) => ({
  /** Address of the public short links, without a slash at the end. */
  linkUrl: value.QR_LINK_URL ?? publicUrl,
  /** Where a scan leads to, with the partner's tags; null: a page of our own. */
  targetUrl: value.QR_TARGET_URL ?? null,
  /** Scans that one address may make in a minute; more are answered 429. */
  scansPerMinute: value.QR_SCANS_PER_MINUTE,
})

/** Reads and checks the settings; throws `ConfigError` that names every wrong variable in Russian. */
export function loadConfig(env: Record<string, string | undefined> = process.env) {
  const value = parse(env)
  const production = value.NODE_ENV === 'production'
  const publicUrl = value.PUBLIC_URL ?? `http://localhost:${value.PORT}`
  const identity = identityOf(value, publicUrl)
  return {
    nodeEnv: value.NODE_ENV,
    production,
    /** What this process does: serves people (`web`), does jobs and timers (`worker`), or both. */
    role: value.ROLE,
    port: value.PORT,
    host: value.HOST ?? (production ? '0.0.0.0' : 'localhost'),
    /** Address by which people open the product, without a slash at the end. */
    publicUrl,
    dataDir: value.DATA_DIR,
    /** Null: the embedded PostgreSQL. */
    databaseUrl: value.DATABASE_URL ?? null,
    /** PgBouncer before that database, for what people ask; undefined: the database itself. */
    poolerUrl: value.DATABASE_POOLER_URL,
    /** Copies of the database that lists may be read from. */
    replicaUrls: value.DATABASE_REPLICA_URLS,
    /** RabbitMQ that carries live messages between processes; null: PostgreSQL does. */
    brokerUrl: value.BROKER_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    backup: backupOf(value),
    identity,
    /** Hosts the browser may load the identity script from and talk to. */
    allowedIdentityHosts: value.IDENTITY_ALLOWED_HOSTS ?? hostsOf(identity),
    /** Zone of a demo bank; a bank of bank:create keeps its own in the database, see `inZoneOf`. */
    bankTimeZone: value.BANK_TIME_ZONE ?? defaultTimeZone,
    bankTimeZoneGiven: value.BANK_TIME_ZONE !== undefined,
    demoData: value.DEMO_DATA ?? !production,
    /** Changes of roles in a new demo bank wait for a second person. */
    demoFourEyes: value.DEMO_FOUR_EYES,
    store: storeOf(value),
    /** Where files lie while they are looked at, of this instance alone, and who looks for viruses; null: nobody. */
    spoolDir: resolve(value.DATA_DIR, 'incoming'),
    clamd: clamdOf(value.CLAMD_URL),
    logLevel: value.LOG_LEVEL ?? (value.NODE_ENV === 'test' ? 'warn' : 'info'),
    /** Writes that one employee may make in a minute; more are answered 429. */
    writesPerMinute: value.WRITES_PER_MINUTE,
    /** Opens /metrics to other machines in production; null: this machine only. */
    metricsToken: value.METRICS_TOKEN ?? null,
    /** The service of suggestions and the engine of preliminary decisions; null: a stand-in. */
    dadata: dadataOf(value),
    decisionEngine: placeOf(value.DECISION_ENGINE_URL, value.DECISION_ENGINE_TOKEN),
    checks: checksOf(value),
    /** Gateways to insurers and to the bureaus of credit histories; null: the stand-in, in production nobody. */
    insurers: placeOf(value.INSURERS_URL, value.INSURERS_TOKEN),
    selfBan: placeOf(value.SELF_BAN_URL, value.SELF_BAN_TOKEN),
    /** Bureaus of credit histories, and the keys that their reports are sealed with: the first seals, the others open. */
    creditReports: {
      gateway: placeOf(value.CREDIT_REPORTS_URL, value.CREDIT_REPORTS_TOKEN),
      keys: reportKeysOf(value.CREDIT_REPORTS_KEY, value.CREDIT_REPORTS_OLD_KEYS),
    },
    /** Where the status of self-employed persons is asked; null: its stand-in. */
    npdUrl: npdUrlOf(value.NPD_URL, production),
    /** The program that reads scans: a path, or a name to be found. */
    tesseractPath: value.TESSERACT_PATH,
    qr: qrOf(value, publicUrl),
    errorReports: errorReportsOf(value),
    /** Where traces go; null: nowhere, and the code for it is not loaded. */
    traces: tracesOf(value),
    /** Whose word about the client is taken: nobody's, everybody's, a list of addresses, or how many proxies stand here. */
    trustProxy: value.TRUST_PROXY,
    /** What production would refuse had the bank not said that it knows: the log repeats it every day. */
    acceptedRisks: acceptedOf(value),
  }
}

/** The checked settings, as the server's parts take them. */
export type Config = ReturnType<typeof loadConfig>
/** What a process does. */
export type Role = Config['role']

/** The settings in the time zone that the bank was made with; null: as they are. */
export function inZoneOf(config: Config, timeZone: string | null): Config {
  if (timeZone === null) return config
  if (config.bankTimeZoneGiven && config.bankTimeZone !== timeZone)
    throw new ConfigError([
      `BANK_TIME_ZONE: задан ${config.bankTimeZone}, а банк в базе создан с часовым поясом ${timeZone}. Уберите переменную`,
    ])
  return { ...config, bankTimeZone: timeZone }
}
