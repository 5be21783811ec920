import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressOf, followPlace, hasFormerLook, lookOfPath, pathInLook, plainPath } from './page-look.ts'
import { setLook } from './theme-mode.ts'

afterEach(() => vi.unstubAllGlobals())

const kept = new Map<string, string>()
const openAt = (pathname: string) => {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
}

describe('looks of a page', () => {
  it('are told by the address, and the routes know one path', () => {
    expect(plainPath('/underwriting-total-origin/12')).toBe('/underwriting-total/12')
    expect(plainPath('/underwriting-total-refactor/12')).toBe('/underwriting-total/12')
    expect(lookOfPath('/underwriting-total-origin/12')).toBe('former')
    expect(lookOfPath('/underwriting-total-refactor/12')).toBe('present')
    expect(pathInLook('/underwriting-total-refactor/12', 'former')).toBe('/underwriting-total-origin/12')
  })

  it('are not invented for pages that have one', () => {
    expect(plainPath('/roles-origin')).toBe('/roles-origin')
    expect(lookOfPath('/roles-origin')).toBe('present')
    expect(pathInLook('/roles', 'former')).toBe('/roles')
    expect(hasFormerLook('/roles')).toBe(false)
  })

  it('follow the choice in links, and the page that is open keeps its own', () => {
    openAt('/underwriting-total-origin/12')
    setLook({ pages: 'present' })
    expect(addressOf('/underwriting-total/12?decision=approve')).toBe(
      '/underwriting-total-origin/12?decision=approve',
    )
    expect(addressOf('/underwriting-total/13#a')).toBe('/underwriting-total/13#a')
    setLook({ pages: 'former' })
    expect(addressOf('/underwriting-total/13?a=1')).toBe('/underwriting-total-origin/13?a=1')
    expect(addressOf('/roles?a=1')).toBe('/roles?a=1')
  })

  it('keep the address that was just chosen while the address bar still has the earlier one', () => {
    openAt('/underwriting-total-origin/12')
    setLook({ pages: 'former' })
    followPlace(() => '/underwriting-total/12')
    expect(addressOf('/underwriting-total/12')).toBe('/underwriting-total/12')
    followPlace(() => location.pathname)
  })
})
