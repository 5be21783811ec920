import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import type { S3Place } from './files/s3-store.ts'
import type { ClamdPlace } from './integrations/clamd/clamd.ts'
import { readDsn } from './integrations/error-reports/dsn.ts'

/** The repository's root: default place of `.data`. */
export const root = resolve(import.meta.dirname, '../../..')

/** Whether the text is an address of one of the protocols. */
export const isUrl = (protocols: string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

/** Whether the text says where clamd is. */
export const isClamdUrl = (text: string) => {
  if (!isUrl(['tcp:', 'unix:'])(text)) return false
  const { protocol, hostname, pathname, searchParams } = new URL(text)
  const isPlace = protocol === 'tcp:' ? hostname !== '' && pathname.length < 2 : pathname.length > 1
  return isPlace && ['yes', 'no', null].includes(searchParams.get('required'))
}

/** An address without a slash at the end. */
export const webAddress = z
  .string()
  .refine(isUrl(['http:', 'https:']), 'нужен адрес вида https://host[:порт][/путь]')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
/** A switch. */
export const yesNo = z
  .enum(['yes', 'no', 'true', 'false', '1', '0'], 'нужно yes или no')
  .transform((text) => ['yes', 'true', '1'].includes(text))
/** A whole number within its bounds. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      `нужно целое число от ${min} до ${max}`,
    )
    .transform(Number)
/** A name of Latin letters. */
export const word = z
  .string()
  .regex(/^[\w.-]+$/, 'допустимы латинские буквы, цифры, точка, дефис и подчёркивание')
/** A secret that cannot be guessed soon. */
export const secret = z.string().min(16, 'нужно не менее 16 знаков')
const sealKey = /^([\w-]{1,40}):([A-Za-z0-9+/]{43}=)$/
/** A key of AES-256 with its name. */
export interface SealKey {
  readonly id: string
  readonly key: Buffer
}
/** `name:key`, the key 32 bytes in base64. */
export const namedKey = z
  .string()
  .regex(sealKey, 'нужна пара имя:ключ, ключ — 32 байта в base64 (openssl rand -base64 32)')
  .transform((text): SealKey => {
    const at = text.indexOf(':')
    return { id: text.slice(0, at), key: Buffer.from(text.slice(at + 1), 'base64') }
  })
/** Keys by comma. */
export const namedKeys = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(namedKey))
/** Of a training stand: it is known to everybody, and production refuses it. */
export const trainingKey: SealKey = {
  id: 'training',
  key: createHash('sha256').update('ipoteka-office: training stand').digest(),
}
const namedNets = new Set(['loopback', 'linklocal', 'uniquelocal'])
function isNet(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (namedNets.has(text)) return true
  const most = family === 4 ? 32 : 128
  return (
    family > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}
/** Proxies whose word is taken: all of them, none, how many stand before the server, or which. */
export const trustedProxies = z
  .string()
  .refine(
    (text) =>
      ['yes', 'no'].includes(text) ||
      /^[1-9]$/.test(text) ||
      text.split(',').every((part) => isNet(part.trim())),
    'нужно число прокси перед сервером от 1 до 9 или их адреса и сети через запятую, например 10.0.0.5, 10.1.0.0/16 или uniquelocal',
  )
  .transform((text): boolean | number | string => {
    if (text === 'yes' || text === 'no') return text === 'yes'
    return /^[1-9]$/.test(text) ? Number(text) : text
  })
/** A folder; a relative one is of the repository. */
export const path = z.string().transform((text) => (isAbsolute(text) ? text : resolve(root, text)))

/** Address of PostgreSQL. */
export const databaseAddress = z
  .string()
  .refine(isUrl(['postgres:', 'postgresql:']), 'нужен адрес вида postgresql://имя:пароль@host:5432/база')

/** Addresses of PostgreSQL, divided by spaces: a comma may stand within one. */
export const databaseUrls = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .refine(
    (urls) => urls.every(isUrl(['postgres:', 'postgresql:'])),
    'нужны адреса вида postgresql://имя:пароль@host:5432/база через пробел',
  )

/** Address of RabbitMQ; the path is the virtual host. */
export const brokerAddress = z
  .string()
  .refine(
    isUrl(['amqp:', 'amqps:']),
    'нужен адрес RabbitMQ вида amqps://имя:пароль@host:5671/виртуальный-хост',
  )

/** A DSN of the error-reporting service. */
export const dsn = z
  .string()
  .refine((text) => readDsn(text) !== null, 'нужен адрес вида https://ключ@host/номер-проекта')

/** Keys of credit reports or of copies: the first seals, all of them open. */
export const reportKeysOf = (
  current: SealKey = trainingKey,
  old: readonly SealKey[] = [],
): readonly [SealKey, ...SealKey[]] => [current, ...old]

/** Where copies of the bank go and what seals them; each is asked for by the commands that need it. */
export const backupOf = (value: {
  readonly BACKUP_DIR?: string | undefined
  readonly BACKUP_KEY?: SealKey | undefined
  readonly BACKUP_OLD_KEYS?: readonly SealKey[] | undefined
  readonly BACKUP_DATABASE_URL?: string | undefined
  readonly POSTGRES_PROGRAMS?: string | undefined
}) => ({
  /** Null: the bank has no place for copies. */
  dir: value.BACKUP_DIR ?? null,
  keys: reportKeysOf(value.BACKUP_KEY, value.BACKUP_OLD_KEYS),
  /** Null: as the server itself. */
  databaseUrl: value.BACKUP_DATABASE_URL ?? null,
  /** Folder of the `postgres` that restores; null: it is looked for. */
  programs: value.POSTGRES_PROGRAMS ?? null,
})

/** Where the status of self-employed persons is asked: the public service, which a training stand asks only when it is told so. */
export const npdUrlOf = (url: string | undefined, production: boolean): string | null =>
  url ?? (production ? 'https://statusnpd.nalog.ru/api/v1/tracker/taxpayer_status' : null)

/** The bucket of an address such as https://key:secret@host/bucket?region=ru-1. */
export function storeFrom(address: string): S3Place {
  const url = new URL(address)
  return {
    endpoint: url.origin,
    bucket: decodeURIComponent(url.pathname.slice(1)),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}

/** Where clamd is, by its address; null: nobody looks for viruses. */
export function clamdOf(address: string | undefined): ClamdPlace | null {
  if (address === undefined) return null
  const url = new URL(address)
  const place =
    url.protocol === 'unix:'
      ? { path: decodeURIComponent(url.pathname) }
      : { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) }
  return { address: place, required: url.searchParams.get('required') !== 'no' }
}
