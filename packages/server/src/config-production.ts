import { z } from 'zod'
import { trainingKey, type SealKey } from './config-values.ts'

/** What is looked at of the settings; an absent one was not given or could not be read. */
export interface ProductionSettings {
  readonly NODE_ENV?: string | undefined
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_POOLER_URL?: string | undefined
  readonly DATABASE_REPLICA_URLS?: readonly string[] | undefined
  readonly BROKER_URL?: string | null | undefined
  readonly PUBLIC_URL?: string | undefined
  readonly IDENTITY_URL?: string | undefined
  readonly IDENTITY_INTERNAL_URL?: string | undefined
  readonly IDENTITY_FILES?: readonly string[] | undefined
  readonly TRUST_PROXY?: boolean | string | number | undefined
  readonly CLAMD_URL?: string | undefined
  readonly CREDIT_REPORTS_KEY?: SealKey | undefined
  readonly DEMO_DATA?: boolean | undefined
  readonly AUTH?: string | undefined
  readonly ROLES?: string | undefined
  readonly STUB?: boolean | undefined
  readonly ACCEPTED_RISKS?: readonly Risk[] | undefined
}

/** What a bank may answer for itself, by the name that ACCEPTED_RISKS takes. */
export const risks = [
  'http-public',
  'http-identity',
  'http-services',
  'plain-database',
  'plain-broker',
  'no-antivirus',
  'any-proxy',
] as const
/** One of them. */
export type Risk = (typeof risks)[number]

/** A list of accepted risks. */
export const riskList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(risks, `нужны названия через запятую: ${risks.join(', ')}`)))

/** Services that are told of persons; what is reported of errors names nobody. */
const personalServices = [
  'DADATA_URL',
  'DADATA_CLEAN_URL',
  'DECISION_ENGINE_URL',
  'CHECKS_URL',
  'INSURERS_URL',
  'SELF_BAN_URL',
  'CREDIT_REPORTS_URL',
  'NPD_URL',
  'EFRSB_URL',
  'S3_URL',
] as const

const isOwnMachine = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || /^(?:127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/** Whether the address is read by whoever stands between; what stays on this machine passes nobody. */
function isOpen(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isOwnMachine(hostname)
}

/** With these the driver speaks TLS and proves whom it speaks to. */
const proving = new Set(['prefer', 'require', 'verify-ca', 'verify-full'])

/** Whether the database is spoken to in the open, or without knowing who answers; a socket and this machine are safe. */
function isPlainDatabase(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || isOwnMachine(host)) return false
  const mode = searchParams.get('sslmode')
  if (mode === null) return !['true', '1'].includes(searchParams.get('ssl') ?? '')
  // As libpq reads them, these two do not look at the certificate.
  const isBlind = searchParams.get('uselibpqcompat') === 'true' && ['prefer', 'require'].includes(mode)
  const isRooted = mode === 'require' && searchParams.has('sslrootcert')
  return !proving.has(mode) || (isBlind && !isRooted)
}

/** Whether the broker is spoken to in the open; this machine is safe. */
function isPlainBroker(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'amqp:' && !isOwnMachine(hostname)
}

/** A setting that production refuses unless the bank has said that it knows. */
export interface Danger {
  readonly risk: Risk
  readonly variable: string
  /** What is wrong, as the daily line of the log says it. */
  readonly text: string
  /** What to do instead. */
  readonly advice: string
}

const overHttp = (risk: Risk, variable: string, whose: string): Danger => ({
  risk,
  variable,
  text: `адрес http:// — ${whose} идут по сети открытыми`,
  advice: 'Укажите адрес https://',
})

