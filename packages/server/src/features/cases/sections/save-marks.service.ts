import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { figuresToday } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import { deleteSaveMarks, findSavedFrom, insertSaveMark, type SavedFrom } from './save-marks.repo.ts'

/** Writes down from where a section or a consent of a case was saved: security looks for connections by it. */
export async function keepSaveMark(
  { db, actor, origin }: Pick<Context, 'db' | 'actor' | 'origin'>,
  caseId: number,
  section: string,
): Promise<void> {
  if (origin !== undefined)
    await insertSaveMark(db, { caseId, section, employeeId: actor.employeeId, ...origin })
}

/** More of them tell nothing more of where a person is. */
const mostAddresses = 50

/** From where a case was saved, the latest first. */
export const savedFrom = (db: Db, caseId: number): Promise<SavedFrom[]> =>
  findSavedFrom(db, caseId, mostAddresses)

const portion = 5_000

/** Deletes marks that have been kept for the months of the parameter; answers how many. */
export async function dropOldMarks(db: Db, bank: BankFigures): Promise<number> {
  const months = (await figuresToday(bank))['fraud-marks-retention']
  const now = bank.clock.now().toTemporalInstant().toZonedDateTimeISO(bank.clock.timeZone)
  const before = new Date(now.subtract({ months }).epochMilliseconds)
  let dropped = 0
  for (;;) {
    const count = await deleteSaveMarks(db, before, portion)
    dropped += count
    if (count < portion) return dropped
  }
}
