import type { Config } from '#config.ts'
import type { Db } from '#db/database.ts'
import {
  type DrawnCase,
  fillDemoDocuments,
  findDocumentsToDraw,
} from '#features/documents/seed/demo-documents.ts'
import { openFileStore } from '#files/open-store.ts'
import { type Progress, secondsSince } from '#progress.ts'
import { fillDemoBank, gatherStatistics } from './fill-demo-bank.ts'

/** Fills an empty database with the demo bank, and draws its documents; calls `onAlone` when the database works by itself for some seconds. */
export async function fillDemoWhole(
  db: Db,
  config: Config,
  progress: Progress,
  onAlone: () => void,
): Promise<void> {
  const begun = performance.now()
  const now = new Date()
  let draw: () => Promise<DrawnCase[]> = async () => []
  let drawing: ReturnType<typeof draw> | undefined
  const filled = await fillDemoBank(db, {
    now,
    timeZone: config.bankTimeZone,
    fourEyes: config.demoFourEyes,
    onStep: (step) => progress(`демонстрационный банк: ${step}`),
    onCases: async (tx) => {
      draw = await findDocumentsToDraw(tx, now)
    },
    onAlone: () => {
      onAlone()
      drawing = draw()
      // Waited for below, unless the filling fails before.
      drawing.catch(() => undefined)
    },
  })
  if (filled) progress(`демонстрационный банк создан — ${secondsSince(begun)}`)
  const [documents] = await Promise.all([
    fillDemoDocuments(db, openFileStore(config.store), { now, drawnBefore: (await drawing) ?? [] }),
    filled && gatherStatistics(db),
  ])
  if (documents > 0) progress(`демонстрационные документы: ${documents}`)
}
