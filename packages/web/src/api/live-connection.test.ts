import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveConnection, maxAttempts, retryAfterMs, type Transport } from './live-connection.ts'

class FakeTransport implements Transport {
  on: Parameters<Transport['connect']>[0] | null = null
  connects = 0
  disconnects = 0
  readonly listeners = new Map<string, (payload: unknown) => void>()
  readonly asked: [topic: string, from: number][] = []

  connect(on: Parameters<Transport['connect']>[0]) {
    this.connects += 1
    this.on = on
    this.listeners.clear()
  }
  disconnect() {
    this.disconnects += 1
    this.listeners.clear()
  }
  subscribe(topic: string, onMessage: (payload: unknown) => void, from: number) {
    this.asked.push([topic, from])
    this.listeners.set(topic, onMessage)
    return () => this.listeners.delete(topic)
  }
}

let transport: FakeTransport
let live: LiveConnection
let warn: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.useFakeTimers()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  transport = new FakeTransport()
  live = new LiveConnection(transport)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const connected = () => transport.on?.connected()
const failed = (refused?: string) => transport.on?.failed('обрыв', refused)
/** The connection is lost and does not come back. */
function giveUp() {
  for (let attempt = 0; attempt <= maxAttempts; attempt += 1) {
    failed()
    vi.advanceTimersByTime(retryAfterMs)
  }
}

