import { BlockList } from 'node:net'
import { z } from 'zod'
import type { CheckAnswer, NetworkQuestion } from './check-service.ts'

/** What stands behind an address of the network, in words where that hides who uses it. */
const kinds = {
  FIXED: null,
  MOBILE: null,
  HOSTING: 'адрес хостинга',
  VPN: 'выход VPN',
  PROXY: 'прокси-сервер',
  TOR: 'выход сети Tor',
  UNKNOWN: null,
} as const

/** Where an address of the network is, as the service of places tells it; null: it does not know. */
export const NetworkPlace = z.object({
  ip: z.string().max(45),
  /** ISO 3166, two letters. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  countryName: z.string().trim().min(1).max(100).nullable(),
  /** Two digits of the region of Russia. */
  region: z
    .string()
    .regex(/^\d{2}$/)
    .nullable(),
  regionName: z.string().trim().min(1).max(200).nullable(),
  kind: z.enum(Object.keys(kinds) as (keyof typeof kinds)[]),
})
export type NetworkPlace = z.output<typeof NetworkPlace>

/** Addresses that mean something inside one network alone (RFC 1918, 4193, 6598 and what stays on the machine or the wire). */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether anybody outside can tell where an address is. */
export const isPublicAddress = (ip: string): boolean => !inside.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4')

/** The network that an address is of: the address itself is kept with the save, for months, and nowhere longer. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return `${ip.split('.').slice(0, 3).join('.')}.*`
  const [head = ''] = ip.split('::')
  return `${[...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3).join(':')}:*`
}

/** A city that is a region of its own and the region around it: addresses of the one are found in the other. */
const around = [
  ['77', '50'],
  ['78', '47'],
  ['92', '91'],
  ['01', '23'],
] as const
const isAt = (region: string, home: string): boolean =>
  region === home || around.some((pair) => pair.includes(region as never) && pair.includes(home as never))

/** What of a place is a remark; null: nothing. */
function remarkOf(place: NetworkPlace, homes: NetworkQuestion['homes']): string | null {
  const { country, countryName, region, regionName, kind, ip } = place
  const hidden = kinds[kind]
  if (hidden !== null) return `${networkOf(ip)} — ${hidden}`
  if (country !== null && country !== 'RU') return `${networkOf(ip)} — ${countryName ?? country}`
  // A mobile operator answers for the whole country from one city.
  if (kind === 'MOBILE' || region === null || homes.length === 0) return null
  return homes.some((home) => isAt(region, home.region))
    ? null
    : `${networkOf(ip)} — ${regionName ?? `регион ${region}`}`
}

const nameOf = ({ country, countryName, regionName, region, kind }: NetworkPlace): string | null =>
  kind === 'MOBILE'
    ? 'мобильная сеть'
    : (regionName ?? region ?? (country === 'RU' ? 'Россия' : (countryName ?? country)))

const several = (words: readonly (string | null)[]) => [
  ...new Set(words.filter((word): word is string => word !== null)),
]

/** What places say of somebody: a remark where they are not those in which the person lives, or hide who uses them. */
export function placeVerdict(places: readonly NetworkPlace[], homes: NetworkQuestion['homes']): CheckAnswer {
  const details = {
    networks: places.map(({ ip, ...place }) => ({ network: networkOf(ip), ...place })),
    homes: [...homes],
  }
  const remarks = several(places.map((place) => remarkOf(place, homes)))
  const lives = several(homes.map(({ name }) => name)).join(', ')
  if (remarks.length > 0)
    return {
      state: 'WARN',
      text: `Сетевой адрес не подтверждает место клиента${lives === '' ? '' : ` (${lives})`}: ${remarks.join('; ')}`,
      details,
    }
  const known = several(places.map(nameOf))
  if (known.length === 0) return { state: 'OK', text: 'Служба не знает, где эти сетевые адреса', details }
  const isCompared = places.some(({ kind, region }) => kind !== 'MOBILE' && region !== null)
  const lacks = homes.length === 0 ? 'Регион клиента не указан' : 'Региона сеть не называет'
  return {
    state: 'OK',
    text:
      homes.length > 0 && isCompared
        ? `Анкету сохраняли там, где клиент живёт: ${known.join(', ')}`
        : `Анкету сохраняли: ${known.join(', ')}. ${lacks}, сравнить не с чем`,
    details,
  }
}
