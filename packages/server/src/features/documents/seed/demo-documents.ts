import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { FileStore, StoredFile } from '#files/file-store.ts'
import { fillCaseDocuments } from '#features/cases/seed/demo-case-documents.ts'
import type { Specimen, Subject } from './demo-document-files.ts'
import { writeCertificates } from '#features/underwriting/seed/demo-certificates.ts'
import { gatherStatistics } from '#db/seed/fill-demo-bank.ts'
import { type DemoDocument, documentsOfApplication, documentsOfPartner } from './demo-document-sets.ts'
import { fillDemoPhotos } from './demo-photos.ts'

interface Case {
  readonly ownerType: 'APPLICATION' | 'PARTNER'
  readonly ownerId: number
  readonly title: string
  /** All that the content of its documents comes from. */
  readonly subject: string
  readonly documents: readonly DemoDocument[]
}
type Put = Specimen & StoredFile
type PutDocument = Omit<DemoDocument, 'files'> & { readonly files: readonly Put[] }

/** Partners whose people sign in to the demo bank. */
const shownPartners = [2, 4]
const casesOfPartner = 3
const day = 86_400_000

/** Open applications of the partners: the first that an approver has, and the first that nobody has. */
async function findCases(db: Db, now: Date): Promise<Case[]> {
  const { rows } = await sql<Subject & { id: number }>`
    SELECT ranked.id, number, programme, client_name AS title,
      coalesce((credit.data ->> 'amount')::float8, 0) AS amount, coalesce((credit.data ->> 'downPayment')::float8, 0) AS "downPayment",
      coalesce((credit.data ->> 'termMonths')::int, 0) AS months, coalesce(job.data ->> 'employerName', '') AS employer,
      coalesce((money.data -> 'incomes' -> 0 ->> 'declared')::float8, 0) AS income,
      coalesce((home.object ->> 'rooms')::int, 2) AS rooms, coalesce((home.object ->> 'area')::float8, 54) AS area
    FROM (
      SELECT a.*, row_number() OVER (PARTITION BY partner_id, approver_id IS NULL ORDER BY due_at, id) AS place
      FROM application a WHERE closed_at IS NULL AND partner_id = ANY(${shownPartners}::int[])) ranked
    LEFT JOIN case_section credit ON credit.case_id = ranked.id AND credit.section = 'CREDIT'
    LEFT JOIN case_participant p ON p.case_id = ranked.id AND p.role = 'MAIN_BORROWER'
    LEFT JOIN case_section job ON job.participant_id = p.id AND job.section = 'EMPLOYMENT'
    LEFT JOIN case_section money ON money.participant_id = p.id AND money.section = 'INCOME'
    LEFT JOIN LATERAL (SELECT to_jsonb(o) || o.building AS object FROM realty_object o
      WHERE o.case_id = ranked.id AND o.removed_at IS NULL ORDER BY o.id LIMIT 1) home ON true
    WHERE place <= CASE WHEN approver_id IS NULL THEN 1 ELSE ${casesOfPartner - 1}::int END
    ORDER BY place, partner_id, approver_id IS NULL`.execute(db)
  const partners = await sql<{ id: number; title: string }>`
    SELECT id, short_name AS title FROM partner WHERE id = ANY(${shownPartners}::int[]) ORDER BY id`.execute(
    db,
  )
  return [
    ...rows.map(({ id, ...subject }, at) => ({
      ownerType: 'APPLICATION' as const,
      ownerId: id,
      title: subject.title,
      subject: JSON.stringify({ ...subject, at }),
      documents: documentsOfApplication(subject, at < 2 ? 0 : at, now),
    })),
    ...partners.rows.map(({ id, title }) => ({
      ownerType: 'PARTNER' as const,
      ownerId: id,
      title,
      subject: title,
      documents: documentsOfPartner({ title }),
    })),
  ]
}

const dayText = (now: Date, days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10)

const employee = (login: string) => sql`(SELECT id FROM employee WHERE login = ${login})`

/** Whose it is: what is not of the case is the borrower's. */
const participantOf = ({ ownerType, title }: Case, { typeCode, isOfCase = false }: PutDocument) =>
  ownerType === 'APPLICATION' && typeCode !== null && !isOfCase
    ? { role: 'MAIN_BORROWER', name: title }
    : { role: null, name: '' }

/** What the dates and states of a document are counted from. */
function momentsOf({ issuedDaysAgo, validInDays, status, isMarked }: PutDocument, now: Date) {
  const at = now.toISOString()
  return {
    issuedOn: issuedDaysAgo === undefined ? null : dayText(now, -issuedDaysAgo),
    validTo: validInDays === undefined ? null : dayText(now, validInDays),
    reviewedAt: status === undefined ? null : at,
    deletedAt: isMarked === true ? at : null,
    createdAt: new Date(now.getTime() - day).toISOString(),
  }
}

async function insertDocument(
  db: Db,
  owner: Case,
  document: PutDocument,
  place: number,
  now: Date,
): Promise<void> {
  const { typeCode, number = '', issuer = '', status = 'UPLOADED', reason = '', rotation = 0 } = document
  const participant = participantOf(owner, document)
  const { issuedOn, validTo, reviewedAt, deletedAt, createdAt } = momentsOf(document, now)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO document (owner_type, owner_id, type_code, number, issued_on, issuer, valid_to, participant_role,
      participant_name, source, status, reason, reviewed_at, reviewed_by, sort, deleted_at, deleted_by, created_at, created_by)
    VALUES (${owner.ownerType}, ${owner.ownerId}, ${typeCode}, ${number}, ${issuedOn}::date, ${issuer},
      ${validTo}::date, ${participant.role}, ${participant.name},
      ${owner.ownerType === 'PARTNER' ? 'EXTERNAL_DOCS' : 'APPLICANT_DOCS'}, ${status}, ${reason},
      ${reviewedAt}::timestamptz, CASE WHEN ${reviewedAt}::timestamptz IS NOT NULL THEN ${employee('underwriter')} END,
      ${place + 1}::int, ${deletedAt}::timestamptz,
      CASE WHEN ${deletedAt}::timestamptz IS NOT NULL THEN ${employee('agent')} END, ${createdAt}::timestamptz,
      ${employee('agent')})
    RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The document was not stored')
  for (const [at, file] of document.files.entries()) await insertFile(db, row.id, file, at, rotation)
}

