import { sectionNames } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { CaseRemark } from '@ipoteka-office/contract/cases/cases.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Row = Omit<CaseRemark, 'sectionName'>

const person = (alias: string): RawBuilder<unknown> =>
  sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL
    THEN json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)}) END`

const select = sql`
  SELECT r.id, r.at, ${person('a')} AS author, r.section,
    json_build_object('code', r.type_code, 'name', coalesce(t.name, r.type_code)) AS type, r.text, r.state, r.answer,
    CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'title', coalesce(nullif(d.title, ''), dt.name, 'Документ'))
      END AS document,
    ${person('b')} AS "answeredBy", r.answered_at AS "answeredAt", r.closed_at AS "closedAt", r.version
  FROM case_remark r JOIN employee a ON a.id = r.author_id LEFT JOIN employee b ON b.id = r.answered_by
  LEFT JOIN reference_item t ON t.dictionary = 'remarksType' AND t.code = r.type_code
  LEFT JOIN document d ON d.id = r.document_id AND d.removed_at IS NULL AND NOT d.internal
  LEFT JOIN reference_item dt ON dt.dictionary = 'docType' AND dt.code = d.type_code`

const named = (row: Row): CaseRemark => ({ ...row, sectionName: sectionNames[row.section] ?? row.section })

/** Remarks of a case: those that wait first, newest first among equals. */
export async function findRemarks(db: Db, caseId: number): Promise<CaseRemark[]> {
  const { rows } = await sql<Row>`${select} WHERE r.case_id = ${caseId}
    ORDER BY array_position(ARRAY['OPEN', 'ANSWERED', 'CLOSED'], r.state), r.id DESC LIMIT 500`.execute(db)
  return rows.map(named)
}

/** One remark of the case, locked where it is going to be changed. */
export async function findRemark(
  db: Db,
  caseId: number,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<CaseRemark | undefined> {
  const { rows } = await sql<Row>`${select} WHERE r.case_id = ${caseId} AND r.id = ${id}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(db)
  return rows[0] && named(rows[0])
}

/** What is written of a new remark. */
export interface NewRemark {
  readonly section: string
  readonly type: string
  readonly text: string
  /** The document that it is about. */
  readonly documentId?: number
}

export async function insertRemark(
  db: Db,
  remark: NewRemark & { readonly caseId: number; readonly authorId: number },
): Promise<number> {
  const { id } = await db
    .insertInto('case_remark')
    .values({
      case_id: remark.caseId,
      author_id: remark.authorId,
      section: remark.section,
      type_code: remark.type,
      text: remark.text,
      document_id: remark.documentId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function answerRemark(db: Db, id: number, answer: string, employeeId: number): Promise<void> {
  await sql`UPDATE case_remark SET state = 'ANSWERED', answer = ${answer}, answered_by = ${employeeId},
    answered_at = clock_timestamp(), version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function closeRemark(db: Db, id: number, employeeId: number): Promise<void> {
  await sql`UPDATE case_remark SET state = 'CLOSED', closed_at = clock_timestamp(), closed_by = ${employeeId},
    version = version + 1 WHERE id = ${id}`.execute(db)
}

/** Opens again; the answer that did not do stays to be read. */
export async function reopenRemark(db: Db, id: number): Promise<void> {
  await sql`UPDATE case_remark SET state = 'OPEN', closed_at = NULL, closed_by = NULL, version = version + 1
    WHERE id = ${id}`.execute(db)
}
