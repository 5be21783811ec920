import type { Findings } from './inspect-file.ts'
import { NotThisKind } from './refusal.ts'

/** Text without control characters; which encoding it is in, the reader of tables decides. */
export async function inspectCsv(file: Buffer): Promise<Findings> {
  const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32) || byte === 127
  if (file.some(isControl)) throw new NotThisKind('')
  return {}
}
