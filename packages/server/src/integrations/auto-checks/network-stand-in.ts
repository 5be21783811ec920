import { CheckUnavailable, type NetworkQuestion } from './check-service.ts'
import type { NetworkPlace } from './network-places.rules.ts'

const rare: Readonly<Record<number, Partial<NetworkPlace>>> = {
  13: { kind: 'TOR', country: 'DE', countryName: 'Германия', region: null, regionName: null },
  14: { kind: 'VPN', country: 'NL', countryName: 'Нидерланды', region: null, regionName: null },
  15: { kind: 'HOSTING' },
  16: { country: 'KZ', countryName: 'Казахстан', region: null, regionName: null },
  17: { region: '25', regionName: 'Приморский край' },
  18: { kind: 'MOBILE', region: '77', regionName: 'г Москва' },
  19: { kind: 'UNKNOWN', country: null, countryName: null, region: null, regionName: null },
}

/** The last number of an address as a whole one; of IPv6 its last group in hexadecimal. */
const endingOf = (ip: string): number =>
  ip.includes(':') ? Number.parseInt(ip.split(':').at(-1) || '0', 16) : Number(ip.split('.').at(-1))

/**
 * An invented place. The last number of the address chooses what is rare: 13 the Tor network, 14 a VPN, 15 hosting, 16 abroad,
 * 17 another region, 18 a mobile network, 19 nothing is known, 31 an answer at the second attempt, 39 silence; any other is
 * where the person lives.
 */
export function inventedPlace(ip: string, homes: NetworkQuestion['homes'], attempt: number): NetworkPlace {
  const ending = endingOf(ip)
  if (ending === 39 || (ending === 31 && attempt < 2)) throw new CheckUnavailable('Сервис не отвечает')
  const home = homes[0]
  return {
    ip,
    kind: 'FIXED',
    country: 'RU',
    countryName: 'Россия',
    region: home?.region ?? null,
    regionName: home?.name ?? null,
    ...rare[ending],
  }
}
