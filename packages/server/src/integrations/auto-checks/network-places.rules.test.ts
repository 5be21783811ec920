import { describe, expect, it } from 'vitest'
import { isPublicAddress, type NetworkPlace, networkOf, placeVerdict } from './network-places.rules.ts'

const kazan = [{ region: '16', name: 'Республика Татарстан' }]
const place = (more: Partial<NetworkPlace> = {}): NetworkPlace => ({
  ...{ ip: '203.0.113.7', kind: 'FIXED', country: 'RU', countryName: 'Россия' },
  ...{ region: '16', regionName: 'Республика Татарстан' },
  ...more,
})

describe('an address of the network', () => {
  it.each([
    ['203.0.113.7', true],
    ['10.1.2.3', false],
    ['172.31.0.1', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['100.64.0.9', false],
    ['127.0.0.1', false],
    ['169.254.3.4', false],
    ['::1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['2001:db8::1', true],
  ])('%s: anybody outside can tell where it is: %s', (ip, isPublic) => {
    expect(isPublicAddress(ip)).toBe(isPublic)
  })

  it.each([
    ['203.0.113.7', '203.0.113.*'],
    ['2001:db8::1', '2001:db8:0:*'],
    ['2001:db8:12:3:4:5:6:7', '2001:db8:12:*'],
  ])('%s is told as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})

describe('the place that it tells', () => {
  it.each<[string, Partial<NetworkPlace>, { region: string; name: string }[], 'OK' | 'WARN', RegExp]>([
    ['at home', {}, kazan, 'OK', /там, где клиент живёт: Республика Татарстан$/],
    ['in another region', { region: '25', regionName: 'Приморский край' }, kazan, 'WARN', /Приморский край$/],
    ['in another region without a name', { region: '25', regionName: null }, kazan, 'WARN', /регион 25$/],
    [
      'around the city',
      { region: '50', regionName: 'Московская область' },
      [{ region: '77', name: 'г Москва' }],
      'OK',
      /Московская/,
    ],
    [
      'where they are registered and do not live',
      { region: '50' },
      [...kazan, { region: '50', name: 'Московская область' }],
      'OK',
      /живёт/,
    ],
    [
      'abroad',
      { country: 'KZ', countryName: 'Казахстан', region: null, regionName: null },
      kazan,
      'WARN',
      /Казахстан$/,
    ],
    ['abroad without a name', { country: 'KZ', countryName: null, region: null }, kazan, 'WARN', /KZ$/],
    [
      'abroad by a mobile network',
      { country: 'TR', countryName: 'Турция', kind: 'MOBILE' },
      [],
      'WARN',
      /Турция/,
    ],
    [
      'of a mobile network',
      { region: '77', kind: 'MOBILE' },
      kazan,
      'OK',
      /мобильная сеть\. Региона сеть не называет/,
    ],
    ['of hosting at home', { kind: 'HOSTING' }, kazan, 'WARN', /адрес хостинга$/],
    ['of a VPN', { kind: 'VPN' }, kazan, 'WARN', /выход VPN$/],
    ['of a proxy', { kind: 'PROXY' }, kazan, 'WARN', /прокси-сервер$/],
    ['of Tor', { kind: 'TOR', country: null }, [], 'WARN', /выход сети Tor$/],
    [
      'of which nobody knows',
      { country: null, countryName: null, region: null, regionName: null, kind: 'UNKNOWN' },
      kazan,
      'OK',
      /не знает/,
    ],
    ['of the country alone', { region: null, regionName: null }, kazan, 'OK', /Россия\. Региона/],
    ['when the home is not told', {}, [], 'OK', /Регион клиента не указан/],
  ])('%s', (_, more, homes, state, text) => {
    const verdict = placeVerdict([place(more)], homes)
    expect([verdict.state, verdict.text]).toEqual([state, expect.stringMatching(text)])
  })

  it('is a remark by any of several, said once for a network, and keeps no whole address', () => {
    const tor = { kind: 'TOR' as const }
    const verdict = placeVerdict(
      [place(), place({ ...tor, ip: '198.51.100.4' }), place({ ...tor, ip: '198.51.100.5' })],
      kazan,
    )
    expect(verdict.text).toBe(
      'Сетевой адрес не подтверждает место клиента (Республика Татарстан): 198.51.100.* — выход сети Tor',
    )
    expect(JSON.stringify(verdict)).not.toMatch(/198\.51\.100\.[45]|203\.0\.113\.7/)
  })
})
