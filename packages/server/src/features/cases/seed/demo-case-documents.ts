import { Readable } from 'node:stream'
import type { DocumentStage } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { type CaseType, caseTypes, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { meansOf } from '#features/cases/means/case-means.rules.ts'
import {
  type CaseFile,
  questionnaireCase,
} from '#features/document-rules/completeness/questionnaire-case.rules.ts'
import type { FileStore } from '#files/file-store.ts'
import { paper } from '#features/documents/seed/demo-document-files.ts'
import { DocumentNeeds } from '#db/seed/document-needs.ts'
import { readDocumentRules } from '#db/seed/document-rules.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'

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
type Sent = Omit<CaseFile, 'level' | 'houseProgrammes'>
/** As the delivered dictionary marks them. */
const houseProgrammes: ReadonlySet<string> = new Set(['4'])

const withQuestions = caseTypesWith(({ questions }) => questions !== undefined)
const ownerTypeOf = (type: CaseType) => caseTypes[type].documents.owner

/** Cases that were sent, without documents as yet. */
async function findSent(db: Db): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    SELECT f.id, f.type, f.number, f.client_name AS "clientName", f.programme_code AS "programmeCode", f.amount,
      f.region_code AS "regionCode", f.partner_id AS "partnerId", f.stage, f.created_at::date::text AS "openedOn",
      o.type_code AS "objectType", o.appraised_on::text AS "appraisedOn", o.building ->> 'replanning' AS replanning,
      CASE WHEN EXISTS (SELECT FROM auto_check c WHERE c.case_id = f.id AND c.code = 'BKI_SCORING') THEN true END
        AS "creditHistoryKnown"
    FROM case_file f
    LEFT JOIN realty_object o ON o.case_id = f.id AND o.role = 'MORTGAGESUBJECT' AND o.removed_at IS NULL
    WHERE f.type = ANY(${withQuestions}::text[])
      AND EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.stage = 'DOCS_CHECK')
      AND NOT EXISTS (SELECT FROM document_set d WHERE d.owner_id = f.id AND d.owner_type = ANY(${withQuestions.map(ownerTypeOf)}::text[]))
    ORDER BY f.id`.execute(db)
  return rows
}

interface StoredPart {
  readonly caseId: number
  readonly own: QuestionnaireData['sections'] | null
  readonly people: QuestionnaireData['participants']
}

/** The questionnaires of many cases at once. */
async function readQuestionnaires(db: Db, ids: readonly number[]): Promise<Map<number, StoredPart>> {
  const { rows } = await sql<StoredPart>`
    SELECT f.id AS "caseId",
      (SELECT jsonb_object_agg(c.section, c.data) FROM case_section c
        WHERE c.case_id = f.id AND c.participant_id IS NULL) AS own,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'role', p.role, 'name', p.name, 'sections', s.all) ORDER BY p.sort), '[]')
        FROM case_participant p, LATERAL (SELECT jsonb_object_agg(c.section, c.data) AS all FROM case_section c
          WHERE c.case_id = f.id AND c.participant_id = p.id) s
        WHERE p.case_id = f.id) AS people
    FROM unnest(${[...ids]}::int[]) f (id)`.execute(db)
  return new Map(rows.map((row) => [row.caseId, row]))
}

/** A document that is to be written. */
interface Wanted {
  readonly ownerType: string
  readonly ownerId: number
  readonly typeCode: string
  readonly role: string | null
  readonly participant: string
  readonly status: 'UPLOADED' | 'ACCEPTED'
}

function wantedOf(needs: DocumentNeeds, one: Sent, { own, people }: StoredPart, today: string): Wanted[] {
  const stored = { type: one.type, sections: own ?? {}, participants: people }
  // Payments stand on their own days, whatever the calendar.
  const means = meansOf(stored, [], { today, isWorking: () => true, figures: deliveredFigures(today) })
  const data = questionnaireCase(
    { ...one, houseProgrammes, level: levelOf(deliveredFigures(today), one.amount) },
    stored,
    today,
    means,
  )
  const isEarly = beforeAcceptance.includes(one.stage)
  const behind = stagesBehind[one.stage] ?? (isEarly ? 'DOCS_CHECK' : 'UNDERWRITING')
  return needs.of(data, behind).map(({ typeCode, person }) => ({
    ownerType: ownerTypeOf(one.type),
    ownerId: one.id,
    typeCode,
    role: person === null ? null : (people[person]?.role ?? null),
    participant: person === null ? '' : (people[person]?.name ?? ''),
    status: isEarly ? 'UPLOADED' : 'ACCEPTED',
  }))
}

async function titlesOf(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    SELECT code, name FROM reference_item WHERE dictionary = 'docType' AND code = ANY(${codes}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** A specimen of a type as it lies in the store: all documents of the type share it. */
interface Stored {
  readonly code: string
  readonly key: string
  readonly size: number
  readonly sha256: string
  readonly file: string
}

async function putSpecimens(
  db: Db,
  files: FileStore,
  codes: readonly string[],
  keys: string[],
): Promise<Stored[]> {
  const titles = await titlesOf(db, codes)
  return Promise.all(
    Array.from(titles, async ([code, title]) => {
      const { content } = await paper('', title, [[['Образец', 'Содержание вымышлено']]])
      const { key, size, sha256 } = await files.put(Readable.from([content]))
      keys.push(key)
      return { code, key, size, sha256, file: `${title}.pdf` }
    }),
  )
}

/** When and by whom each set was taken, and who brought it. */
const reviewed = sql`
  LATERAL (SELECT max(s.left_at) AS at, (array_agg(s.actor_id ORDER BY s.id DESC))[1] AS by FROM case_stage s
    WHERE s.case_id = f.id AND s.stage = 'DOCS_CHECK' AND s.action = 'accept')`

async function insertAll(tx: Db, rows: readonly Wanted[], specimens: readonly Stored[]): Promise<void> {
  await sql`
    CREATE TEMP TABLE wanted_document ON COMMIT DROP AS
    SELECT nextval('document_id_seq')::int AS id, gen_random_uuid() AS storage_id, w.*,
      row_number() OVER (PARTITION BY w."ownerType", w."ownerId")::int AS sort
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      w ("ownerType" text, "ownerId" int, "typeCode" text, role text, participant text, status text)`.execute(
    tx,
  )
  await sql`INSERT INTO document_set (owner_type, owner_id) SELECT DISTINCT "ownerType", "ownerId" FROM wanted_document`.execute(
    tx,
  )
  await sql`
    INSERT INTO document (id, owner_type, owner_id, type_code, participant_role, participant_name, status, issued_on,
      reviewed_at, reviewed_by, sort, created_at, created_by)
    OVERRIDING SYSTEM VALUE
    SELECT w.id, w."ownerType", w."ownerId", w."typeCode", w.role, w.participant, w.status, f.created_at::date - 10,
      CASE w.status WHEN 'ACCEPTED' THEN r.at END, CASE w.status WHEN 'ACCEPTED' THEN r.by END, w.sort, f.created_at, f.created_by
    FROM wanted_document w JOIN case_file f ON f.id = w."ownerId", ${reviewed} r`.execute(tx)
  await sql`
    INSERT INTO stored_object (id, key, name, content_type, size, sha256, source_sha256, pages, owner_type, owner_id, created_by)
    SELECT w.storage_id, s.key, s.file, 'application/pdf', s.size, s.sha256, s.sha256, 1, 'document', w.id, f.created_by
    FROM wanted_document w JOIN case_file f ON f.id = w."ownerId"
    JOIN jsonb_to_recordset(${JSON.stringify(specimens)}::text::jsonb) s (code text, key text, size bigint, sha256 text, file text)
      ON s.code = w."typeCode"`.execute(tx)
  await sql`
    INSERT INTO document_file (document_id, storage_id, name, sort, created_by)
    SELECT o.owner_id, o.id, o.name, 1, o.created_by FROM stored_object o JOIN wanted_document w ON w.storage_id = o.id`.execute(
    tx,
  )
}

/** Gives sent cases of the demo bank the documents that their stage asks for; answers how many. */
export async function fillCaseDocuments(
  tx: Db,
  files: FileStore,
  now: Date,
  keys: string[],
): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const needs = new DocumentNeeds((await readDocumentRules()).rules, today)
  const sent = await findSent(tx)
  const questionnaires = await readQuestionnaires(
    tx,
    sent.map(({ id }) => id),
  )
  const wanted = sent.flatMap((one) => {
    const questionnaire = questionnaires.get(one.id)
    return questionnaire === undefined ? [] : wantedOf(needs, one, questionnaire, today)
  })
  const specimens = await putSpecimens(tx, files, [...new Set(wanted.map(({ typeCode }) => typeCode))], keys)
  const known = new Set(specimens.map(({ code }) => code))
  const unknown = wanted.find(({ typeCode }) => !known.has(typeCode))
  if (unknown !== undefined) throw new Error(`There is no document type ${unknown.typeCode}`)
  if (wanted.length > 0)
    await withoutHistory(tx, ['document', 'document_file'], () => insertAll(tx, wanted, specimens))
  return wanted.length
}
