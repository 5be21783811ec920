import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { SealKey } from '#lib/sealing.ts'
import { BrokenArchive, openStream, sealStream } from './sealed-stream.ts'

/** A sealed file of the archive, as it lies there. */
const partShape = z.object({ name: z.string(), size: z.number(), sha256: z.string() })
export type Part = z.infer<typeof partShape>

const headShape = z.object({ id: z.string(), hash: z.string() })

/** What one run has left, in words that need no key; signed. */
const manifestShape = z.object({
  format: z.literal(1),
  id: z.string(),
  kind: z.enum(['FULL', 'LOG']),
  /** The run before in the same archive, with the sum of its manifest: one taken away is noticed. */
  previous: z.object({ id: z.string(), digest: z.string() }).nullable(),
  /** The cluster, by the number that PostgreSQL gives it, and the line of its time. */
  system: z.string(),
  timeline: z.number(),
  postgres: z.number(),
  database: z.string(),
  owner: z.string(),
  embedded: z.boolean(),
  dataDirectory: z.string(),
  /** Everything committed by then can be restored. */
  until: z.string(),
  base: z
    .object({ start: z.string(), finishedAt: z.string(), tar: partShape, manifest: partShape })
    .nullable(),
  log: z.object({ from: z.string(), to: z.string(), segments: z.array(partShape) }),
  files: z.object({ count: z.number(), bytes: z.number(), list: partShape }),
  /** The ends of the history and of its seals: restored, they must be there as they were. */
  chain: z.object({ history: headShape.nullable(), seal: headShape.nullable() }),
  counts: z.record(z.string(), z.number()),
})
export type Manifest = z.infer<typeof manifestShape>

/** A manifest with the sum of its text, by which the next one names it. */
export interface Run {
  readonly manifest: Manifest
  readonly digest: string
}

const signatureOf = ({ key }: SealKey, text: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'ipoteka-office backup manifest', 32)))
    .update(text)
    .digest()

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Puts a file in its place whole or not at all. */
async function place(path: string, write: (aside: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.unfinished`
  try {
    await write(aside)
    await rename(aside, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

/** The folder of an archive and the keys that open it: the first one seals. */
export class Archive {
  readonly dir: string
  readonly #keys: readonly [SealKey, ...SealKey[]]

  constructor(dir: string, keys: readonly [SealKey, ...SealKey[]]) {
    this.dir = dir
    this.#keys = keys
  }

  get key(): SealKey {
    return this.#keys[0]
  }

  get keyIds(): string[] {
    return this.#keys.map(({ id }) => id)
  }

  /** Seals a stream into the archive; `bound` is what it is, so that it opens as nothing else. */
  async seal(name: string, content: AsyncIterable<Uint8Array>, bound = name): Promise<Part> {
    const sum = createHash('sha256')
    let size = 0
    const { key } = this
    async function* counted() {
      for await (const bytes of sealStream(content, key, bound)) {
        sum.update(bytes)
        size += bytes.length
        yield bytes
      }
    }
    await place(join(this.dir, name), (aside) =>
      pipeline(
        Readable.from(counted(), { objectMode: false }),
        createWriteStream(aside, { mode: 0o600, flush: true }),
      ),
    )
    return { name, size, sha256: sum.digest('hex') }
  }

  async *open(name: string, bound = name): AsyncGenerator<Buffer> {
    yield* openStream(createReadStream(join(this.dir, name), { highWaterMark: 262_144 }), this.#keys, bound)
  }

  /** Null: it is not there. */
  async sizeOf(name: string): Promise<number | null> {
    try {
      return (await stat(join(this.dir, name))).size
    } catch (error) {
      // A file that may not be looked at is not one that is missing.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  /** Moves a sealed file to the name that only its content could tell. */
  async name(part: Part, name: string): Promise<Part> {
    const path = join(this.dir, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(join(this.dir, part.name), path)
    await syncFolder(dirname(path))
    return { ...part, name }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.dir, name), { recursive: true, force: true })
  }

  /** The name of content in the archive: by its sum under the key, so that it tells nobody which file it is. */
  nameOf(sha256: string): string {
    const name = createHmac('sha256', this.key.key).update(`file ${sha256}`).digest('hex')
    return `files/${name.slice(0, 2)}/${name}`
  }

  /** Written last: with it the run is there. */
  async write(manifest: Manifest): Promise<void> {
    const text = JSON.stringify(manifest)
    const signature = `${this.key.id} ${signatureOf(this.key, text).toString('hex')}`
    await place(join(this.dir, 'runs', manifest.id, 'manifest'), (aside) =>
      writeFile(aside, `${text}\n${signature}\n`, { mode: 0o600, flush: true }),
    )
  }

  /** Every run, oldest first; throws `BrokenArchive` when one is changed, of somebody else, or taken away. */
  async runs(): Promise<Run[]> {
    const folders = await readdir(join(this.dir, 'runs')).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const runs: Run[] = []
    for (const id of folders.toSorted((a, b) => (a < b ? -1 : 1))) {
      // A run that was cut off has no manifest and is none.
      if ((await this.sizeOf(`runs/${id}/manifest`)) !== null) runs.push(await this.#read(id))
    }
    runs.forEach(({ manifest }, at) => {
      const before = runs[at - 1]
      if (before === undefined || manifest.previous === null) return
      if (manifest.previous.id !== before.manifest.id || manifest.previous.digest !== before.digest)
        throw new BrokenArchive(
          `В архиве нет копии ${manifest.previous.id}, за которой следовала ${manifest.id}: её убрали или подменили`,
        )
    })
    return runs
  }

  async #read(id: string): Promise<Run> {
    const [text = '', signed = ''] = (await readFile(join(this.dir, 'runs', id, 'manifest'), 'utf8')).split(
      '\n',
    )
    const [keyId = '', signature = ''] = signed.split(' ')
    const key = this.#keys.find((one) => one.id === keyId)
    if (key === undefined)
      throw new BrokenArchive(
        `Копия ${id} подписана ключом «${keyId}», которого нет в BACKUP_KEY и BACKUP_OLD_KEYS: это архив другого банка или ключ потерян`,
      )
    const given = Buffer.from(signature, 'hex')
    const expected = signatureOf(key, text)
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new BrokenArchive(`Манифест копии ${id} изменён или подписан чужим ключом с именем «${keyId}»`)
    const manifest = manifestShape.parse(JSON.parse(text))
    if (manifest.id !== id) throw new BrokenArchive(`Копия ${manifest.id} лежит под именем ${id}`)
    return { manifest, digest: digestOf(text) }
  }
}
