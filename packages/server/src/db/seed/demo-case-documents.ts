import { Readable } from 'node:stream'
import type { DocumentStage } from '@ipoteka-office/contract/document-rule-content.ts'
import type { CaseType } from '@ipoteka-office/contract/machines/machines.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { levelOf } from '#features/applications/level.rules.ts'
import { readQuestionnaire } from '#features/case-sections/questionnaire.service.ts'
import { assess } from '#features/document-rules/completeness.rules.ts'
import { type CaseFile, questionnaireCase } from '#features/document-rules/questionnaire-case.rules.ts'
import { toRuleSet } from '#features/document-rules/rule-set.rules.ts'
import { blocksStage } from '#features/document-rules/stage-gates.rules.ts'
import type { FileStore } from '#files/file-store.ts'
import { paper } from './demo-document-files.ts'
import { readDocumentRules } from './document-rules.ts'

/** Stages of documents that lie behind a case, by its stage; in the others those of the check of the set do. */
const stagesBehind: Readonly<Record<string, DocumentStage>> = {
  AUTO_CHECKS: 'UNDERWRITING',
  REALTY_CHECK: 'REALTY_CHECK',
  REALTY_APPROVED: 'REALTY_CHECK',
  DEAL: 'DEAL',
  SIGNED: 'SIGNING',
  READY_TO_ISSUE: 'SIGNING',
  ISSUING: 'ISSUE',
}
/** Before the set is accepted its documents are only there. */
const beforeAcceptance: readonly string[] = ['DOCS_CHECK', 'REWORK']
/** As many cases have documents: a file is written for each, and the first start has to be short. */
const mostCases = 70

type Sent = Omit<CaseFile, 'level'>

