import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handleError } from './error-handler.ts'
import { answersOf, guardParts, linesType, packLines } from './parts.ts'

/** A server whose reads are answered when the test says so. */
let app: FastifyInstance
let url: string
let begun: string[]
/** Lines of the log. */
let written: string[]
let release: Map<string, () => void>
/** What was answered, and whether whoever asked has gone. */
let answers: { out: Readable; gone: Promise<void> }[]

const reads = (name: string, count: string) =>
  Array.from({ length: Number(count) }, (_, at) => ({ method: 'GET' as const, path: `/read/${name}${at}` }))

beforeEach(async () => {
  begun = []
  answers = []
  release = new Map()
  written = []
  app = Fastify({ logger: { stream: { write: (line) => void written.push(line) } } })
  app.setErrorHandler(handleError)
  guardParts(app)
  await app.register(compress)
  app.get<{ Params: { name: string } }>(
    '/api/read/:name',
    { config: { readsJson: true } },
    async (request) => {
      const { name } = request.params
      begun.push(name)
      const isSlow = name.startsWith('slow') || name === 'mixed0'
      if (isSlow) await new Promise<void>((resolve) => release.set(name, resolve))
      return { name, text: name.startsWith('big') ? 'текст '.repeat(20_000) : '' }
    },
  )
  // What a stream to somebody who has gone ends with.
  app.get('/left', async (_request, reply) => {
    begun.push('left')
    await new Promise((resolve) => reply.raw.once('close', resolve))
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })
  const all = '/:name/:count'
  app.get<{ Params: { name: string; count: string } }>(all, { compress: packLines }, (request, reply) => {
    const { name, count } = request.params
    const out = answersOf(app, request, reads(name, count))
    const gone = new Promise<void>((resolve) => reply.raw.once('close', resolve))
    answers.push({ out, gone })
    return name === 'big' ? reply.send({}) : reply.type(linesType).send(out)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const end of release.values()) end()
  app.server.closeAllConnections()
  await app.close()
})

async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield (JSON.parse(line) as { body: { name: string } }).body.name
  }
}

/** Whatever was about to begin has begun once further requests were answered. */
const settle = async () => {
  for (let n = 0; n < 5; n += 1) await app.inject('/api/nothing')
}

it.each(['br', 'gzip', 'identity'])('a slow read holds up none that came after it: %s', async (encoding) => {
  const response = await fetch(`${url}/mixed/2`, { headers: { 'accept-encoding': encoding } })
  const lines = linesOf(response)
  expect((await lines.next()).value).toBe('mixed1')
  release.get('mixed0')?.()
  expect((await lines.next()).value).toBe('mixed0')
  expect((await lines.next()).done).toBe(true)
})

it('no more than six are in work, and once the reader has gone no further one is asked', async () => {
  const gone = new AbortController()
  const asked = fetch(`${url}/slow/10`, { signal: gone.signal }).catch((reason: unknown) => reason)
  await vi.waitUntil(() => begun.length > 0)
  await settle()
  expect(begun).toHaveLength(6)
  gone.abort()
  expect(await asked).toBe(gone.signal.reason)
  await answers[0]?.gone
  for (const end of release.values()) end()
  await settle()
  expect(begun).toHaveLength(6)
})

it('of what nobody takes over no more is asked than is in work', async () => {
  await fetch(`${url}/big/30`)
  await settle()
  expect(begun).toHaveLength(6)
  let text = ''
  for await (const part of answers[0]?.out ?? []) text += String(part)
  expect(text.trimEnd().split('\n')).toHaveLength(30)
})

it('who goes away before the answer is no failure of the server', async () => {
  const gone = new AbortController()
  const asked = fetch(`${url}/left`, { signal: gone.signal })
  await vi.waitUntil(() => begun.includes('left'))
  gone.abort()
  await expect(asked).rejects.toBe(gone.signal.reason)
  await vi.waitUntil(() => written.some((line) => line.includes('has left')))
  expect(written.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})
