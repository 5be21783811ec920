import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Module = typeof import('./after-first-page.ts')
let page: Module
let press: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => {
    press = listener
  })
  page = await import('./after-first-page.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('what the first page can do without begins together, once its code is there', async () => {
  const code = Promise.withResolvers<void>()
  const load = vi.fn(() => code.promise)
  page.startFirstPage()
  page.loadAfterFirstPage(load)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([load.mock.calls.length, page.afterFirstPage.get()]).toEqual([1, false])
  code.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([load.mock.calls.length, page.afterFirstPage.get()]).toEqual([1, true])
})

it('code that does not come holds nothing up and is not asked for twice', async () => {
  const load = vi.fn(() => Promise.reject(new Error('ERR_FAILED')))
  page.startFirstPage()
  page.loadAfterFirstPage(load)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([load.mock.calls.length, page.afterFirstPage.get()]).toEqual([1, true])
})

it('whoever does something waits for no code', async () => {
  const load = vi.fn(() => new Promise<void>(() => undefined))
  page.startFirstPage()
  page.loadAfterFirstPage(load)
  press()
  expect([load.mock.calls.length, page.afterFirstPage.get()]).toEqual([1, true])
})

it('code that is named later is loaded at once; code that is needed no more is not', async () => {
  const [late, unneeded] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  page.startFirstPage()
  page.loadAfterFirstPage(unneeded)()
  await vi.advanceTimersByTimeAsync(5_000)
  page.loadAfterFirstPage(late)
  expect([late.mock.calls.length, unneeded.mock.calls.length]).toEqual([1, 0])
})
