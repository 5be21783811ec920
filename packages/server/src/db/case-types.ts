import { CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type pg from 'pg'

/** Tells the database which types of cases there are; types of a newer program stay. */
export async function writeCaseTypes(client: pg.Client): Promise<void> {
  const of = CaseType.options.map((type) => caseTypes[type].documents)
  await client.query(
    `INSERT INTO case_type AS t (code, owner_type, owner_name)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS given (code, owner_type, owner_name)
     ON CONFLICT (code) DO UPDATE SET owner_type = excluded.owner_type, owner_name = excluded.owner_name
     WHERE (t.owner_type, t.owner_name) <> (excluded.owner_type, excluded.owner_name)`,
    [CaseType.options, of.map(({ owner }) => owner), of.map(({ ownerName }) => ownerName)],
  )
}