/** Sent cases without documents: those that the underwriter of the demo bank checks, then the shown partners', one a stage first. */
async function findSent(db: Db): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    SELECT f.id, f.type, f.number, f.client_name AS "clientName", f.programme_code AS "programmeCode", f.amount,
      f.region_code AS "regionCode", f.partner_id AS "partnerId", f.stage, f.created_at::date::text AS "openedOn",
      o.type_code AS "objectType", o.appraised_on::text AS "appraisedOn", o.building ->> 'replanning' AS replanning,
      (SELECT bool_or(c.state = 'OK') FROM auto_check c WHERE c.case_id = f.id AND c.code = 'BKI_SCORING') AS "creditHistoryKnown"
    FROM (SELECT f.*, q.id IS NOT NULL AS is_own,
        row_number() OVER (PARTITION BY q.id IS NOT NULL, f.type, f.stage, f.partner_id ORDER BY f.stage_since DESC, f.id) AS place
      FROM case_file f LEFT JOIN (SELECT a.id FROM application a JOIN approver v ON v.id = a.approver_id
        JOIN employee e ON e.id = v.employee_id WHERE a.closed_at IS NULL AND e.login = 'underwriter') q ON q.id = f.id
      WHERE f.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') AND f.stage <> 'FILLING' AND f.archived_at IS NULL
        AND (f.partner_id IN (2, 4) OR q.id IS NOT NULL)
        AND EXISTS (SELECT FROM case_participant p WHERE p.case_id = f.id)
        AND NOT EXISTS (SELECT FROM document_set d WHERE d.owner_id = f.id AND d.owner_type IN ('APPLICATION', 'LOAN_APPLICATION'))) f
    LEFT JOIN realty_object o ON o.case_id = f.id AND o.role = 'MORTGAGESUBJECT' AND o.removed_at IS NULL
    ORDER BY f.is_own DESC, f.place, f.type, f.id LIMIT ${mostCases}`.execute(db)
  return rows
}

const ownerTypeOf = (type: CaseType) => (type === 'FULL_APPLICATION' ? 'APPLICATION' : type)

/** A document that a case has to have. */
interface Wanted {
  readonly ownerType: string
  readonly ownerId: number
  readonly typeCode: string
  readonly name: string
  readonly role: string | null
  readonly participant: string
  readonly status: 'UPLOADED' | 'ACCEPTED'
}

async function wantedOf(
  db: Db,
  rules: ReturnType<typeof toRuleSet>,
  one: Sent,
  today: string,
): Promise<Wanted[]> {
  const data = questionnaireCase(
    { ...one, level: levelOf(one.amount) },
    await readQuestionnaire(db, one.id, one.type),
    today,
  )
  const names = {
    ofFact: (_: unknown, code: unknown) => String(code),
    ofDocument: (code: string) => code,
    ofRole: (code: string) => code,
    daysOf: () => null,
    leadUsages: new Map(),
  }
  const { groups } = assess({ rules, data, documents: [], today, names })
  const behind =
    stagesBehind[one.stage] ?? (beforeAcceptance.includes(one.stage) ? 'DOCS_CHECK' : 'UNDERWRITING')
  const status = beforeAcceptance.includes(one.stage) ? 'UPLOADED' : 'ACCEPTED'
  return groups.flatMap(({ participant, requirements }) =>
    blocksStage({ groups: [{ requirements }] as never }, behind).missing.flatMap(({ documents, quantity }) =>
      Array.from({ length: quantity }, () => ({
        ownerType: ownerTypeOf(one.type),
        ownerId: one.id,
        typeCode: documents[0]?.code ?? 'OTHER',
        name: documents[0]?.name ?? '',
        role: participant?.role ?? null,
        participant: participant?.name ?? '',
        status,
      })),
    ),
  )
}

async function titlesOf(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    SELECT code, name FROM reference_item WHERE dictionary = 'docType' AND code = ANY(${codes}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Puts a specimen of its type for each, and tells where it lies. */
async function putAll(db: Db, files: FileStore, wanted: readonly Wanted[], keys: string[]) {
  const titles = await titlesOf(db, [...new Set(wanted.map(({ typeCode }) => typeCode))])
  const drawn = await Promise.all(
    Array.from(titles, async ([code, title]) => {
      const { content } = await paper('', title, [[['Образец', 'Содержание вымышлено']]])
      return [code, content] as const
    }),
  )
  const specimens = new Map(drawn)
  const put = async (one: Wanted) => {
    const content = specimens.get(one.typeCode)
    if (content === undefined) throw new Error(`There is no document type ${one.typeCode}`)
    const { key, size, sha256 } = await files.put(Readable.from([content]))
    keys.push(key)
    return { ...one, key, size, sha256, file: `${titles.get(one.typeCode)}.pdf` }
  }
  const rows: Awaited<ReturnType<typeof put>>[] = []
  for (let at = 0; at < wanted.length; at += 16)
    rows.push(...(await Promise.all(wanted.slice(at, at + 16).map(put))))
  return rows
}

async function insertAll(tx: Db, rows: Awaited<ReturnType<typeof putAll>>): Promise<void> {
  const given = JSON.stringify(rows)
  await sql`INSERT INTO document_set (owner_type, owner_id)
    SELECT DISTINCT g."ownerType", g."ownerId" FROM jsonb_to_recordset(${given}::text::jsonb) g ("ownerType" text, "ownerId" int)`.execute(
    tx,
  )
  await sql`
    WITH given AS MATERIALIZED (
      SELECT g.*, nextval('document_id_seq')::int AS id, row_number() OVER (PARTITION BY g."ownerType", g."ownerId")::int AS sort
      FROM jsonb_to_recordset(${given}::text::jsonb) g ("ownerType" text, "ownerId" int, "typeCode" text, role text,
        participant text, status text, key text, size bigint, sha256 text, file text)),
    documents AS (
      INSERT INTO document (id, owner_type, owner_id, type_code, participant_role, participant_name, status, issued_on,
        reviewed_at, reviewed_by, sort, created_at, created_by)
      OVERRIDING SYSTEM VALUE
      SELECT g.id, g."ownerType", g."ownerId", g."typeCode", g.role, g.participant, g.status, current_date - 10,
        CASE g.status WHEN 'ACCEPTED' THEN f.stage_since END,
        CASE g.status WHEN 'ACCEPTED' THEN (SELECT id FROM employee WHERE login = 'underwriter') END, g.sort, f.created_at,
        coalesce(f.responsible_id, (SELECT id FROM employee WHERE login = 'agent'))
      FROM given g JOIN case_file f ON f.id = g."ownerId" RETURNING id, created_by),
    objects AS (
      INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, pages, owner_type, owner_id, created_by)
      SELECT g.key, g.file, 'application/pdf', g.size, g.sha256, g.sha256, 1, 'document', g.id, d.created_by
      FROM given g JOIN documents d ON d.id = g.id RETURNING id, owner_id, name, created_by)
    INSERT INTO document_file (document_id, storage_id, name, sort, created_by)
    SELECT owner_id, id, name, 1, created_by FROM objects`.execute(tx)
}

/** Gives sent cases of the demo bank the documents that their stage asks for; answers how many. */
export async function fillCaseDocuments(
  tx: Db,
  files: FileStore,
  now: Date,
  keys: string[],
): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const { rules: delivered } = await readDocumentRules()
  const rules = toRuleSet(delivered.map(({ content }, index) => ({ id: index + 1, content })))
  const wanted: Wanted[] = []
  for (const one of await findSent(tx)) wanted.push(...(await wantedOf(tx, rules, one, today)))
  const rows = await putAll(tx, files, wanted, keys)
  if (rows.length > 0) await insertAll(tx, rows)
  return rows.length
}
