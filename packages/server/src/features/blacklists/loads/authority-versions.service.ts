import type { Db } from '#db/database.ts'
import { endRetro, findRetro } from './loads.repo.ts'

/** Versions of the authority's list that open cases have not been tried against. */
export const newVersions = (db: Db): Promise<number[]> => findRetro(db)

/** Open cases have been asked about the versions. */
export async function endVersions(db: Db, ids: readonly number[]): Promise<void> {
  await endRetro(db, ids)
}
