import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { MachineState } from '@ipoteka-office/contract/machines/machine.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ClientStanding } from './client-categories.rules.ts'

/** Where cases that have come to a loan stay, as `type:stage`. */
const lentStages: readonly string[] = CaseType.options.flatMap((type) => {
  const states: Readonly<Record<string, MachineState>> = machines[type].states
  return caseTypes[type].product === null
    ? []
    : Object.entries(states).flatMap(([stage, { commits, final }]) =>
        commits === true && final === true ? [`${type}:${stage}`] : [],
      )
})

/** How the clients of cases stand to the bank, by the ids of the cases. */
export async function findStandings(
  db: Db,
  caseIds: readonly number[],
): Promise<ReadonlyMap<number, ClientStanding>> {
  if (caseIds.length === 0) return new Map()
  const { rows } = await sql<ClientStanding & { id: number }>`
    SELECT f.id, NOT 'Ahml' = ANY(p.roles) AS "isOfPartner",
      EXISTS (SELECT FROM case_file o WHERE o.person_id = f.person_id AND o.id <> f.id
        AND o.type || ':' || o.stage = ANY(${lentStages}::text[])) AS "isRepeat"
    FROM case_file f JOIN partner p ON p.id = f.partner_id WHERE f.id = ANY(${caseIds}::int[])`.execute(db)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
