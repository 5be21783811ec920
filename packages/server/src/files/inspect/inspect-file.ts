import { open, readFile } from 'node:fs/promises'
import type { FileKind } from '@ipoteka-office/contract/common/file-kinds.ts'
import { inspectCsv } from './csv.ts'
import { candidates, startBytes, wrongKindText } from './file-start.rules.ts'
import type { Inspected, InspectionOrder, Verdict } from './inspector.ts'
import { inspectOffice } from './office.ts'
import { NotThisKind, Refusal } from './refusal.ts'
import { inspectSignature } from './signature.ts'
import { inspectXml } from './xml.ts'

/** What an inspection tells beside the kind. */
export type Findings = Partial<Omit<Inspected, 'ok' | 'kind'>>

type Inspection = (order: InspectionOrder, content: Buffer) => Promise<Findings>

const inspections: Readonly<Record<FileKind, Inspection>> = {
  // The libraries for PDF and for images are large: each is loaded when it is first needed.
  PDF: async (order, content) => (await import('./pdf.ts')).inspectPdf(order, content),
  JPEG: async (order, content) => (await import('./image.ts')).inspectImage('JPEG', order, content),
  PNG: async (order, content) => (await import('./image.ts')).inspectImage('PNG', order, content),
  TIFF: async (order, content) => (await import('./image.ts')).inspectImage('TIFF', order, content),
  DOCX: (_order, content) => inspectOffice('DOCX', content),
  XLSX: (_order, content) => inspectOffice('XLSX', content),
  XML: (_order, content) => inspectXml(content),
  SIG: (_order, content) => inspectSignature(content),
  CSV: (_order, content) => inspectCsv(content),
}

async function startOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** A table is known by its name alone, and comes last. */
const inOrder = (kinds: readonly FileKind[]) =>
  [...kinds].sort((a, b) => Number(a === 'CSV') - Number(b === 'CSV'))

/** Looks through a file; every failure that is not ours is a refusal. */
export async function inspectFile(order: InspectionOrder): Promise<Verdict> {
  const start = await startOf(order.path)
  const kinds = inOrder(candidates(start, order.kinds))
  const content = await readFile(order.path)
  let refusal = wrongKindText(start, order.kinds)
  for (const kind of kinds) {
    try {
      const found = await inspections[kind](order, content)
      return {
        ok: true,
        kind,
        pages: null,
        width: null,
        height: null,
        warnings: [],
        isRewritten: false,
        ...found,
      }
    } catch (error) {
      if (!(error instanceof NotThisKind)) return { ok: false, reason: reasonOf(error) }
      refusal = error.message || refusal
    }
  }
  return { ok: false, reason: refusal }
}

const reasonOf = (error: unknown): string =>
  error instanceof Refusal ? error.message : 'Файл повреждён: откройте его у себя и сохраните заново'
