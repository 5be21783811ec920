import { randomUUID } from 'node:crypto'
import { leastPageBytes, paperKinds } from '@ipoteka-office/contract/recognition/recognition.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import { readAhead } from './reading-ahead.ts'
import { findRecognition, findUnread, type UnreadScan } from './recognition.repo.ts'
import { keepRecognition, type RecognitionParts, readableKinds, readScan } from './recognition.service.ts'

/** What the reading of scans ahead needs. */
export interface PaperReadingParts extends RecognitionParts {
  readonly db: Db
  readonly log: FastifyBaseLogger
}

interface Owner {
  readonly ownerType: string
  readonly ownerId: number
}

/** The spread with the photograph and the page after it; a certificate has one page. */
const filesOfDocument = 2

async function readOne(parts: PaperReadingParts, owner: Owner, file: UnreadScan, signal: AbortSignal) {
  const { engine } = await parts.recogniser.state()
  const begun = performance.now()
  const result = await readScan(parts, { signal, log: parts.log }, file, file.kind)
  const durationMs = Math.round(performance.now() - begun)
  const { storageId, sha256, kind, createdBy } = file
  await writeTransaction(parts.db, { employeeId: createdBy, requestId: randomUUID() }, async (tx) => {
    // A person may have asked meanwhile.
    if ((await findRecognition(tx, file)) !== undefined) return
    await keepRecognition(tx, owner, {
      storageId,
      sha256,
      kind,
      result,
      engine: engine ?? '',
      durationMs,
      createdBy,
    })
  })
}

/**
 * Reads passports and certificates of an application as they come, so that nobody waits for it later and a paper of another
 * person is known before the application is sent. One after the other: those who wait before the screen come first.
 */
export function paperReader(parts: PaperReadingParts): JobHandler<Owner> {
  return async (owner, { signal }) => {
    if (!(await parts.recogniser.state()).available) return
    const wanted = {
      kinds: paperKinds,
      contentTypes: readableKinds,
      leastBytes: leastPageBytes,
      files: filesOfDocument,
    }
    for (const file of await findUnread(parts.db, owner, wanted))
      await readAhead(file, () => readOne(parts, owner, file, signal))
  }
}
