import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export interface CertificateRow {
  readonly place: string
  readonly uses: readonly string[]
  readonly endsAt: string | null
  readonly failure: string | null
  readonly checkedAt: string
}

export async function findCertificates(db: Db): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    SELECT place, uses, ends_at AS "endsAt", failure, checked_at AS "checkedAt"
    FROM service_certificate ORDER BY ends_at NULLS FIRST, place`.execute(db)
  return rows
}

/** Those that were looked at now; addresses that are in no setting any more are forgotten. */
export async function keepCertificates(
  db: Db,
  read: readonly (Omit<CertificateRow, 'endsAt' | 'checkedAt'> & { readonly endsAt: Date | null })[],
  at: Date,
): Promise<void> {
  await sql`DELETE FROM service_certificate WHERE place <> ALL(${read.map(({ place }) => place)}::text[])`.execute(
    db,
  )
  for (const { place, uses, endsAt, failure } of read)
    await sql`
      INSERT INTO service_certificate AS known (place, uses, ends_at, failure, checked_at)
      VALUES (${place}, ${[...uses]}::text[], ${endsAt}, ${failure}, ${at})
      ON CONFLICT (place) DO UPDATE SET uses = excluded.uses, failure = excluded.failure,
        -- Whoever is silent today has still the certificate that was seen yesterday.
        ends_at = coalesce(excluded.ends_at, known.ends_at), checked_at = excluded.checked_at`.execute(db)
}
