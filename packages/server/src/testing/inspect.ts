import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentKinds, type FileKind } from '@ipoteka-office/contract/common/file-kinds.ts'
import { inspectFile } from '#files/inspect/inspect-file.ts'

/** Looks through a file in this process; `out` is what it was rewritten to. */
export async function inspect(content: Buffer, kinds: readonly FileKind[] = documentKinds) {
  const folder = await mkdtemp(join(tmpdir(), 'inspect-'))
  try {
    const path = join(folder, 'file')
    const out = `${path}.out`
    await writeFile(path, content)
    const verdict = await inspectFile({ path, out, name: 'файл', size: content.length, kinds })
    return { verdict, out: verdict.ok && verdict.isRewritten ? await readFile(out) : null }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Why a file is refused; null: it is not. */
export async function reasonFor(content: Buffer, kinds?: readonly FileKind[]): Promise<string | null> {
  const { verdict } = await inspect(content, kinds)
  return verdict.ok ? null : verdict.reason
}
