import { sql } from 'kysely'
import type { Recognised } from '#features/recognition/recognised.ts'
import type { Db } from '#db/database.ts'

/** What a certificate says in a test: payments by month with their codes. */
interface Said {
  readonly year: number
  readonly payer?: string
  readonly inn?: string
  readonly day?: string
  readonly payments: readonly (readonly [month: number, code: string, amount: string])[]
  /** What the sums come to and the tax of it; the tax share follows from them. */
  readonly total: string
  readonly tax: string
  readonly checks?: Recognised['checks']
}

const field = (name: string, value: string) => ({
  ...{ name, label: name, value, confidence: 0.97, box: null, source: 'VISUAL' as const },
  problems: [],
})

/** A certificate as a machine has read it. */
export function certificateRead(said: Said): Recognised {
  const { year, payer = 'ООО «Заря»', inn = '7707083893', day = '2026-11-01', payments, total, tax } = said
  return {
    ...{ found: true, message: null, rotation: 0, checks: said.checks ?? [] },
    documentFields: [
      field('year', String(year)),
      field('certificateDate', day),
      field('agentName', payer),
      field('agentInn', inn),
      field('taxRate', '13'),
      field('totalIncome', total),
      field('taxCalculated', tax),
    ],
    incomes: payments.map(([month, incomeCode, amount]) => ({
      ...{ month, incomeCode, amount, deductionCode: null, deduction: null, confidence: 0.97, box: null },
    })),
  }
}

/** Puts a certificate of the main borrower into the documents of a full application; answers the document. */
export async function plantCertificate(db: Db, caseId: string, result: Recognised): Promise<number> {
  await sql`INSERT INTO document_set (owner_type, owner_id) VALUES ('APPLICATION', ${Number(caseId)})
    ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<{ id: number }>`
    WITH d AS (INSERT INTO document (owner_type, owner_id, type_code, participant_role, sort, created_by)
      SELECT 'APPLICATION', ${Number(caseId)}, 'NDFL2', 'MAIN_BORROWER', 1 + count(*), 3 FROM document
      WHERE owner_type = 'APPLICATION' AND owner_id = ${Number(caseId)} RETURNING id),
    o AS (INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, owner_type,
        owner_id, created_by)
      SELECT 'certificate ' || id, 'справка.pdf', 'application/pdf', 1, 'certificate ' || id, 'certificate ' || id,
        'document', id, 3 FROM d
      RETURNING id, sha256, owner_id),
    f AS (INSERT INTO document_file (document_id, storage_id, name, sort, created_by)
      SELECT owner_id, id, 'справка.pdf', 1, 3 FROM o),
    r AS (INSERT INTO recognition (storage_id, sha256, kind, result, engine, duration_ms, created_by)
      SELECT id, sha256, 'INCOME_CERTIFICATE', ${JSON.stringify(result)}::text::jsonb, 'Tesseract', 1, 3 FROM o)
    SELECT id FROM d`.execute(db)
  return rows[0]?.id ?? 0
}