describe('the live connection', () => {
  it('goes from Initial through Connecting to Connected', () => {
    expect(live.state).toBe('Initial')
    live.open()
    expect(live.state).toBe('Connecting')
    connected()
    expect(live.state).toBe('Connected')
  })

  it('waits five seconds after a failure and tries again', () => {
    live.open()
    failed()
    expect(live.state).toBe('WaitingForConnect')
    vi.advanceTimersByTime(retryAfterMs - 1)
    expect(transport.connects).toBe(1)
    vi.advanceTimersByTime(1)
    expect(live.state).toBe('Connecting')
    expect(transport.connects).toBe(2)
  })

  it.each(['the first connect', 'a connection that broke'])(
    'reconnects six times after %s failed',
    (what) => {
      live.open()
      if (what !== 'the first connect') connected()
      giveUp()
      expect(transport.connects).toBe(1 + 6)
      expect(live.state).toBe('Closing')
      expect(transport.disconnects).toBe(1)
      expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('превысило предел'), '')
    },
  )

  it('starts counting anew after a success', () => {
    live.open()
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      failed()
      vi.advanceTimersByTime(retryAfterMs)
    }
    connected()
    failed()
    expect(live.state).toBe('WaitingForConnect')
  })

  it('connects again on a focus after giving up, but not after an explicit close', () => {
    live.open()
    giveUp()
    live.open()
    expect(live.state).toBe('Connecting')
    live.close()
    live.open()
    expect(live.state).toBe('Closing')
  })

  it('does nothing on a focus while it is connected or waiting', () => {
    live.open()
    connected()
    live.open()
    failed()
    live.open()
    expect(transport.connects).toBe(1)
  })

  it('asks at the first connect for what was told since the page began, and reads nothing again', () => {
    const handler = vi.fn()
    live.subscribe('/topic/a', handler)
    live.open()
    connected()
    expect(transport.asked).toEqual([['/topic/a', 0]])
    expect(handler).not.toHaveBeenCalled()
    transport.listeners.get('/topic/a')?.({ ids: [1] })
    expect(handler.mock.calls).toEqual([[{ ids: [1] }]])
  })

  it('asks later for what was told since shortly before the page listened', () => {
    live.open()
    connected()
    vi.advanceTimersByTime(30_000)
    live.subscribe('/topic/a', vi.fn())
    expect(transport.asked).toEqual([['/topic/a', performance.now() - 1_000]])
  })

  it('subscribes all topics at every later connect and tells the handlers to read again', () => {
    const handler = vi.fn()
    live.subscribe('/topic/a', handler)
    live.open()
    connected()
    failed()
    vi.advanceTimersByTime(retryAfterMs)
    connected()
    expect(handler.mock.calls).toEqual([[undefined]])
    expect([...transport.listeners.keys()]).toEqual(['/topic/a'])
  })

  it('tells a handler that came late of what others were told while it was reading', async () => {
    live.open()
    connected()
    live.subscribe('/topic/a', vi.fn())
    const [late, inTime, gone] = [vi.fn(), vi.fn(), vi.fn()]
    const from = performance.now()
    vi.advanceTimersByTime(300)
    transport.listeners.get('/topic/a')?.({ codes: ['head'] })
    vi.advanceTimersByTime(300)
    live.subscribe('/topic/a', late, from)
    live.subscribe('/topic/a', inTime, performance.now())
    live.subscribe('/topic/a', gone, from)()
    await Promise.resolve()
    expect(late.mock.calls).toEqual([[undefined]])
    expect([inTime.mock.calls, gone.mock.calls]).toEqual([[], []])
  })

  it('shares one subscription between handlers and ends it with the last', () => {
    const first = vi.fn()
    const second = vi.fn()
    live.open()
    connected()
    const stopFirst = live.subscribe('/topic/a', first)
    const stopSecond = live.subscribe('/topic/a', second)
    stopFirst()
    transport.listeners.get('/topic/a')?.('x')
    expect(first).not.toHaveBeenCalled()
    expect(second).toHaveBeenCalledExactlyOnceWith('x')
    stopSecond()
    expect(transport.listeners.size).toBe(0)
  })

  it('closes on an unexpected transition', () => {
    live.open()
    connected()
    connected()
    expect(live.state).toBe('Closing')
  })

  it('stops a waiting retry when closed', () => {
    live.open()
    failed()
    live.close()
    vi.advanceTimersByTime(retryAfterMs * 2)
    expect(transport.connects).toBe(1)
    expect(live.state).toBe('Closing')
  })

  it('never asks for what its user may not hear, until the rights change', () => {
    let rights = ['/topic/a']
    live = new LiveConnection(transport, { mayHear: (topic) => rights.includes(topic) })
    live.subscribe('/topic/a', vi.fn())
    live.subscribe('/topic/b', vi.fn())
    live.open()
    connected()
    expect([...transport.listeners.keys()]).toEqual(['/topic/a'])
    rights = ['/topic/a', '/topic/b']
    live.recheck()
    expect([...transport.listeners.keys()]).toEqual(['/topic/a', '/topic/b'])
    expect(transport.asked).toHaveLength(2)
  })

  it('asks for a refused topic once, goes on with the others at once and reads nothing again', () => {
    const handler = vi.fn()
    live.subscribe('/topic/a', handler)
    live.subscribe('/topic/secret', handler)
    live.open()
    connected()
    vi.advanceTimersByTime(30_000)
    failed('/topic/secret')
    expect([live.state, transport.connects]).toEqual(['Connecting', 2])
    connected()
    expect([...transport.listeners.keys()]).toEqual(['/topic/a'])
    expect(transport.asked.at(-1)).toEqual(['/topic/a', performance.now() - 1_000])
    expect(handler).not.toHaveBeenCalled()
    // One that is refused again for another reason is an ordinary failure.
    failed('/topic/secret')
    expect(live.state).toBe('WaitingForConnect')
  })

  it('says that the page does not follow changes, and reads everything again when asked to', () => {
    const onLost = vi.fn()
    const handler = vi.fn()
    live = new LiveConnection(transport, { onLost })
    live.subscribe('/topic/a', handler)
    live.open()
    connected()
    onLost.mockClear()
    failed()
    expect(onLost).not.toHaveBeenCalled()
    vi.advanceTimersByTime(retryAfterMs)
    failed()
    expect(onLost).toHaveBeenLastCalledWith(true)
    live.refresh()
    expect(live.state).toBe('Connecting')
    expect(handler).toHaveBeenCalledExactlyOnceWith(undefined)
    connected()
    expect(onLost).toHaveBeenLastCalledWith(false)
  })
})
