import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#testing/processes/product.ts'
import { type BenchDatabase, onEnd, startBenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { number, type Section, table } from '../report.ts'
import type { DocumentServerMessage, DocumentServerStarted, MemorySeen } from './server.ts'

const mebibyte = 1_048_576
const fileCount = 22
const fileBytes = 100 * mebibyte
const memoryLimit = 200 * mebibyte
const application = 900_001

/** Files of zeros that take no place on the disk, each with a first line of its own. */
function makeStore(folder: string): string[] {
  return Array.from({ length: fileCount }, (_, at) => {
    const key = randomBytes(20).toString('hex')
    mkdirSync(join(folder, key.slice(0, 2)), { recursive: true })
    const file = openSync(join(folder, key.slice(0, 2), key), 'wx')
    writeSync(file, `%PDF-1.7 ${at}\n`)
    ftruncateSync(file, fileBytes)
    closeSync(file)
    return key
  })
}

async function fill({ sql }: BenchDatabase, keys: readonly string[]): Promise<void> {
  await sql(
    `INSERT INTO application (id, number, type, client_name, programme, level_code, outside_status, partner_id, region_code,
      received_at, due_at) VALUES ($1, 'A-1', 'oic', 'Иванов Иван', 'Новостройка', 'LEVEL_1', 'CONTROL', 2, '77', now(), now())`,
    [application],
  )
  await sql(`INSERT INTO document_set (owner_type, owner_id) VALUES ('APPLICATION', $1)`, [application])
  await sql(
    `WITH made AS (
      INSERT INTO document (owner_type, owner_id, title, sort)
      SELECT 'APPLICATION', $1, 'Том ' || n, n FROM generate_series(1, cardinality($2::text[])) n RETURNING id, sort),
    object AS (
      INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, owner_type, owner_id)
      SELECT ($2::text[])[m.sort], m.sort || '.pdf', 'application/pdf', $3, '', '', 'document', m.id FROM made m
      RETURNING id, owner_id, name)
    INSERT INTO document_file (document_id, storage_id, name, sort)
    SELECT owner_id, id, name, 1 FROM object`,
    [application, keys, fileBytes],
  )
}

interface Target {
  readonly port: number
  readonly token: string
}
const path = `/api/document/download-archive?ownerType=APPLICATION&ownerId=${application}`
const ask = ({ port, token }: Target): Promise<IncomingMessage> =>
  new Promise((resolve, reject) =>
    get(
      { port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` }, agent: false },
      resolve,
    ).once('error', reject),
  )

/** Takes the archive in, at most so many bytes a second; answers its size and how many files its end tells of. */
async function take(target: Target, bytesPerSecond = Number.POSITIVE_INFINITY) {
  const answer = await ask(target)
  if (answer.statusCode !== 200) throw new Error(`The archive was answered with ${answer.statusCode}`)
  const begun = performance.now()
  let bytes = 0
  let tail = Buffer.alloc(0)
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    tail = Buffer.concat([tail, chunk]).subarray(-22)
    const early = (bytes / bytesPerSecond) * 1_000 - (performance.now() - begun)
    if (early > 20) await wait(early)
  }
  return { bytes, files: tail.readUInt16LE(10), seconds: (performance.now() - begun) / 1_000 }
}

/** Goes away in the middle. */
async function leave(target: Target): Promise<void> {
  const answer = await ask(target)
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > 500 * mebibyte) break
  }
  answer.destroy()
}

interface Measured {
  readonly name: string
  readonly seconds: number
  readonly gigabytes: number
  readonly grown: number
  readonly peak: number
  readonly openFiles: number
  readonly whole: boolean
}

async function measure(
  server: Worker,
  name: string,
  work: () => Promise<{ bytes: number; files: number }[]>,
): Promise<Measured> {
  const before = await server.ask<MemorySeen>({ kind: 'memory' })
  const begun = performance.now()
  const taken = await work()
  const seconds = (performance.now() - begun) / 1_000
  await wait(300)
  const after = await server.ask<MemorySeen>({ kind: 'memory' })
  const result = {
    name,
    seconds,
    gigabytes: taken.reduce((sum, { bytes }) => sum + bytes, 0) / 1_024 ** 3,
    grown: after.peak - before.now,
    peak: after.peak,
    openFiles: after.openFiles,
    // The list of contents is one more.
    whole: taken.every(({ files, bytes }) => files === fileCount + 1 && bytes > fileCount * fileBytes),
  }
  console.log(result)
  return result
}

const row = ({ name, seconds, gigabytes, grown, peak, openFiles }: Measured): string[] => [
  name,
  gigabytes === 0 ? '—' : number(gigabytes, 1),
  number(seconds, 1),
  number(grown / mebibyte),
  number(peak / mebibyte),
  String(openFiles),
]

const missedOf = ({ name, grown, openFiles, whole }: Measured): string[] => [
  ...(grown > memoryLimit ? [`${name}: память выросла на ${number(grown / mebibyte)} МБ`] : []),
  ...(openFiles > 0 ? [`${name}: осталось открытых файлов ${openFiles}`] : []),
  ...(whole ? [] : [`${name}: архив не целый`]),
]

/** Memory and speed of the archive of a large case. */
export async function benchDocuments(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'ipoteka-bench-documents-'))
  const clean = onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const database = await startBenchDatabase()
  const server = startWorker(join(import.meta.dirname, 'server.ts'))
  const stop = onEnd(() => server.stop())
  try {
    await fill(database, makeStore(folder))
    const port = await freePort()
    const message: DocumentServerMessage = { kind: 'start', url: database.url, port, filesDir: folder }
    const { token } = await server.ask<DocumentServerStarted>(message)
    const target = { port, token }
    await leave(target)
    const measured = [
      await measure(server, 'один получатель', async () => [await take(target)]),
      await measure(server, 'два получателя сразу', () => Promise.all([take(target), take(target)])),
      await measure(server, 'медленный получатель, 100 МБ в секунду', async () => [
        await take(target, 100 * mebibyte),
      ]),
      await measure(server, 'четыре получателя ушли на середине', async () => {
        await Promise.all(Array.from({ length: 4 }, () => leave(target)))
        return []
      }),
    ]
    return {
      title: 'Документы: архив дела',
      markdown: `Дело из ${fileCount} файлов по ${fileBytes / mebibyte} МБ, ${number((fileCount * fileBytes) / 1_024 ** 3, 1)} ГБ, скачивается одним архивом через HTTP. Память процесса сервера снимается каждые 10 мс; рост считается от начала измерения, граница роста — ${memoryLimit / mebibyte} МБ. Каждый архив проверен: размер и число файлов в его оглавлении.

${table(['кто получает', 'получено, ГБ', 'с', 'рост памяти, МБ', 'память процесса, МБ', 'открытых файлов после'], measured.map(row))}`,
      missed: measured.flatMap(missedOf),
    }
  } finally {
    await stop()
    await database.stop()
    await clean()
  }
}
