import { Readable } from 'node:stream'
import { photoTypeCode } from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { FileStore } from '#files/file-store.ts'

const size = { width: 960, height: 640 }
/** Of how many objects there are photos. */
const objects = 6

const scene = (sky: string, drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="${sky}"/>${drawing}</svg>`

/** A house with lit and dark windows. */
function house(floors: number, wall: string): string {
  const height = floors * 46
  const windows = Array.from({ length: floors * 9 }, (_, at) => {
    const [x, y] = [250 + (at % 9) * 52, 560 - height + Math.floor(at / 9) * 46 + 10]
    return `<rect x="${x}" y="${y}" width="30" height="26" fill="${(at * 7) % 5 === 0 ? '#fbd38d' : '#90a4b8'}"/>`
  })
  return `<rect x="0" y="560" width="960" height="80" fill="#8aa27c"/><rect x="230" y="${560 - height}" width="500" height="${height}" fill="${wall}"/>${windows.join('')}<rect x="455" y="510" width="50" height="50" fill="#5b4636"/>`
}

/** A room: floor, window, furniture. */
const room = (wall: string, furniture: string) =>
  `<rect y="420" width="960" height="220" fill="#b98d62"/><rect width="960" height="420" fill="${wall}"/>
  <rect x="120" y="90" width="240" height="220" fill="#cfe8ff" stroke="#fff" stroke-width="12"/>
  <path d="M240 90 V310 M120 200 H360" stroke="#fff" stroke-width="8"/>${furniture}`

const kitchen = `<rect x="480" y="120" width="400" height="110" fill="#d7ccc8"/><rect x="480" y="330" width="400" height="190" fill="#bcaaa4"/>
  <rect x="480" y="318" width="400" height="16" fill="#5d4037"/><circle cx="570" cy="310" r="18" fill="#424242"/><circle cx="640" cy="310" r="18" fill="#424242"/>`
const bedroom = `<rect x="470" y="360" width="430" height="150" rx="14" fill="#7986cb"/><rect x="470" y="300" width="40" height="230" rx="8" fill="#5c6bc0"/>
  <rect x="520" y="335" width="120" height="50" rx="16" fill="#fff"/><circle cx="820" cy="180" r="40" fill="#fff59d"/>`

/** Drawn, so that nobody takes them for photos of a real flat. */
const drawings = [
  ['фасад (рисунок).jpg', scene('#bfe0f5', house(9, '#d9a679'))],
  ['кухня (рисунок).jpg', scene('#fff', room('#fff3e0', kitchen))],
  ['комната (рисунок).jpg', scene('#fff', room('#e8eaf6', bedroom))],
] as const

/** Objects of the partners whose people sign in to the demo bank, one of a case. */
async function findObjects(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT o.id FROM realty_object o JOIN case_file f ON f.id = o.case_id
    WHERE f.partner_id IN (2, 4) AND f.archived_at IS NULL AND o.removed_at IS NULL
    ORDER BY f.stage NOT IN ('REALTY_SELECTION', 'REALTY_CHECK', 'REALTY_APPROVED'), f.partner_id, o.id LIMIT ${objects}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Gives some objects of the demo bank drawn photos; answers how many. */
export async function fillDemoPhotos(tx: Db, files: FileStore, keys: string[]): Promise<number> {
  const ids = await findObjects(tx)
  if (ids.length === 0) return 0
  const { default: sharp } = await import('sharp')
  const pictures = await Promise.all(
    drawings.map(async ([name, svg]) => ({
      name,
      content: await sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer(),
    })),
  )
  const photos = await Promise.all(
    ids.flatMap((owner) =>
      pictures.map(async ({ name, content }, at) => {
        const { key, size: bytes, sha256 } = await files.put(Readable.from([content]))
        keys.push(key)
        return { owner, name, sort: at + 1, key, bytes, sha256 }
      }),
    ),
  )
  await insert(tx, JSON.stringify(photos))
  return photos.length
}

async function insert(tx: Db, photos: string): Promise<void> {
  await sql`INSERT INTO document_set (owner_type, owner_id)
    SELECT DISTINCT 'REALTY_OBJECT', g.owner FROM jsonb_to_recordset(${photos}::text::jsonb) g (owner int)`.execute(
    tx,
  )
  await sql`
    WITH given AS MATERIALIZED (
      SELECT g.*, nextval('document_id_seq')::int AS id, (SELECT id FROM employee WHERE login = 'agent') AS author
      FROM jsonb_to_recordset(${photos}::text::jsonb) g (owner int, name text, sort int, key text, bytes bigint, sha256 text)),
    documents AS (
      INSERT INTO document (id, owner_type, owner_id, type_code, sort, created_by) OVERRIDING SYSTEM VALUE
      SELECT id, 'REALTY_OBJECT', owner, ${photoTypeCode}, sort, author FROM given),
    objects AS (
      INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, pages, width, height, owner_type, owner_id,
        created_by)
      SELECT key, name, 'image/jpeg', bytes, sha256, sha256, 1, ${size.width}::int, ${size.height}::int, 'document', id, author
      FROM given RETURNING id, owner_id, name, created_by)
    INSERT INTO document_file (document_id, storage_id, name, sort, created_by)
    SELECT owner_id, id, name, 1, created_by FROM objects`.execute(tx)
}