async function insertFile(
  db: Db,
  documentId: number,
  file: Put,
  at: number,
  rotation: number,
): Promise<void> {
  await sql`
    WITH object AS (
      INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, pages, width, height, owner_type,
        owner_id, created_by)
      VALUES (${file.key}, ${file.name}, ${file.contentType}, ${String(file.size)}::bigint, ${file.sha256}, ${file.sha256},
        ${file.pages}::int, ${file.width}::int, ${file.height}::int, 'document', ${documentId},
        (SELECT id FROM employee WHERE login = 'agent'))
      RETURNING id, created_by)
    INSERT INTO document_file (document_id, storage_id, name, sort, rotation, created_by)
    SELECT ${documentId}, id, ${file.name}, ${at + 1}::int, ${rotation}::int, created_by FROM object`.execute(
    db,
  )
}

type DrawnDocument = Omit<DemoDocument, 'files'> & { readonly files: readonly Specimen[] }

/** A case with its documents as they are to be stored. */
export interface DrawnCase {
  readonly owner: Case
  readonly documents: readonly DrawnDocument[]
}

/** Draws the specimens of all cases at one time. */
const drawAll = (cases: readonly Case[]): Promise<DrawnCase[]> =>
  Promise.all(
    cases.map(async (owner) => ({
      owner,
      documents: await Promise.all(
        owner.documents.map(
          async (document): Promise<DrawnDocument> => ({
            ...document,
            files: await Promise.all(document.files.map((draw) => draw())),
          }),
        ),
      ),
    })),
  )

/** Looks up what documents will be about; the answer draws them, which needs no database. */
export async function findDocumentsToDraw(db: Db, now: Date): Promise<() => Promise<DrawnCase[]>> {
  const cases = await findCases(db, now)
  return () => drawAll(cases)
}

const nameOf = ({ ownerType, ownerId, subject }: Case) => `${ownerType} ${ownerId} ${subject}`

/** Cases as they are now with what was drawn for them before; what is missing is drawn. */
async function drawnNow(db: Db, now: Date, drawnBefore: readonly DrawnCase[]): Promise<DrawnCase[]> {
  const before = new Map(drawnBefore.map((drawn) => [nameOf(drawn.owner), drawn]))
  const cases = await findCases(db, now)
  const drawn = await drawAll(cases.filter((one) => !before.has(nameOf(one))))
  const all = new Map([...before, ...drawn.map((one) => [nameOf(one.owner), one] as const)])
  return cases.flatMap((one) => all.get(nameOf(one)) ?? [])
}

async function putAll(
  files: FileStore,
  documents: readonly DrawnDocument[],
  keys: string[],
): Promise<PutDocument[]> {
  const put = async (specimen: Specimen): Promise<Put> => {
    const stored = await files.put(Readable.from([specimen.content]))
    keys.push(stored.key)
    return { ...specimen, ...stored }
  }
  const list: PutDocument[] = []
  for (const document of documents)
    list.push({ ...document, files: await Promise.all(document.files.map(put)) })
  return list
}

/** When it is, and what was drawn ahead for then. */
interface FillingOfDocuments {
  readonly now: Date
  readonly drawnBefore?: readonly DrawnCase[]
}

/** Documents in every state for the cases of those who sign in to the demo bank. */
async function fillShownCases(
  tx: Db,
  files: FileStore,
  { now, drawnBefore }: FillingOfDocuments,
  keys: string[],
): Promise<number> {
  let count = 0
  for (const { owner, documents } of await drawnNow(tx, now, drawnBefore ?? [])) {
    const put = await putAll(files, documents, keys)
    await sql`INSERT INTO document_set (owner_type, owner_id) VALUES (${owner.ownerType}, ${owner.ownerId})`.execute(
      tx,
    )
    for (const [place, document] of put.entries()) await insertDocument(tx, owner, document, place, now)
    count += put.length
  }
  return count
}

async function isWanted(db: Db): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    SELECT NOT EXISTS (SELECT FROM document) AND EXISTS (SELECT FROM employee WHERE login = 'agent') AS wanted`.execute(
    db,
  )
  return rows[0]?.wanted ?? false
}

/** Gives the demo bank documents when it has none yet, all or nothing; answers how many. */
export async function fillDemoDocuments(
  db: Db,
  files: FileStore,
  filling: FillingOfDocuments,
): Promise<number> {
  if (!(await isWanted(db))) return 0
  const keys: string[] = []
  try {
    const count = await db.transaction().execute(async (tx) => {
      const shown = await fillShownCases(tx, files, filling, keys)
      const others = await fillCaseDocuments(tx, files, filling.now, keys)
      await writeCertificates(tx, filling.now)
      return shown + others + (await fillDemoPhotos(tx, files, keys))
    })
    // Gathered before the commit they would say that there are no documents, which is worse than nothing.
    await gatherStatistics(db, ['document', 'document_file', 'document_set', 'stored_object'])
    return count
  } catch (error) {
    await Promise.all(keys.map((key) => files.remove(key)))
    throw error
  }
}
