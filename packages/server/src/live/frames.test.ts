import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { liveInstance, rawSocket, type TestInstance } from '#testing/processes/live-instance.ts'
import { soon } from '#testing/waiting/soon.ts'

let app: TestApp
let instance: TestInstance
let connect: string
beforeAll(async () => {
  app = await testApp()
  instance = await liveInstance(app, {
    // On a busy machine the first token of all takes its time.
    limits: { connectMs: 3_000, heartbeatMs: 200, maxBufferedBytes: 100_000 },
  })
  connect = `CONNECT\naccept-version:1.1,1.2\nheart-beat:0,0\nAuthorization:Bearer ${await app.tokenOf('admin')}\n\n\0`
})
afterAll(async () => {
  // Whatever came in, the server had no trouble of its own with it.
  expect(instance.errors).toEqual([])
  await instance.close()
  await app.close()
})

async function connected(text = connect) {
  const raw = rawSocket(instance.url)
  await raw.opened
  raw.socket.send(text)
  await soon(() => expect(raw.texts[0]).toMatch(/^CONNECTED\nversion:1\.2\nheart-beat:200,200\n/))
  return raw
}

it.each([
  ['an unknown command', 'HELLO\n\n\0'],
  ['markup', '<script>alert(1)</script>\n\n\0'],
  ['a second CONNECT', 'CONNECT\naccept-version:1.2\n\n\0'],
  ['SUBSCRIBE without id', 'SUBSCRIBE\ndestination:/user/queue/notifications\n\n\0'],
  ['SUBSCRIBE without destination', 'SUBSCRIBE\nid:1\n\n\0'],
  ['a destination without end', `SUBSCRIBE\nid:1\ndestination:/topic/${'a'.repeat(5_000)}\n\n\0`],
  ['UNSUBSCRIBE without id', 'UNSUBSCRIBE\n\n\0'],
  ['a transaction', 'BEGIN\ntransaction:1\n\n\0'],
  ['a wrong content-length', 'SUBSCRIBE\ncontent-length:-1\n\n\0\0'],
  ['a content-length without end', 'SUBSCRIBE\ncontent-length:999999\n\n' + 'x'.repeat(16_000)],
  ['headers without a colon', `SUBSCRIBE\n${'noise\n'.repeat(10)}\n:\n\n\0`],
])('answers %s with ERROR and closes', async (_, text) => {
  const raw = await connected()
  raw.socket.send(text)
  raw.socket.send('x'.repeat(1_000))
  expect(await raw.closed).toBe(1008)
  expect(raw.texts.at(-1)).toMatch(/^ERROR\nmessage:.+\n/)
})

it('answers a frame before CONNECT with ERROR and closes', async () => {
  const raw = rawSocket(instance.url)
  await raw.opened
  raw.socket.send('SUBSCRIBE\nid:1\ndestination:/user/queue/notifications\n\n\0')
  expect(await raw.closed).toBe(1008)
  expect(raw.texts.at(-1)).toContain('CONNECT expected')
})

it('speaks 1.2 only', async () => {
  const raw = rawSocket(instance.url)
  await raw.opened
  raw.socket.send(connect.replace('1.1,1.2', '1.0,1.1'))
  expect(await raw.closed).toBe(1008)
})

it('closes a connection that says nothing', async () => {
  const hasty = await liveInstance(app, { limits: { connectMs: 100 } })
  const raw = rawSocket(hasty.url)
  await raw.opened
  expect(await raw.closed).toBe(1008)
  await hasty.close()
})

it('closes at a message above 16 kB, at broken UTF-8 and at a frame that never ends', async () => {
  const large = await connected()
  large.socket.send('x'.repeat(17_000))
  expect(await large.closed).toBe(1009)
  const broken = await connected()
  broken.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false })
  expect(await broken.closed).toBe(1007)
  const endless = await connected()
  for (let i = 0; i < 10; i++) endless.socket.send('y'.repeat(4_000))
  expect(await endless.closed).toBe(1008)
})

it('survives random bytes', async () => {
  for (let round = 0; round < 50; round++) {
    const raw = rawSocket(instance.url)
    await raw.opened
    if (round % 2 === 0) raw.socket.send(connect)
    for (let i = 0; i < 5; i++) {
      const bytes = Buffer.from(
        Array.from({ length: 300 }, (_, at) => (at * 7919 + round * 104_729 + i * 31) % 256),
      )
      raw.socket.send(bytes)
    }
    raw.socket.send('\n\0\0\n')
    raw.socket.terminate()
  }
  await connected()
})

it('takes a frame in parts and several frames in one message', async () => {
  const raw = rawSocket(instance.url)
  await raw.opened
  raw.socket.send(connect.slice(0, 40))
  raw.socket.send(
    `${connect.slice(40)}SUBSCRIBE\nid:1\ndestination:/user/queue/notifications\nreceipt:a\n\n\0`,
  )
  await soon(() => expect(raw.texts.some((text) => text.startsWith('RECEIPT\nreceipt-id:a\n'))).toBe(true))
  raw.socket.send('DISCONNECT\nreceipt:b\n\n\0')
  expect(await raw.closed).toBe(1000)
  expect(raw.texts.at(-1)).toMatch(/^RECEIPT\nreceipt-id:b\n/)
})

it('allows 50 subscriptions and not one more', async () => {
  const raw = await connected()
  for (let i = 0; i < 51; i++) {
    raw.socket.send(`SUBSCRIBE\nid:${i}\ndestination:/user/queue/notifications\nreceipt:${i}\n\n\0`)
    if (i % 20 === 19) await new Promise((done) => setTimeout(done, 1_010))
  }
  expect(await raw.closed).toBe(1008)
  expect(raw.texts.at(-1)).toContain('Too many subscriptions')
})

it('cuts off who floods it', async () => {
  const raw = await connected()
  for (let i = 0; i < 200; i++) raw.socket.send(`UNSUBSCRIBE\nid:${i}\n\n\0`)
  expect(await raw.closed).toBe(1008)
  expect(raw.texts.at(-1)).toContain('Too many frames')
})

it('sends heart-beats, and cuts off who promised them and keeps silent', async () => {
  const raw = await connected(connect.replace('0,0', '200,200'))
  await soon(() => expect(raw.texts.filter((text) => text === '\n').length).toBeGreaterThan(1))
  expect(await raw.closed).toBe(1006)
})
