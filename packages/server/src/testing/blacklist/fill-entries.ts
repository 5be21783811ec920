import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { insertRows, takeIds } from '#db/seed/bulk-rows.ts'
import type { Chance } from '#db/seed/generator.ts'
import { refreshMatchKeys } from '#features/blacklists/matching/matching.repo.ts'
import { type MadePerson, madePerson } from './people.ts'

const atOnce = 5_000

/** What an entry says of somebody made up: half of them with СНИЛС and ИНН, most with a passport. */
function dataOf(chance: Chance, person: MadePerson): Readonly<Record<string, unknown>> {
  const { lastName, firstName, middleName, birthDate, passport, inn, snils, phone } = person
  const isNumbered = chance.percent(50)
  return {
    lastName,
    firstName,
    middleName,
    birthDate,
    ...(chance.percent(80) && { passport }),
    ...(isNumbered && { inn, snils }),
    ...(chance.percent(60) && { phones: [{ phone }] }),
  }
}

async function writeEntries(db: Db, employeeId: number, data: readonly Readonly<Record<string, unknown>>[]) {
  const ids = await takeIds(db, 'blacklist_entry_id_seq', data.length)
  await sql`
    INSERT INTO blacklist_entry (id, kind, state, level, category, source, valid_from, author_id, approver_id, contributors)
    SELECT i, 'individuals', 'ACTIVE', 'STOP', 'FRAUD', 'SECURITY', '2020-01-01', ${employeeId}::int, ${employeeId}::int, '{}'
    FROM unnest(${ids}::int[]) i`.execute(db)
  await insertRows(
    db,
    'blacklist_content',
    { entry_id: 'int', number: 'int', content: 'jsonb' },
    ids.map((id, at) => [id, 1, JSON.stringify({ data: data[at], basis: '', evidence: '', comment: '' })]),
  )
  await refreshMatchKeys(
    db,
    ids.map((id, at) => ({ id, kind: 'individuals', data: data[at] ?? {} })),
  )
  return ids
}

/** Fills the list of individuals with people made up who act as СТОП; answers those whom `wanted` chose by their place. */
export async function fillEntries(
  db: Db,
  employeeId: number,
  chance: Chance,
  count: number,
  wanted: number,
): Promise<{ readonly id: number; readonly person: MadePerson }[]> {
  const chosen: { id: number; person: MadePerson }[] = []
  const every = Math.max(1, Math.floor(count / wanted))
  for (let from = 0; from < count; from += atOnce) {
    const people = Array.from({ length: Math.min(atOnce, count - from) }, () => madePerson(chance))
    const ids = await writeEntries(
      db,
      employeeId,
      people.map((person) => dataOf(chance, person)),
    )
    for (const [at, person] of people.entries())
      if ((from + at) % every === 0 && chosen.length < wanted) chosen.push({ id: ids[at] ?? 0, person })
  }
  return chosen
}
