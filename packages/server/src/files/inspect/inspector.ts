import type { FileKind } from '@ipoteka-office/contract/common/file-kinds.ts'
import { overloaded } from '#http/errors.ts'
import type { PdfOrigin } from '../received-file.ts'
import { InspectorProcess } from './inspector-process.ts'

/** A file that lies aside and is to be looked through. */
export interface InspectionOrder {
  readonly path: string
  /** Where a version made harmless goes. */
  readonly out: string
  /** As the person's computer calls it. */
  readonly name: string
  readonly size: number
  readonly kinds: readonly FileKind[]
}

/** A picture that has been looked through and is to be made small. */
export interface ShrinkOrder {
  readonly path: string
  /** Where the JPEG goes. */
  readonly out: string
  readonly size: number
  /** Most of its longer side, in pixels. */
  readonly side: number
}
export interface Shrunk {
  readonly ok: boolean
}

/** A file that is taken. */
export interface Inspected {
  readonly ok: true
  readonly kind: FileKind
  readonly pages: number | null
  readonly width: number | null
  readonly height: number | null
  readonly warnings: readonly string[]
  /** What is to be stored lies in `out`. */
  readonly isRewritten: boolean
  readonly origin?: PdfOrigin
}

/** Or is not, and why: a sentence for the person. */
export type Verdict = Inspected | { readonly ok: false; readonly reason: string }

/** Looks through files in processes of their own, which may read nothing else, and for a limited time and memory. */
export interface FileInspector {
  inspect(order: InspectionOrder): Promise<Verdict>
  /** False when the picture cannot be read. */
  shrink(order: ShrinkOrder): Promise<boolean>
  close(): void
}

export interface InspectorLimits {
  /** Files looked through at once. */
  readonly parallel: number
  /** Files that may wait; more are answered 503. */
  readonly waiting: number
  readonly timeoutMs: number
  /** Of one process, in bytes. */
  readonly memory: number
}

const usual: InspectorLimits = { parallel: 2, waiting: 64, timeoutMs: 60_000, memory: 1_024 * 1_048_576 }

/** Starts nothing before the first file. `roots` are the folders that hold spooled files. */
export function openInspector(
  roots: readonly string[],
  onError: (error: unknown) => void,
  limits: Partial<InspectorLimits> = {},
): FileInspector {
  const { parallel, waiting, timeoutMs, memory } = { ...usual, ...limits }
  const all = Array.from(
    { length: parallel },
    () => new InspectorProcess({ roots, timeoutMs, memory, onError }),
  )
  const idle = [...all]
  const queue: ((process: InspectorProcess) => void)[] = []

  const take = (): Promise<InspectorProcess> => {
    const free = idle.pop()
    if (free !== undefined) return Promise.resolve(free)
    if (queue.length >= waiting) throw overloaded()
    return new Promise((resolve) => queue.push(resolve))
  }
  const giveBack = (process: InspectorProcess): void => {
    const next = queue.shift()
    if (next === undefined) idle.push(process)
    else next(process)
  }

  const withProcess = async <T>(work: (process: InspectorProcess) => Promise<T>): Promise<T> => {
    const process = await take()
    try {
      return await work(process)
    } finally {
      giveBack(process)
    }
  }

  return {
    inspect: (order) => withProcess((process) => process.inspect(order)),
    shrink: (order) => withProcess(async (process) => (await process.shrink(order)).ok),
    close() {
      for (const process of all) process.end()
    },
  }
}
