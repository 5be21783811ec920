import { describe, expect, it } from 'vitest'
import { RecentEvents } from './recent-events.ts'

const topic = '/topic/dictionaries'
const event = (code: number) => ({ topic, codes: [String(code)] })

function recentFrom(begin: number) {
  const clock = { now: begin }
  return { clock, recent: new RecentEvents(() => clock.now) }
}

describe('recent events', () => {
  it('are those of the topic from the moment on', () => {
    const { clock, recent } = recentFrom(0)
    for (clock.now = 1; clock.now <= 5; clock.now += 1) recent.remember(event(clock.now))
    recent.remember({ topic: '/topic/features' })
    expect(recent.since(topic, 3)).toEqual([event(3), event(4), event(5)])
    expect(recent.since(topic, 100)).toEqual([])
  })

  it('are not known from before the start', () => {
    const { clock, recent } = recentFrom(1_000)
    clock.now = 2_000
    expect(recent.since(topic, 1_000)).toBeNull()
    expect(recent.since(topic, 1_001)).toEqual([])
  })

  it('are not known from more than a minute ago', () => {
    const { clock, recent } = recentFrom(0)
    clock.now = 70_000
    expect(recent.since(topic, 9_999)).toBeNull()
    expect(recent.since(topic, 10_000)).toEqual([])
  })

  it('are not known from before something may have been missed', () => {
    const { clock, recent } = recentFrom(0)
    clock.now = 10
    recent.remember(event(1))
    clock.now = 20
    recent.forget()
    expect(recent.since(topic, 5)).toBeNull()
    expect(recent.since(topic, 21)).toEqual([])
  })

  it('are kept up to a number, and what had to go is not vouched for', () => {
    const { clock, recent } = recentFrom(0)
    for (clock.now = 1; clock.now <= 10_001; clock.now += 1) recent.remember(event(clock.now))
    expect(recent.since(topic, 1)).toBeNull()
    expect(recent.since(topic, 2)).toHaveLength(10_000)
  })

  it('have moments that are never ahead of the clock', () => {
    const { recent } = recentFrom(5.9)
    expect(recent.moment()).toBe(5)
  })
})
