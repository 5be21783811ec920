import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { echoArrived, saveWithEcho, underWay } from './own-echo.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let count = 0
const newTopic = () => `case.${(count += 1)}`

describe('what follows from a save', () => {
  it('is left to the message of the save', async () => {
    const [topic, read] = [newTopic(), vi.fn()]
    expect(await saveWithEcho(topic, async () => 5, read)).toBe(5)
    expect(echoArrived(topic, 0)).toEqual({ isAwaited: false })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(read).not.toHaveBeenCalled()
  })

  it('is read once when no message comes', async () => {
    const [topic, read] = [newTopic(), vi.fn()]
    await saveWithEcho(topic, async () => 5, read)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('waits for the answer when the message comes first', async () => {
    const [topic, read] = [newTopic(), vi.fn()]
    await vi.advanceTimersByTimeAsync(10)
    const answer = Promise.withResolvers<number>()
    const saved = saveWithEcho(topic, () => answer.promise, read)
    expect(echoArrived(topic, 0)).toEqual({ isAwaited: true })
    const over = vi.fn()
    void underWay(topic)?.then(over)
    await vi.advanceTimersByTimeAsync(100)
    expect(over).not.toHaveBeenCalled()
    answer.resolve(1)
    await saved
    await vi.advanceTimersByTimeAsync(5_000)
    expect(over).toHaveBeenCalled()
    expect(underWay(topic)).toBe(null)
    expect(read).not.toHaveBeenCalled()
  })

  it('of a save that failed is not read, and its failure is the caller’s', async () => {
    const [topic, read] = [newTopic(), vi.fn()]
    const failed = saveWithEcho(topic, () => Promise.reject(new Error('409')), read)
    await expect(failed).rejects.toThrow('409')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(read).not.toHaveBeenCalled()
    expect(underWay(topic)).toBe(null)
  })

  it('does not hurry what others change', () => {
    expect(echoArrived(newTopic(), 0)).toEqual({ isAwaited: false })
  })
})
