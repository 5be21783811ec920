import { describe, expect, it } from 'vitest'
import { deviceOf, isShortCode, qrIssues, stateOf, taggedUrl } from './qr.rules.ts'

describe('the state of a code', () => {
  const terms = { notActive: false, partnerNotActive: false, validTo: '2026-11-20' }
  it.each([
    ['on its last day', terms, '2026-11-20', 'ACTIVE'],
    ['the day after', terms, '2026-11-21', 'EXPIRED'],
    ['without an end', { ...terms, validTo: null }, '2999-01-01', 'ACTIVE'],
    ['switched off', { ...terms, notActive: true }, '2026-11-21', 'INACTIVE'],
    ['of a partner that is switched off', { ...terms, partnerNotActive: true }, '2026-11-20', 'INACTIVE'],
  ])('%s', (_, given, today, state) => expect(stateOf(given, today)).toBe(state))
})

describe('the class of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
      'PHONE',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
      'PHONE',
    ],
    ['Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/131.0 Safari/537.36', 'TABLET'],
    ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'TABLET'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36', 'COMPUTER'],
    ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'ROBOT'],
    ['TelegramBot (like TwitterBot)', 'ROBOT'],
    ['', 'ROBOT'],
    [undefined, 'ROBOT'],
  ])('of %s is %s', (agent, device) => expect(deviceOf(agent)).toBe(device))

  it('is found quickly in a text without end', () => {
    const begun = performance.now()
    deviceOf('android '.repeat(100_000))
    // Minutes where the time grows with the square of the length.
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})

describe('the tags', () => {
  const tags = {
    shortCode: 'aB3dE6gH9kLm',
    partnerId: 17,
    partnerTypeCode: 'AGENT',
    employeeId: 4,
    productCode: 'FAMILY_MORTGAGE',
    campaign: 'Осень & зима',
  }

  it('go beside what the address has', () => {
    const url = new URL(taggedUrl('https://apply.bank.ru/start?lang=ru#form', tags))
    expect(url.origin + url.pathname + url.hash).toBe('https://apply.bank.ru/start#form')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      lang: 'ru',
      utm_source: 'partner-17',
      utm_medium: 'qr',
      utm_campaign: 'Осень & зима',
      utm_content: 'FAMILY_MORTGAGE',
      partnerType: 'AGENT',
      employee: '4',
      qr: 'aB3dE6gH9kLm',
    })
  })

  it('leave out what is not there', () => {
    const { searchParams } = new URL(
      taggedUrl('https://apply.bank.ru', { ...tags, campaign: '', employeeId: null }),
    )
    expect(searchParams.has('utm_campaign') || searchParams.has('employee')).toBe(false)
  })
})

it('a short code is letters, digits and two signs, 10 to 32 of them', () => {
  expect(['aB3dE6gH9kLm', '_-_-_-_-_-', 'x'.repeat(32)].every(isShortCode)).toBe(true)
  expect(['short', 'x'.repeat(33), 'aB3dE6gH9k/m', "aB3dE6gH9k'm", 'кодкодкодкод'].some(isShortCode)).toBe(
    false,
  )
})

describe('a new code', () => {
  const input = {
    partnerId: 1,
    employeeId: 2,
    partnerTypeCode: 'AGENT',
    productCode: 'M',
    campaign: '',
    validTo: null,
  }
  const facts = {
    isPartnerUsable: true,
    isEmployeeUsable: true,
    today: '2026-11-20',
  }
  const paths = (change: object, known: object = {}) =>
    qrIssues({ ...input, ...change }, { ...facts, ...known }).map(({ path }) => path)

  it('is in order, or says field by field why not', () => {
    expect(paths({ validTo: '2026-11-20' })).toEqual([])
    expect(paths({ validTo: '2026-11-19' })).toEqual(['validTo'])
    expect(paths({}, { isPartnerUsable: false, isEmployeeUsable: false })).toEqual(['partnerId'])
    expect(paths({}, { isEmployeeUsable: false })).toEqual(['employeeId'])
  })
})
