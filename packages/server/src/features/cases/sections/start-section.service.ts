import type { Db } from '#db/database.ts'
import { insertSection, type SectionWrite } from './case-sections.repo.ts'

/** Writes the first state of a section of a case that has just been opened. */
export async function writeSection(db: Db, write: SectionWrite): Promise<void> {
  await insertSection(db, write)
}
