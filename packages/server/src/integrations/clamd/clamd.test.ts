import { randomBytes } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { clamdScanner } from './clamd.ts'

let server: Server | null = null
const open = new Set<Socket>()
afterEach(async () => {
  for (const socket of open) socket.destroy()
  await new Promise((done) => (server === null ? done(null) : server.close(done)))
  server = null
})

/** A clamd that reads the protocol and answers as told, by what it received. */
async function clamd(answer: (content: Buffer) => string | null): Promise<number> {
  server = createServer((socket) => {
    open.add(socket)
    let came = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      came = Buffer.concat([came, Buffer.from(data)])
      const content = contentOf(came)
      if (content === null) return
      const reply = answer(content)
      if (reply !== null) socket.end(`${reply}\0`)
    })
  })
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** What INSTREAM has brought; null before its end. */
function contentOf(came: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (came.length < command.length) return null
  expect(came.toString('latin1', 0, command.length)).toBe(command)
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= came.length; ) {
    const length = came.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(came.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const errors: unknown[] = []
const scan = (port: number, content: Buffer, required = true, timeoutMs = 500) =>
  clamdScanner(
    { address: { host: '127.0.0.1', port }, required },
    (error) => errors.push(error),
    timeoutMs,
  ).scan(Readable.from([content]))

it('sends the whole file and tells what clamd says of it', async () => {
  const content = randomBytes(3_000_000)
  let came: Uint8Array = Buffer.alloc(0)
  const port = await clamd((received) => {
    came = received
    return 'stream: OK'
  })
  expect(await scan(port, content, true, 10_000)).toEqual({ state: 'clean' })
  expect(content.equals(came)).toBe(true)
})

it('names the virus', async () => {
  const port = await clamd(() => 'stream: Win.Test.EICAR_HDB-1 FOUND')
  expect(await scan(port, Buffer.from('X5O!'))).toEqual({ state: 'infected', name: 'Win.Test.EICAR_HDB-1' })
})

it.each([
  ['does not listen', async () => 1],
  ['does not answer', () => clamd(() => null)],
  ['answers with an error', () => clamd(() => 'INSTREAM size limit exceeded. ERROR')],
])('when it %s, a required one refuses and another lets through unscanned', async (_name, start) => {
  const port = await start()
  await expect(scan(port, Buffer.from('a'))).rejects.toMatchObject({
    status: 503,
    type: 'ER_INTER_SERVICE_CALL',
    message: expect.stringMatching(/вирусы сейчас недоступна/),
  })
  expect(await scan(port, Buffer.from('a'), false)).toEqual({ state: 'unknown' })
  expect(errors.length).toBeGreaterThan(0)
})
