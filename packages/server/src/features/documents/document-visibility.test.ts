import * as accessApi from '@ipoteka-office/contract/documents/document-access.ts'
import * as fileApi from '@ipoteka-office/contract/documents/document-files.ts'
import * as cardApi from '@ipoteka-office/contract/documents/documents.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  applications,
  fileAt,
  fillForDocuments,
  formOf,
  newDocument,
  pdfOf,
  withFile,
} from '#testing/documents.ts'
import { liveInstance, Tab, type TestInstance } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { soon } from '#testing/waiting/soon.ts'

let bank: TestApp
/** A document of another partner's application, and one of the caller's own. */
let foreign: cardApi.Document
let own: cardApi.Document
let foreignPartner: cardApi.Document
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
  foreign = await withFile(bank, await newDocument(bank, { typeCode: 'SNILS' }), await pdfOf(3))
  own = await withFile(bank, await newDocument(bank, { ownerId: applications.other }), await pdfOf(4))
  const partner = { ownerType: 'PARTNER', ownerId: 2 } as const
  foreignPartner = await withFile(bank, await newDocument(bank, partner), await pdfOf(2))
  // The caller may do everything there is with documents, of its own partner.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (5, 'Document', 'Review')`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value
const endpoints = Object.entries({ ...cardApi, ...fileApi, ...accessApi }).flatMap(([name, value]) =>
  isEndpoint(value) ? [[name, value] as const] : [],
)
const withId = endpoints.filter(([, { path }]) => path.includes(':id'))

const input = { title: 'Чужой', version: 1 }
/** Bodies that would do in one's own document. */
const bodies: Readonly<Record<string, (storageId: string) => unknown>> = {
  updateDocument: () => input,
  unassignDocument: () => ({ version: 1 }),
  markDocumentDeleted: () => ({ version: 1 }),
  restoreDocument: () => ({ version: 1 }),
  reviewDocument: () => ({ version: 1, status: 'CHECKING' }),
  orderDocumentFiles: (storageId) => ({ version: 1, storageIds: [storageId] }),
  updateDocumentFile: () => ({ version: 1, rotation: 90, name: 'а.pdf' }),
  restoreDocumentFile: () => ({ version: 1 }),
  moveDocumentFile: () => ({ version: 1, toDocumentId: null }),
  splitDocument: (storageId) => ({ storageId, version: 1, into: 'FILES', parts: [{ from: 1, to: 1 }] }),
}

