import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf, percentile } from '../check.ts'
import { judgeAnswer } from '../leaks.ts'

const path = '/api/partner/nis/list?page=0&size=5'
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

interface Body {
  readonly name: string
  readonly raw: string | Buffer
  readonly headers?: Record<string, string>
}

const bodies: Body[] = [
  { name: '3 МБ', raw: JSON.stringify({ ids: [], junk: 'x'.repeat(3_000_000) }) },
  { name: '1 000 000 чисел', raw: JSON.stringify({ ids: Array.from({ length: 140_000 }, (_, n) => n + 1) }) },
  { name: 'вложенность 100 000', raw: deep(100_000) },
  { name: 'вложенность объектов 50 000', raw: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` },
  { name: '100 000 ключей', raw: `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(',')}` },
  { name: '__proto__', raw: '{"__proto__":{"admin":true}}' },
  { name: 'constructor.prototype', raw: '{"constructor":{"prototype":{"admin":true}}}' },
  { name: 'не JSON', raw: '<xml/>' },
  { name: 'обрезанный JSON', raw: '{"regions":["77"' },
  { name: 'сломанный UTF-8', raw: Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: 'метка порядка байтов UTF-16', raw: Buffer.from('\uFEFF{}', 'utf16le') },
  { name: 'text/plain', raw: '{}', headers: { 'content-type': 'text/plain' } },
  { name: 'форма', raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { name: 'XML', raw: '<a/>', headers: { 'content-type': 'application/xml' } },
  { name: 'multipart', raw: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  { name: 'gzip-бомба', raw: gzipSync(Buffer.alloc(60_000_000)), headers: { 'content-encoding': 'gzip' } },
  { name: 'заголовок в 64 КБ', raw: '{}', headers: { 'x-big': 'x'.repeat(65_536) } },
]

/** Sends bytes as they are and answers what came back and how long the connection lived. */
function rawRequest(port: number, chunks: readonly (string | Buffer)[], pauseMs: number, limitMs: number) {
  return new Promise<{ text: string; ms: number; closed: boolean }>((done) => {
    const begun = performance.now()
    const socket = connect(port, 'localhost')
    let text = ''
    const finish = (closed: boolean) => {
      clearTimeout(limit)
      socket.destroy()
      done({ text, ms: performance.now() - begun, closed })
    }
    const limit = setTimeout(() => finish(false), limitMs)
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')))
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
    const next = (n: number) => {
      const chunk = chunks[n]
      if (socket.destroyed || chunk === undefined) return
      socket.write(chunk)
      if (pauseMs > 0) setTimeout(next, pauseMs, n + 1)
      else next(n + 1)
    }
    socket.on('connect', () => next(0))
  })
}

async function smuggled(bank: BankUnderTest): Promise<string[]> {
  const port = Number(new URL(bank.url).port)
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n`
  const second = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const tries: [string, string][] = [
    ['CL и TE вместе', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${second}`],
    ['два Content-Length', `${head}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${second}`],
    ['TE с пробелом', `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['TE xchunked', `${head}Transfer-Encoding: xchunked\r\n\r\n{}`],
    ['длина с плюсом', `${head}Content-Length: +2\r\n\r\n{}`],
    ['голый LF', `${head.replaceAll('\r\n', '\n')}Content-Length: 2\n\n{}`],
    ['размер куска больше', `${head}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`],
  ]
  const faults: string[] = []
  for (const [name, text] of tries) {
    const { text: answer } = await rawRequest(port, [text], 0, 1_500)
    if (answer.startsWith('HTTP/1.1 2')) faults.push(`${name}: принято`)
    if ((answer.match(/HTTP\/1\.1 /g) ?? []).length > 1 && answer.includes('process_cpu'))
      faults.push(`${name}: прошёл второй запрос`)
  }
  return faults
}

/** Half-sent requests: closed within 30 s, and the others do not notice. */
async function slow(
  bank: BankUnderTest,
  each: number,
): Promise<{ faults: string[]; late: string[]; p99: number; longest: number }> {
  const port = Number(new URL(bank.url).port)
  const token = await bank.token('admin')
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n`
  const half = `${head}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"a":"`
  const dripping = Array.from({ length: 40 }, () => 'x')
  const attacks = [
    ...Array.from({ length: each }, () => rawRequest(port, [half, ...dripping], 1_000, 35_000)),
    ...Array.from({ length: each }, () =>
      rawRequest(port, [head, ...dripping.map((x) => `X-${x}: 1\r\n`)], 1_000, 35_000),
    ),
  ]
  let on = true
  const times: number[] = []
  const others = (async () => {
    while (on) {
      const answer = await bank.send('POST', path, { body: {} })
      if (answer.status === 200) times.push(answer.ms)
      await sleep(20)
    }
  })()
  const seen = await Promise.all(attacks)
  on = false
  await others
  const open = seen.filter((each) => !each.closed)
  const longest = Math.max(0, ...seen.map((each) => each.ms)) / 1_000
  const p99 = percentile(times, 0.99)
  const faults =
    open.length > 0 ? [`${open.length} из ${seen.length} медленных запросов открыты дольше 30 с`] : []
  const late: string[] = []
  if (longest > 31) late.push(`самый долгий закрыт через ${longest.toFixed(0)} с`)
  if (p99 > 300) late.push(`остальные в это время: p99 ${Math.round(p99)} мс`)
  return { faults, late, p99, longest }
}

export const bodyChecks: Check[] = [
  {
    row: 35,
    title: 'большие, глубокие, сжатые, спрятанные и медленные тела',
    release: false,
    async run(bank, extent) {
      const faults: string[] = []
      for (const { name, raw, headers } of bodies) {
        const answer = await bank
          .send('POST', path, { raw, ...(headers ? { headers } : {}) })
          .catch(() => null)
        if (answer === null) continue
        const shown = judgeAnswer(answer.status, answer.text)
        if (shown !== null) faults.push(`${name}: ${shown}`)
        else if (answer.status < 400) faults.push(`${name}: ${answer.status} вместо 4xx`)
      }
      // A refused request may leave a closed connection behind in the pool.
      bank.forget()
      const plain = await bank.send('POST', path, { raw: '{}', headers: { connection: 'close' } })
      faults.push(...(await smuggled(bank)))
      const each = extent.of(100, 0)
      const dripped = await slow(bank, each)
      faults.push(...dripped.faults)
      if (!(await bank.product.isReady())) faults.push('сервер не пережил')
      return {
        measured: `${bodies.length} тел, 7 спрятанных запросов, ${each * 2} медленных: закрыты до ${dripped.longest.toFixed(0)} с, остальные p99 ${Math.round(dripped.p99)} мс`,
        faults: firstOf(faults),
        late: dripped.late,
        control: {
          planted: 'обычное тело принимается, то есть было бы сочтено пропущенным',
          found: plain.status === 200,
        },
      }
    },
  },
]
