import type { Db } from './database.ts'

type Write = (db: Db) => Promise<void>

const written = new WeakMap<Db, Write[]>()

/** Writes down that somebody reads something; in a transaction it is remembered until it is known whether that holds. */
export async function writeReading(db: Db, write: Write): Promise<void> {
  await write(db)
  if (db.isTransaction) written.set(db, [...(written.get(db) ?? []), write])
}

/** Writes what was read in a transaction that was rolled back: its refusal shows it all the same. */
export async function keepReadings(db: Db, rolledBack: Db): Promise<void> {
  for (const write of written.get(rolledBack) ?? []) await write(db)
}
