import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { documentKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { jpeg, pdf } from '#testing/file-specimens.ts'
import { type FileInspector, type InspectorLimits, openInspector } from './inspector.ts'

// A process needs seconds to begin on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let inspector: FileInspector
const errors: unknown[] = []
beforeEach(async () => {
  errors.length = 0
  folder = await mkdtemp(join(tmpdir(), 'inspector-'))
})
afterEach(async () => {
  inspector.close()
  await rm(folder, { recursive: true })
})

const open = (limits?: Partial<InspectorLimits>, roots = [folder]) => {
  inspector = openInspector(roots, (error) => errors.push(error), limits)
}
async function inspect(content: Buffer, name = 'file') {
  const path = join(folder, name)
  await writeFile(path, content)
  return inspector.inspect({ path, out: `${path}.out`, name, size: content.length, kinds: documentKinds })
}
const mebibyte = 1_048_576
/** A list of objects that unpacks without end while the file is being read. */
const bomb = () => {
  const packed = deflateSync(Buffer.alloc(500 * mebibyte, 0x20), { level: 1 })
  return pdf({ more: [{ dict: '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>', stream: packed }] })
}

it('looks through many files side by side in two processes', async () => {
  open()
  const image = await jpeg()
  const verdicts = await Promise.all(
    Array.from({ length: 12 }, (_, at) => inspect(at % 2 === 0 ? pdf() : image, `f${at}`)),
  )
  expect(verdicts.every(({ ok }) => ok)).toBe(true)
  expect(errors).toEqual([])
})

it('ends a file that takes too much memory, and goes on with the next', async () => {
  open({ parallel: 1, memory: 400 * mebibyte })
  expect(await inspect(bomb())).toMatchObject({ ok: false, reason: expect.stringMatching(/слишком сложен/) })
  expect(errors).toHaveLength(1)
  expect(await inspect(pdf())).toMatchObject({ ok: true, kind: 'PDF' })
}, 120_000)

it('ends a file that takes too much time, and goes on with the next', async () => {
  open({ parallel: 1, timeoutMs: 1 })
  expect(await inspect(pdf({ pages: 2_000 }))).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/слишком сложен/),
  })
  inspector.close()
  open({ parallel: 1 })
  expect(await inspect(pdf())).toMatchObject({ ok: true })
}, 120_000)

it('that cannot start says that it is not available and writes why; no file is blamed', async () => {
  // Too little for the process itself.
  open({ parallel: 1, memory: mebibyte })
  const refusal = {
    status: 503,
    message: 'Проверка файлов сейчас недоступна, повторите через несколько минут',
  }
  await expect(inspect(pdf())).rejects.toMatchObject(refusal)
  expect(String(errors[0])).toMatch(/could not start: .*(?:memory|Heap)/s)
  // Every file asks anew.
  await expect(inspect(pdf())).rejects.toMatchObject(refusal)
  expect(errors).toHaveLength(2)
})

it('refuses more files than may wait', async () => {
  open({ parallel: 1, waiting: 1 })
  const all = await Promise.allSettled([inspect(pdf(), 'a'), inspect(pdf(), 'b'), inspect(pdf(), 'c')])
  expect(all.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { status: 503 } }])
})

it('cannot read what is not its own', async () => {
  const other = await mkdtemp(join(tmpdir(), 'other-'))
  open({ parallel: 1 }, [other])
  expect(await inspect(pdf())).toMatchObject({ ok: false })
  await rm(other, { recursive: true })
})
