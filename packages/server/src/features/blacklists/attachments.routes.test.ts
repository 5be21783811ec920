import { ownerOfEntries } from '@ipoteka-office/contract/blacklists/entry-documents.ts'
import {
  addDocumentFile,
  downloadDocument,
  viewDocument,
} from '@ipoteka-office/contract/documents/document-files.ts'
import * as documents from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverReferences } from '#db/seed/references.ts'
import { checkStore } from '#features/housekeeping/store-check.service.ts'
import { blacklistsOf, type EntryKey } from '#testing/blacklist/blacklists.ts'
import { fileAt, pdfOf, sendFile } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { endOldEntries } from './ends.service.ts'

let bank: TestApp
let now = new Date('2026-11-20T09:00:00Z')
const clock = { timeZone: 'Europe/Moscow', now: () => now }
beforeAll(async () => {
  bank = await testApp({ clock })
  await deliverReferences(bank.db)
  // The people of a partner with every right to blacklists: what is the bank's is not theirs all the same.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT 5, 'IndividualBlacklist', o FROM unnest(ARRAY['List', 'Read', 'ReadReason', 'Update']) o ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())
const { acting, read } = blacklistsOf(() => bank)

const title = 'Справка на Аверченко'
const ownerOf = ({ kind, id }: EntryKey) => ({ ownerType: ownerOfEntries[kind], ownerId: id })
const attach = (entry: EntryKey, as: Login) =>
  bank.call(documents.createDocument, { body: { ...ownerOf(entry), typeCode: 'OTHER', title } }, { as })
async function attached(entry: EntryKey) {
  const made = await attach(entry, 'security')
  expect(made.status, made.raw.body).toBe(200)
  const params = { id: String(made.body.id) }
  const content = await pdfOf(2)
  const sent = await sendFile(bank, addDocumentFile, params, content, {
    name: 'Аверченко.pdf',
    as: 'security',
  })
  expect(sent.status).toBe(200)
  return { params, storageId: fileAt(sent.body).storageId, content }
}
type Attached = Awaited<ReturnType<typeof attached>>
/** What every reading call answers to a person. */
async function readings(entry: EntryKey, { params, storageId }: Attached, as: Login) {
  const answers = [
    await bank.call(documents.listDocuments, { query: ownerOf(entry) as never }, { as }),
    await bank.call(documents.getDocument, { params }, { as }),
    await bank.call(downloadDocument, { params, query: { storageId } }, { as }),
    await bank.call(viewDocument, { params, query: { storageId } }, { as }),
  ]
  return { statuses: answers.map(({ status }) => status), said: answers.map(({ raw }) => raw.body).join() }
}

it('what proves an entry is attached and read by those who may read the reason', async () => {
  const entry = await acting()
  const proof = await attached(entry)
  const seen = await readings(entry, proof, 'security')
  expect([seen.statuses, seen.said.includes(title)]).toEqual([[200, 200, 200, 200], true])
  const { raw } = await bank.call(downloadDocument, { params: proof.params, query: {} }, { as: 'security' })
  expect(raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

it('an entry of a list takes none of an application’s papers', async () => {
  const entry = await acting()
  const body = { ...ownerOf(entry), typeCode: 'PASSPORT_RF', title }
  expect((await bank.call(documents.createDocument, { body }, { as: 'security' })).status).toBe(400)
})

it.each([
  ['who decides without the right to the reason', 'underwriter'],
  ['people of partners', 'agent'],
  ['people of another partner with every right to the list', 'partner-admin'],
] as const)('%s neither read nor attach', async (_, as) => {
  const entry = await acting()
  const proof = await attached(entry)
  const { statuses, said } = await readings(entry, proof, as)
  expect(statuses.filter((status) => status !== 403 && status !== 404)).toEqual([])
  expect(said).not.toContain('Аверченко')
  expect([403, 404]).toContain((await attach(entry, as)).status)
  const sent = await sendFile(bank, addDocumentFile, proof.params, await pdfOf(1), { as })
  expect([403, 404]).toContain(sent.status)
})

it('with an entry that is destroyed its proofs are gone: the row says nothing and the store has no bytes', async () => {
  const entry = await acting()
  const proof = await attached(entry)
  const { rows } = await sql<{
    key: string
  }>`SELECT key FROM stored_object WHERE id = ${proof.storageId}::uuid`.execute(bank.db)
  const key = rows[0]?.key ?? ''
  const turn = () => endOldEntries(bank.db, { clock, parameters: bank.parameters })
  now = new Date('2027-11-22T09:00:00Z')
  await turn()
  expect((await readings(entry, proof, 'security')).statuses).toEqual([200, 200, 200, 200])
  now = new Date('2032-11-23T09:00:00Z')
  await turn()
  expect((await read(entry)).destroyed).toBe(true)
  const gone = await readings(entry, proof, 'security')
  expect([gone.statuses, gone.said.includes('Аверченко')]).toEqual([[404, 404, 404, 404], false])
  const { rows: left } = await sql<{ told: string }>`SELECT d::text || f::text || s::text AS told
    FROM document d JOIN document_file f ON f.document_id = d.id JOIN stored_object s ON s.id = f.storage_id
    WHERE d.id = ${Number(proof.params.id)}`.execute(bank.db)
  expect([left.length, left[0]?.told.includes('Аверченко')]).toEqual([1, false])
  expect(await bank.files.find(key)).not.toBeNull()
  await checkStore(bank.db, bank.files, { olderThan: new Date(Date.now() + 60_000) })
  expect(await bank.files.find(key)).toBeNull()
})
