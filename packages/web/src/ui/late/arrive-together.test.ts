import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { arriveTogether } from './arrive-together.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(() => done(value), ms))

it('holds a part until those that are on their way have come', async () => {
  const come: string[] = []
  const note = (name: string) => void come.push(name)
  void arriveTogether(() => after(10, 'first')).then(note)
  await vi.advanceTimersByTimeAsync(5)
  void arriveTogether(() => after(45, 'second')).then(note)
  await vi.advanceTimersByTimeAsync(44)
  expect(come).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(come.toSorted()).toEqual(['first', 'second'])
})

it('does not hold it longer for a slow one, nor for one that fails', async () => {
  const quick = arriveTogether(() => after(1, 'quick'))
  const slow = arriveTogether(() => after(5_000, 'slow'))
  await vi.advanceTimersByTimeAsync(201)
  await expect(quick).resolves.toBe('quick')
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(slow).resolves.toBe('slow')

  const whole = arriveTogether(() => after(1, 'whole'))
  const lost = arriveTogether(() => after(10, null).then(() => Promise.reject(new Error('lost'))))
  lost.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  await expect(lost).rejects.toThrow('lost')
  await expect(whole).resolves.toBe('whole')
})

it('adds no time to a part that comes alone', async () => {
  const alone = vi.fn()
  void arriveTogether(() => Promise.resolve('alone')).then(alone)
  await vi.advanceTimersByTimeAsync(0)
  expect(alone).toHaveBeenCalledWith('alone')
})
