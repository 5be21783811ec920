import { pageKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { maxGuessedBytes, paperKinds } from '@ipoteka-office/contract/recognition/recognition.ts'
import { type FileGate, receiveFile } from '#files/receive.ts'
import { ApiError } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import { type RecognitionParts, readScan } from './recognition.service.ts'

interface GuessParts extends RecognitionParts {
  readonly gate: FileGate
}

type PaperType = keyof typeof paperKinds
/** The certificate first: it is told by its words, while the spread of a passport is looked for in every direction. */
const order: readonly PaperType[] = ['NDFL2', 'PASSPORT_RF']

/**
 * Which paper a file shows that is not uploaded yet; null when that cannot be told: the person is asked anyway, and what is
 * wrong with the file is said by its upload. The file itself is not kept.
 */
export async function guessPaper(
  parts: GuessParts,
  context: Pick<Context, 'signal' | 'log'>,
  incoming: IncomingFile,
): Promise<{ typeCode: PaperType | null }> {
  try {
    return { typeCode: await readType(parts, context, incoming) }
  } catch (failure) {
    if (failure instanceof ApiError) return { typeCode: null }
    throw failure
  }
}

async function readType(
  { gate, ...parts }: GuessParts,
  context: Pick<Context, 'signal' | 'log'>,
  incoming: IncomingFile,
): Promise<PaperType | null> {
  const file = await receiveFile(gate, incoming, { kinds: pageKinds, maxBytes: maxGuessedBytes })
  try {
    if (!(await parts.recogniser.state()).available) return null
    for (const typeCode of order)
      if ((await readScan(parts, context, file, paperKinds[typeCode])).found) return typeCode
    return null
  } finally {
    await gate.files.remove(file.key)
  }
}
