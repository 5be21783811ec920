import type { Db } from '#db/database.ts'
import { findRises } from './expiry.repo.ts'

/** What the rate of a loan has become for want of insurance: the days from which, and the rates. */
export const risesOf = (db: Db, caseId: number): ReturnType<typeof findRises> => findRises(db, caseId)
