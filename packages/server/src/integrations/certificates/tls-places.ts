import type { Config } from '#config.ts'

/** What stands at an address that speaks TLS. */
export const placeUses = {
  OFFICE: 'Сама система: адрес для сотрудников',
  QR: 'Сама система: ссылки QR-кодов',
  DATABASE: 'База данных',
  POOLER: 'PgBouncer перед базой',
  REPLICA: 'Реплика базы',
  BROKER: 'RabbitMQ: живые сообщения',
  IDENTITY: 'Сервер входа',
  FILES: 'Хранилище файлов',
  CHECKS: 'Шлюз автоматических проверок',
  NPD: 'ФНС: статус самозанятого',
  EFRSB: 'ЕФРСБ: банкротства',
  DADATA: 'DaData',
  DECISION_ENGINE: 'СПР',
  INSURERS: 'Шлюз страховщиков',
  SELF_BAN: 'Бюро кредитных историй: самозапрет',
  CREDIT_REPORTS: 'Бюро кредитных историй: отчёты',
  ERROR_REPORTS: 'Служба сообщений об ошибках',
  TRACES: 'Сборщик трасс',
} as const
export type PlaceUse = keyof typeof placeUses

/** An address whose certificate is looked at. */
export interface TlsPlace {
  readonly host: string
  readonly port: number
  /** PostgreSQL begins to speak TLS only when it is asked to. */
  readonly protocol: 'tls' | 'postgres'
  readonly uses: readonly PlaceUse[]
}

type Given = readonly [use: PlaceUse, url: string | null | undefined]
type Placed = readonly [use: PlaceUse, place: { readonly url: string } | null | undefined]

/** Services that are told by a place with more than an address. */
const placesOf = (config: Config): Placed[] => [
  ['CHECKS', config.checks.gateway],
  ['EFRSB', config.checks.bankruptcy],
  ['DADATA', config.dadata],
  ['DADATA', config.dadata?.clean],
  ['DECISION_ENGINE', config.decisionEngine],
  ['INSURERS', config.insurers],
  ['SELF_BAN', config.selfBan],
  ['CREDIT_REPORTS', config.creditReports.gateway],
  ['ERROR_REPORTS', config.errorReports],
  ['TRACES', config.traces],
]

const addressesOf = (config: Config): Given[] => [
  ['OFFICE', config.publicUrl],
  ['QR', config.qr.linkUrl],
  ['DATABASE', config.databaseUrl],
  ['POOLER', config.poolerUrl],
  ...config.replicaUrls.map((url): Given => ['REPLICA', url]),
  ['BROKER', config.brokerUrl],
  ['IDENTITY', config.identity.browserUrl],
  ['IDENTITY', config.identity.jwksUrl],
  ['FILES', config.store.s3?.endpoint],
  ['NPD', config.npdUrl],
  ...placesOf(config).map(([use, place]): Given => [use, place?.url]),
]

const speaksTls = ({ searchParams }: URL): boolean => {
  const mode = searchParams.get('sslmode')
  return mode === null ? ['true', '1'].includes(searchParams.get('ssl') ?? '') : mode !== 'disable'
}

/** Protocols that begin with TLS, and the ports that they mean. */
const portsOfTls: Readonly<Record<string, number>> = { 'https:': 443, 'amqps:': 5671 }

function placeOf(text: string): Omit<TlsPlace, 'uses'> | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1')
  const port = portsOfTls[url.protocol]
  if (port !== undefined) return { host, port: Number(url.port || port), protocol: 'tls' }
  const isDatabase = url.protocol.startsWith('postgres') && host !== '' && !host.startsWith('/')
  return isDatabase && speaksTls(url) ? { host, port: Number(url.port || 5432), protocol: 'postgres' } : null
}

/** The name of an address: without a path, a name and a password. */
export const placeName = ({ host, port }: Pick<TlsPlace, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Every address of these settings that speaks TLS, each once. */
export function tlsPlaces(config: Config): TlsPlace[] {
  const places = new Map<string, TlsPlace>()
  for (const [use, url] of addressesOf(config)) {
    const place = placeOf(url ?? '')
    if (place === null) continue
    const name = placeName(place)
    const uses = new Set([...(places.get(name)?.uses ?? []), use])
    places.set(name, { ...place, uses: [...uses] })
  }
  return [...places.values()]
}