async function attempt(name: string, endpoint: EndpointSpec, id: number, storageId: string) {
  const hasVersion = endpoint.query !== undefined && /delete|replace/i.test(name)
  const isBytes = ['viewDocument', 'drawThumbnail', 'downloadDocument'].includes(name)
  const query = hasVersion ? '?version=1' : isBytes ? `?storageId=${storageId}` : ''
  const form = endpoint.upload === undefined ? null : formOf('а.pdf', await pdfOf(1))
  const body = bodies[name]?.(storageId)
  return bank.app.inject({
    method: endpoint.method,
    url: `/api${fillPath(endpoint.path, { id, storageId })}${query}`,
    headers: {
      authorization: `Bearer ${await bank.tokenOf('partner-admin')}`,
      ...(form?.headers ?? (body === undefined ? {} : { 'content-type': 'application/json' })),
    },
    ...(form !== null && { payload: form.payload }),
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
}

describe('another partner’s document', () => {
  it('is looked for by every call that takes its id', () => {
    expect(withId.length).toBe(22)
  })

  it.each(withId)('is not there for %s', async (name, endpoint) => {
    const before = await bank.call(cardApi.getDocument, { params: { id: String(foreign.id) } })
    for (const document of [foreign, foreignPartner]) {
      const answer = await attempt(name, endpoint, document.id, fileAt(document).storageId)
      expect([answer.statusCode, answer.json().type]).toEqual([404, 'ER_NOT_FOUND'])
      // Not a word of what it is.
      expect(answer.body).not.toMatch(/скан|СНИЛС|Иванов/)
    }
    const missing = await attempt(name, endpoint, 2_000_000_000, fileAt(foreign).storageId)
    expect(missing.statusCode).toBe(404)
    const after = await bank.call(cardApi.getDocument, { params: { id: String(foreign.id) } })
    expect(after.body).toEqual(before.body)
  })

  it.each(
    withId.filter(
      ([name, { path }]) => path.includes(':storageId') || /^(?:view|draw|download|split)/.test(name),
    ),
  )('does not give its file to %s through a document of one’s own', async (name, endpoint) => {
    const answer = await attempt(name, endpoint, own.id, fileAt(foreign).storageId)
    expect(answer.statusCode).toBe(404)
  })

  it.each([
    ['APPLICATION', applications.agent],
    ['APPLICATION', 2_000_000_000],
    ['PARTNER', 2],
    ['PARTNER', 1],
  ] as const)('is not reached through its owner %s %d', async (ownerType, ownerId) => {
    const query = { ownerType, ownerId: String(ownerId) }
    const as = 'partner-admin'
    const chosen = { ...query, ids: String(own.id) }
    const answers = [
      await bank.call(cardApi.listDocuments, { query }, { as }),
      await bank.call(cardApi.getPackageStatus, { query }, { as }),
      await bank.call(cardApi.downloadArchive, { query }, { as }),
      await bank.call(cardApi.downloadArchive, { query: chosen }, { as }),
      await bank.call(cardApi.generatePdf, { query }, { as }),
      await bank.call(cardApi.createDocument, { body: { ownerType, ownerId } }, { as }),
      await bank.call(
        cardApi.orderDocuments,
        { body: { ownerType, ownerId, orderVersion: 0, ids: [] } },
        { as },
      ),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })

  it('does not come along in an archive or a PDF of one’s own', async () => {
    const query = {
      ownerType: 'APPLICATION',
      ownerId: String(applications.other),
      ids: `${own.id},${foreign.id}`,
    } as const
    const as = 'partner-admin'
    expect((await bank.call(cardApi.downloadArchive, { query }, { as })).status).toBe(404)
    expect((await bank.call(cardApi.generatePdf, { query }, { as })).status).toBe(404)
  })

  it('cannot be made the place of one’s own file, nor ordered among one’s own', async () => {
    const as = 'partner-admin'
    const moved = await bank.call(
      fileApi.moveDocumentFile,
      {
        params: { id: String(own.id), storageId: fileAt(own).storageId },
        body: { version: 1, toDocumentId: foreign.id },
      },
      { as },
    )
    const ordered = await bank.call(
      cardApi.orderDocuments,
      { body: { ownerType: 'APPLICATION', ownerId: applications.other, orderVersion: 0, ids: [foreign.id] } },
      { as },
    )
    expect([moved.status, ordered.status]).toEqual([404, 409])
  })

  it('moves out of sight with its application', async () => {
    const params = { id: String(own.id) }
    const see = async () => (await bank.call(cardApi.getDocument, { params }, { as: 'partner-admin' })).status
    expect(await see()).toBe(200)
    await sql`UPDATE application SET partner_id = 2 WHERE id = ${applications.other}`.execute(bank.db)
    expect(await see()).toBe(404)
    expect((await bank.call(cardApi.getDocument, { params }, { as: 'agent' })).status).toBe(200)
    await sql`UPDATE application SET partner_id = 4 WHERE id = ${applications.other}`.execute(bank.db)
  })
})

describe('calls without the right', () => {
  it.each(endpoints)(
    '%s answers 403 to a person without documents and 401 to nobody',
    async (_name, endpoint) => {
      const url = `/api${fillPath(endpoint.path, { id: own.id, storageId: fileAt(own).storageId })}`
      const form = endpoint.upload === undefined ? {} : formOf('а.pdf', Buffer.from('x'))
      const { method } = endpoint
      const headers = { authorization: `Bearer ${await bank.tokenOf('support')}` }
      expect(
        (await bank.app.inject({ method, url, ...form, headers: { ...form, ...headers } })).statusCode,
      ).toBe(403)
      expect((await bank.app.inject({ method, url })).statusCode).toBe(401)
    },
  )
})

describe('live news of documents', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await liveInstance(bank)
  })
  afterAll(() => instance.close())
  const tabOf = async (login: 'agent' | 'partner-admin' | 'support') =>
    new Tab(instance.url, await bank.tokenOf(login)).connect()

  it('reach those who see the owner, for every kind of change', async () => {
    const topic = topics.documents('APPLICATION', applications.other)
    const tab = await tabOf('partner-admin')
    await tab.subscribe(topic)
    let seen = 0
    const news = () => soon(() => expect(tab.of(topic).length).toBeGreaterThan(seen))
    for (const change of [
      () => newDocument(bank, { ownerId: applications.other }),
      () => withFile(bank, own, Buffer.from('<?xml version="1.0"?>\n<a/>'), 'a.xml'),
      async () => {
        const { documents, orderVersion } = (
          await bank.call(cardApi.listDocuments, {
            query: { ownerType: 'APPLICATION', ownerId: String(applications.other) },
          })
        ).body
        const ids = documents.map(({ id }) => id).toReversed()
        const body = { ownerType: 'APPLICATION', ownerId: applications.other, orderVersion, ids } as const
        return bank.call(cardApi.orderDocuments, { body })
      },
    ]) {
      seen = tab.of(topic).length
      await change()
      await news()
    }
    expect(tab.of(topic)[0]).toEqual({})
    await tab.leave()
  })

  it.each([
    ['another partner’s application', 'partner-admin', topics.documents('APPLICATION', applications.agent)],
    ['another partner', 'partner-admin', topics.documents('PARTNER', 2)],
    ['an owner that is not there', 'partner-admin', topics.documents('APPLICATION', 2_000_000_000)],
    ['an unknown kind of owner', 'partner-admin', topics.documents('toString', 1)],
    ['a partner without the right to its card', 'agent', topics.documents('PARTNER', 2)],
    ['an application without the right to documents', 'support', topics.documents('APPLICATION', 9_002)],
  ] as const)('of %s are refused', async (_name, login, topic) => {
    const tab = await tabOf(login)
    await expect(tab.subscribe(topic)).rejects.toThrow('Destination is not allowed')
  })
})
