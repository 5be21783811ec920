import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scrollButtonsAt, throttle } from './scroll-position.ts'

describe('scroll buttons', () => {
  test.each([
    [0, 900, 900, false, false],
    [0, 3000, 900, false, true],
    [100, 3000, 900, false, true],
    [101, 3000, 900, true, true],
    [2000, 3000, 900, true, false],
    [2100, 3000, 900, true, false],
  ])('at %i px of %i seen by %i', (top, height, view, up, down) => {
    expect(scrollButtonsAt(top, height, view)).toEqual({ up, down })
  })
})

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('runs at once, then at most every 100 ms, and never loses the last call', () => {
    const task = vi.fn()
    const { call } = throttle(task, 100)
    for (let at = 0; at < 50; at += 1) {
      call()
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(200)
    expect(task.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(task.mock.calls.length).toBeLessThanOrEqual(4)
  })

  test('stops when it is cancelled', () => {
    const task = vi.fn()
    const { call, cancel } = throttle(task, 100)
    call()
    call()
    cancel()
    vi.advanceTimersByTime(1000)
    expect(task).toHaveBeenCalledTimes(1)
  })
})
