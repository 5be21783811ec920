import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyData, freePort, Product } from '#testing/processes/product.ts'
import { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, firstOf } from '../check.ts'

const path = '/api/case/1/comments'
const mega = 1_048_576
/** Space that is left beside the data before the disk is filled, MB. */
const spareMega = 400

/** A disk of the size given; null where this process may not make one. */
function smallDisk(megabytes: number): { place: string; remove: () => void } | null {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place], {
      stdio: 'pipe',
    })
  } catch {
    rmSync(place, { recursive: true })
    return null
  }
  return {
    place,
    remove: () => {
      execFileSync('umount', ['--lazy', place])
      rmSync(place, { recursive: true })
    },
  }
}

/** Takes all the space that is left; answers how to give it back. */
function fill(place: string): () => void {
  const filler = join(place, 'filler')
  const block = Buffer.alloc(mega)
  for (let size = mega; size > 256; size = Math.floor(size / 4))
    while (fits(filler, block.subarray(0, size)));
  return () => rmSync(filler)
}

/** Adds to the file; false when there is no room for it. */
function fits(file: string, bytes: Buffer): boolean {
  try {
    writeFileSync(file, bytes, { flag: 'a' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return false
  }
}

interface Tally {
  /** Texts whose saving was answered with 200. */
  readonly kept: string[]
  readonly statuses: Map<number, number>
  readonly messages: Set<string>
}

const count = (tally: Tally, status: number) =>
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)

/** Writes long comments, each of which needs room of its own. */
async function writeMany(bank: BankUnderTest, times: number, tally: Tally): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const text = `${randomUUID()} ${randomUUID().repeat(100)}`
    const answer = await bank.send('POST', path, { body: { text } }).catch(() => null)
    count(tally, answer?.status ?? 0)
    if (answer?.status === 200) tally.kept.push(text)
    else if (answer !== null) tally.messages.add(`${answer.status} ${answer.text.slice(0, 200)}`)
  }
}

async function lost(bank: BankUnderTest, kept: readonly string[]): Promise<number> {
  const rows = await bank.sql<{ text: string }>('SELECT text FROM case_comment WHERE text = ANY($1)', [kept])
  return kept.length - rows.length
}

/** Reads that must go on while nothing can be written. */
async function reads(bank: BankUnderTest): Promise<string[]> {
  const faults: string[] = []
  for (const [method, address, body] of [
    ['GET', '/api/reference/region', undefined],
    ['POST', '/api/partner/nis/list?page=0&size=20', {}],
    ['GET', '/api/case/1', undefined],
  ] as const) {
    const answer = await bank.send(method, address, { body }).catch(() => null)
    if (answer?.status !== 200)
      faults.push(`${method} ${address} при полном диске: ${answer?.status ?? 'нет ответа'}`)
  }
  return faults
}

async function onFullDisk(bank: BankUnderTest, place: string, extent: Extent): Promise<Finding> {
  const tally: Tally = { kept: [], statuses: new Map(), messages: new Set() }
  await writeMany(bank, 5, tally)
  const faults: string[] = tally.kept.length === 5 ? [] : ['до заполнения не сохраняется']
  const free = fill(place)
  // Pages that were begun before take a few more rows.
  for (let round = 0; round < extent.of(40, 20) && !tally.statuses.has(507); round += 1)
    await writeMany(bank, 20, tally)
  faults.push(...(await reads(bank)))
  if (!tally.statuses.has(507)) faults.push('отказа 507 не было')
  const odd = [...tally.messages].filter((message) => !/^50[37] .*(мест|недоступна)/.test(message))
  faults.push(...odd.map((message) => `непонятный ответ: ${message}`))
  // The process dies while there is no room, and comes back when there is.
  await bank.product.kill()
  bank.forget()
  free()
  await bank.product.start(120)
  await writeMany(bank, 5, tally)
  const gone = await lost(bank, tally.kept)
  if (gone > 0) faults.push(`отвеченных и потерянных записей ${gone}`)
  const [first = ''] = tally.kept
  await bank.sql(`UPDATE case_comment SET text = text || '.' WHERE text = $1`, [first])
  const told = [...tally.statuses].map(([status, times]) => `${status} — ${times}`).join(', ')
  return {
    measured: `сохранения: ${told}; чтения идут; после kill -9 и освобождения места всё отвеченное на месте (${tally.kept.length})`,
    faults: firstOf(faults),
    control: { planted: 'отвеченная запись спрятана из базы', found: (await lost(bank, tally.kept)) === 1 },
  }
}

export const fullDiskChecks: Check[] = [
  {
    row: 13,
    title: 'диск заполнен',
    release: false,
    async run(bank, extent) {
      await bank.product.stop()
      const { dataDir } = bank.product
      const used = Number(execFileSync('du', ['-sm', dataDir], { encoding: 'utf8' }).split('\t')[0])
      const disk = smallDisk(used + spareMega)
      if (disk === null)
        return {
          measured: 'не запускалось: сделать малый диск здесь нельзя',
          faults: [],
          control: { planted: '—', found: true },
          notRun: ['сам диск: нужны права монтировать'],
        }
      const home = join(disk.place, 'bank')
      copyData(dataDir, home)
      mkdirSync(home, { recursive: true })
      const small = new BankUnderTest(
        new Product({ dataDir: home, port: await freePort(), env: { WRITES_PER_MINUTE: '10000000' } }),
      )
      try {
        await small.product.start(120)
        return await onFullDisk(small, disk.place, extent)
      } finally {
        small.forget()
        await small.product.stop()
        disk.remove()
      }
    },
  },
]
