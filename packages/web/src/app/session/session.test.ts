import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { switchesFrom } from '#lib/switches.ts'
import { configFileOf, isAllowedIdentity } from './identity-config.ts'
import { identityScriptUrl, within } from './identity-script.ts'
import { hasRequiredRole } from './required-role.ts'
import { keepFresh, refreshDelay } from './token-refresh.ts'

describe('the identity configuration', () => {
  const file = (text: string, kept: string | null = null) => configFileOf(new URLSearchParams(text), kept)

  it('is keycloak.json, or the plain file that the address names', () => {
    expect(file('')).toBe('keycloak.json')
    expect(file('keycloak=test')).toBe('test.json')
    expect(file('keycloak=test.json')).toBe('test.json')
    expect(file('', 'kept.json')).toBe('kept.json')
    expect(file('keycloak=new', 'kept.json')).toBe('new.json')
  })

  it.each(['../x', '//evil.example/k', 'https:evil', 'a/b', '%2e%2e/x', 'a.b.json', 'a?b', 'а'])(
    'refuses the name %s',
    (name) => {
      expect(() => file(`keycloak=${name}`)).toThrow('Недопустимое имя')
    },
  )
})

describe('the host of the identity script', () => {
  const allowed = (url: string) =>
    isAllowedIdentity(url, 'https://office.bank.ru', ['login.bank.ru', 'login2.bank.ru:8443'])

  it.each([
    ['/auth', true],
    ['https://office.bank.ru/auth', true],
    ['https://login.bank.ru/auth', true],
    ['https://login2.bank.ru:8443', true],
    ['https://login.bank.ru:444/auth', false],
    ['https://login.bank.ru.evil.example', false],
    ['https://login.bank.ru@evil.example/auth', false],
    ['//evil.example/auth', false],
    ['javascript:alert(1)', false],
    ['data:text/javascript,1', false],
    ['http://', false],
  ])('%s is allowed: %s', (url, expected) => {
    expect(allowed(url)).toBe(expected)
  })

  it('keeps the path of the identity server before /js/', () => {
    const config = { realm: 'ipoteka', resource: 'apix', 'auth-server-url': '/auth/' }
    expect(identityScriptUrl(config, 'https://a.ru')).toBe('https://a.ru/auth/js/keycloak.js')
  })
})

describe('the required role', () => {
  it.each(['apix_user', 'ad-gf-apix.user', 'APIX_USER', 'AD-GF-APIX.USER'])('%s lets in', (role) => {
    expect(hasRequiredRole({ realm: [role], resource: [] })).toBe(true)
    expect(hasRequiredRole({ realm: [], resource: ['other', role] })).toBe(true)
  })

  it.each(['apix_users', 'Apix_User', '', 'user'])('«%s» does not', (role) => {
    expect(hasRequiredRole({ realm: [role], resource: [role] })).toBe(false)
  })
})

describe('waiting for the script', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends with an error when the time is over', async () => {
    const waiting = within(new Promise(() => undefined), 120_000, 'поздно')
    const outcome = expect(waiting).rejects.toThrow('поздно')
    await vi.advanceTimersByTimeAsync(120_000)
    await outcome
  })
})

describe('renewing the token', () => {
  let warn: ReturnType<typeof vi.spyOn>
  beforeEach(() => {
    vi.useFakeTimers()
    warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('waits for nine tenths of the remaining life', () => {
    expect(refreshDelay(300_000)).toBe(270_000)
    expect(refreshDelay(-5)).toBe(0)
  })

  it('renews again and again until it is stopped', async () => {
    const renew = vi.fn(() => Promise.resolve())
    const stop = keepFresh({ remainingMs: () => 10_000, renewOrThrow: renew })
    await vi.advanceTimersByTimeAsync(8_999)
    expect(renew).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(renew).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(renew).toHaveBeenCalledTimes(2)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(renew).toHaveBeenCalledTimes(2)
  })

  it('only warns when a renewal fails, and tries again', async () => {
    const renew = vi.fn(() => Promise.reject(new Error('нет связи')))
    const stop = keepFresh({ remainingMs: () => 10_000, renewOrThrow: renew })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(warn).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(renew).toHaveBeenCalledTimes(2)
    stop()
  })
})

describe('the switches of the address', () => {
  const kept = (values: Record<string, string>) => (key: string) => values[key] ?? null

  it('are off by default and on when asked for', () => {
    expect(switchesFrom(new URLSearchParams(''), kept({}))).toEqual({
      rolesOff: false,
      authOff: false,
      validationLog: false,
    })
    expect(switchesFrom(new URLSearchParams('roles=no&auth=no&validation=yes'), kept({}))).toEqual({
      rolesOff: true,
      authOff: true,
      validationLog: true,
    })
  })

  it('are remembered, and the address wins over what is remembered', () => {
    const remembered = kept({ 'switch.roles': 'no' })
    expect(switchesFrom(new URLSearchParams(''), remembered).rolesOff).toBe(true)
    expect(switchesFrom(new URLSearchParams('roles=yes'), remembered).rolesOff).toBe(false)
  })
})