/** All that is unsafe in these settings. */
export function dangersOf(value: ProductionSettings): Danger[] {
  const all = value as Readonly<Record<string, unknown>>
  const addressOf = (name: string) => (typeof all[name] === 'string' ? all[name] : undefined)
  const dangers: Danger[] = []
  const found = (isSo: boolean, danger: Danger) => {
    if (isSo) dangers.push(danger)
  }
  found(isOpen(value.PUBLIC_URL), overHttp('http-public', 'PUBLIC_URL', 'токены и данные клиентов'))
  for (const name of ['IDENTITY_URL', 'IDENTITY_INTERNAL_URL'])
    found(isOpen(addressOf(name)), overHttp('http-identity', name, 'пароли и ключи входа'))
  found(
    (value.IDENTITY_FILES ?? []).some((pair) => isOpen(pair.slice(pair.indexOf('=') + 1))),
    overHttp('http-identity', 'IDENTITY_FILES', 'пароли и ключи входа'),
  )
  for (const name of personalServices)
    found(isOpen(addressOf(name)), overHttp('http-services', name, 'данные клиентов'))
  found(value.DATABASE_URL !== undefined && isPlainDatabase(value.DATABASE_URL), {
    risk: 'plain-database',
    variable: 'DATABASE_URL',
    text: 'база на другой машине, а соединение с ней не защищено TLS или не проверяет, кто отвечает',
    advice: 'Добавьте к адресу ?sslmode=verify-full (свой центр сертификации — &sslrootcert=/путь/ca.pem)',
  })
  found(value.DATABASE_POOLER_URL !== undefined && isPlainDatabase(value.DATABASE_POOLER_URL), {
    risk: 'plain-database',
    variable: 'DATABASE_POOLER_URL',
    text: 'PgBouncer на другой машине, а соединение с ним не защищено TLS или не проверяет, кто отвечает',
    advice: 'Добавьте к его адресу ?sslmode=verify-full',
  })
  found((value.DATABASE_REPLICA_URLS ?? []).some(isPlainDatabase), {
    risk: 'plain-database',
    variable: 'DATABASE_REPLICA_URLS',
    text: 'реплика на другой машине, а соединение с ней не защищено TLS или не проверяет, кто отвечает',
    advice: 'Добавьте к её адресу ?sslmode=verify-full',
  })
  found(isPlainBroker(value.BROKER_URL ?? ''), {
    risk: 'plain-broker',
    variable: 'BROKER_URL',
    text: 'адрес amqp:// — пароль и сообщения идут по сети открытыми, и их может подменить кто угодно',
    advice: 'Укажите адрес amqps://',
  })
  found(value.CLAMD_URL === undefined, {
    risk: 'no-antivirus',
    variable: 'CLAMD_URL',
    text: 'не задан — файлы принимаются без проверки антивирусом',
    advice: 'Укажите адрес clamd, например tcp://clamav:3310',
  })
  found(value.TRUST_PROXY === true, {
    risk: 'any-proxy',
    variable: 'TRUST_PROXY',
    text: 'yes верит адресу из заголовка, кто бы его ни прислал',
    advice: 'Укажите адреса своих прокси через запятую или число прокси перед сервером, например 1',
  })
  return dangers
}

/** The accepted dangers of these settings: what the log of production repeats every day. */
export const acceptedOf = (value: ProductionSettings): Danger[] =>
  value.NODE_ENV === 'production'
    ? dangersOf(value).filter(({ risk }) => value.ACCEPTED_RISKS?.includes(risk))
    : []

/** Why production refuses these values, one line a variable. */
export function productionProblems(value: ProductionSettings): string[] {
  const problems: string[] = []
  const refuse = (broken: boolean, line: string) => {
    if (broken) problems.push(line)
  }
  const mode = 'при NODE_ENV=production'
  refuse(
    value.DATABASE_URL === undefined,
    `DATABASE_URL: не задан. Встроенная база ${mode} не запускается, укажите адрес своей PostgreSQL 15 или новее`,
  )
  refuse(
    value.IDENTITY_URL === undefined,
    `IDENTITY_URL: не задан. Встроенный сервер входа ${mode} не запускается, укажите адрес Keycloak, например https://login.bank.ru/auth`,
  )
  refuse(
    value.PUBLIC_URL === undefined,
    `PUBLIC_URL: не задан. Укажите адрес, по которому систему открывают сотрудники, например https://office.bank.ru`,
  )
  refuse(
    value.CREDIT_REPORTS_KEY === undefined || value.CREDIT_REPORTS_KEY.id === trainingKey.id,
    `CREDIT_REPORTS_KEY: не задан. Кредитные отчёты ${mode} хранятся только зашифрованными своим ключом: задайте пару имя:ключ, например reports-2026:$(openssl rand -base64 32)`,
  )
  refuse(
    value.DEMO_DATA === true,
    `DEMO_DATA: демонстрационные данные ${mode} запрещены, уберите переменную или задайте DEMO_DATA=no`,
  )
  refuse(value.AUTH === 'no', `AUTH: вход без проверки (auth=no) ${mode} запрещён, уберите переменную`)
  refuse(value.ROLES === 'no', `ROLES: работа без ролей (roles=no) ${mode} запрещена, уберите переменную`)
  refuse(value.STUB === true, `STUB: заглушка сервера ${mode} запрещена, уберите переменную`)
  for (const { risk, variable, text, advice } of dangersOf(value))
    refuse(
      !value.ACCEPTED_RISKS?.includes(risk),
      `${variable}: ${text}. ${advice}; если банк отвечает за это сам, задайте ACCEPTED_RISKS=${risk}`,
    )
  return problems
}

/** Nothing says whether this is the bank or a trial, and what is connected may be either: nobody guesses. */
export function undecided(mode: string | undefined, value: ProductionSettings): string[] {
  if (mode !== undefined && mode !== '') return []
  const outside = (['DATABASE_URL', 'IDENTITY_URL'] as const).filter((name) => value[name] !== undefined)
  return outside.length === 0
    ? []
    : [
        `NODE_ENV: не задан, а ${outside.join(' и ')} — свои. Выберите: production — для банка, development — для пробы (принимаются демонстрационные данные и заглушки)`,
      ]
}
