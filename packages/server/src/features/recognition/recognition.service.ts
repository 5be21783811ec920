import { isOfCase } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type {
  Recognition,
  RecognitionInput,
  RecognitionKind,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { recordOpenings } from '#features/access-log/access-log.service.ts'
import { findReadableFile } from '#features/documents/documents-reading.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { ApiError, invalid, notFound, overloaded } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { ProcessFailure } from '#integrations/ocr/limited-process.ts'
import { QueueFull } from '#integrations/ocr/work-queue.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { publish } from '#live/publish.ts'
import { readingAhead } from './reading-ahead.ts'
import { nothingFound, type Recognised } from './recognised.ts'
import { withoutNumbers } from './recognised-numbers.rules.ts'
import type { Recogniser } from './recogniser.ts'
import { findRecognition, insertRecognition, type RecognitionRow } from './recognition.repo.ts'

/** What recognition needs beside the request. */
export interface RecognitionParts {
  readonly files: FileStore
  readonly clock: BankClock
  readonly recogniser: Recogniser
}

/** Contents that can be read. */
export const readableKinds = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/tiff']
/** An answer later than this is awaited by nobody: a proxy gives up after two minutes. */
const mostWaitMs = 100_000

const unavailable = (message: string) => new ApiError(503, 'ER_UTIL', message)
const tooSlow = () =>
  unavailable('Распознавание не закончилось вовремя. Повторите, а если не поможет, загрузите скан поменьше')

/** What a failed child process means to the person; null: the file cannot be read, which is a result too. */
function failureOf(failure: unknown, isLate: boolean): ApiError | null {
  if (failure instanceof QueueFull) return overloaded()
  if (isLate) return tooSlow()
  if (!(failure instanceof ProcessFailure)) return null
  return failure.end === 'time' ? tooSlow() : null
}

/** Reads one file in a process of its own; what cannot be read is a result that says so. */
export async function readScan(
  { recogniser, files, clock }: RecognitionParts,
  { signal = new AbortController().signal, log }: Pick<Context, 'signal' | 'log'>,
  file: { key: string; contentType: string },
  kind: RecognitionKind,
): Promise<Recognised> {
  const late = AbortSignal.timeout(mostWaitMs)
  const content = await files.open(file.key)
  try {
    return await recogniser.recognise(
      { kind, contentType: file.contentType, content, today: bankDay(clock) },
      AbortSignal.any([signal, late]),
    )
  } catch (failure) {
    if (signal.aborted) throw failure
    const known = failureOf(failure, late.aborted)
    if (known !== null) throw known
    if (!(failure instanceof ProcessFailure)) throw failure
    log.warn({ scan: failure.end }, 'a scan could not be read')
    return nothingFound('Файл не удалось прочитать: он повреждён или слишком велик. Загрузите скан заново')
  }
}

/** Keeps what was read; it may hold the sending of a case up, so the head of the open case hears of it. */
export async function keepRecognition(
  tx: Db,
  { ownerType, ownerId }: { readonly ownerType: string; readonly ownerId: number },
  row: Parameters<typeof insertRecognition>[1],
): Promise<void> {
  await insertRecognition(tx, row)
  if (isOfCase(ownerType)) await publish(tx, topics.case(ownerId), { codes: ['head', 'documents'] })
}

/** Recognises a file of a document, or answers what was recognised in it before. */
export async function recognise(
  parts: RecognitionParts,
  context: Context,
  kind: RecognitionKind,
  { documentId, storageId, again = false }: RecognitionInput,
): Promise<Recognition> {
  const { db, actor, requestId } = context
  const file = await findReadableFile(db, actor, documentId, storageId)
  if (file === null) throw notFound('Файл не найден')
  const author = { employeeId: actor.employeeId, requestId }
  const key = { storageId, sha256: file.sha256, kind }
  const subject = { kind, documentId, storageId }
  const opened = () =>
    recordOpenings(context, 'RECOGNISE', 'document', [{ id: documentId, files: 1, storageId }])
  if (!again) await readingAhead(key, context.signal)
  const known = again ? undefined : await findRecognition(db, key)
  if (known !== undefined) {
    await opened()
    return { ...subject, ...answerOf(context, known), stored: true }
  }
  if (!readableKinds.includes(file.contentType))
    throw invalid([{ path: 'storageId', message: 'Распознаются файлы PDF и изображения' }])
  const state = await parts.recogniser.state()
  if (!state.available) throw unavailable(state.message ?? 'Распознавание недоступно')
  await opened()
  const begun = performance.now()
  const result = await readScan(parts, context, file, kind)
  const durationMs = Math.round(performance.now() - begun)
  const engine = state.engine ?? ''
  await writeTransaction(db, author, (tx) =>
    keepRecognition(tx, file, { ...key, result, engine, durationMs, createdBy: actor.employeeId }),
  )
  const row = await findRecognition(db, key)
  if (row === undefined) throw notFound('Файл не найден')
  return { ...subject, ...answerOf(context, row), stored: false }
}

const answerOf = (
  { actor }: Context,
  { result, engine, durationMs, createdAt, createdBy }: RecognitionRow,
) => ({
  ...(seesPersonalData(actor) ? result : withoutNumbers(result)),
  engine,
  durationMs,
  recognisedAt: createdAt,
  recognisedBy: createdBy,
})
