import * as parts from '@ipoteka-office/contract/employees/employee-parts.ts'
import * as files from '@ipoteka-office/contract/documents/document-files.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { listEmployeeHistory } from '@ipoteka-office/contract/employees/employees.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import * as recognition from '@ipoteka-office/contract/recognition/recognition.ts'
import * as papers from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { getUnderwritingForm } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { nothingFound } from '#features/recognition/recognised.ts'
import type { Recogniser } from '#features/recognition/recogniser.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import {
  applications,
  fileAt,
  fillForDocuments,
  imageOf,
  newDocument,
  pdfOf,
  sendFile,
  withFile,
} from '#testing/documents.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** Stands in every paper of these tests; the scan reads it too. */
const secret = '3610777123'
const scanned: Readonly<Record<string, string>> = { series: '3610', number: '777123', documentNumber: secret }
const recogniser: Recogniser = {
  state: async () => ({ available: true, engine: 'Tesseract', message: null, running: 0, waiting: 0 }),
  recognise: async ({ content }) => {
    content.destroy()
    const documentFields = Object.entries(scanned).map(([name, value]) => ({
      ...{ name, label: name, value, confidence: 0.9, box: null, source: 'MRZ' as const },
      problems: [`В двух местах по-разному: ${value}`],
    }))
    const checks = [{ code: 'a', label: 'А', passed: false, message: `Номер ${secret}`, fields: ['number'] }]
    return { ...nothingFound(''), found: true, message: null, documentFields, checks }
  },
}

let bank: TestApp
let caseId: number
beforeAll(async () => {
  bank = await testApp({ recogniser })
  await fillForDocuments(bank)
  // An auditor with every right but the one to see personal numbers.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT 7, object_type, operation FROM user_role_operation
    WHERE user_role_id = 1 AND NOT (object_type = 'PersonalData' AND operation = 'Unmask') ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
  caseId = Number((await openApplication(bank)).id)
})
afterAll(() => bank.close())

const agentless = { as: 'viewer' } as const
type Reader = 'viewer' | 'admin'
const passport = { number: secret, typeCode: 'PASSPORT_RF' } as const
const paper = (more: object = {}) => newDocument(bank, { ownerId: applications.agent, ...passport, ...more })
const withPage = async () => withFile(bank, await paper(), await pdfOf(3))
const key = ({ id }: { id: number }) => ({ id: String(id) })

/** A document of the number with a file, and the call of it by a reader. */
type Ask = (as: Reader) => Promise<{ status: number; said: string }>
const call =
  <S extends EndpointSpec>(spec: S, request: (document: api.Document) => object, ready = paper): Ask =>
  async (as) => {
    const { status, raw } = await bank.call(spec, request(await ready()) as never, { as })
    return { status, said: raw.body }
  }
const send =
  (spec: EndpointSpec, params: (document: api.Document) => object, query: (d: api.Document) => string): Ask =>
  async (as) => {
    const document = await withPage()
    const picture = await imageOf('png', { width: 20 + document.id })
    const { status, body } = await sendFile(bank, spec, params(document) as never, picture, {
      ...{ name: 'скан.png', query: query(document), as },
    })
    return { status, said: JSON.stringify(body) }
  }
const fileKey = (document: api.Document) => ({ ...key(document), storageId: fileAt(document).storageId })
const version = (document: api.Document) => fileAt(document).version
const input = { title: '', issuedOn: null, issuer: '', validTo: null, participant: null, comment: '' }

let login = 0
async function employeePaper() {
  login += 1
  const { rows } = await sql<{ id: number }>`
    INSERT INTO employee (partner_id, last_name, first_name, login)
    VALUES (1, 'Бумагин', 'Пётр', ${`papers-${login}`}) RETURNING id`.execute(bank.db)
  const employeeId = String(rows[0]?.id)
  const { status, body, error } = await bank.call(parts.createEmployeeDocument, {
    params: { employeeId },
    body: { ...passport },
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return { employeeId, documentId: String(body.id), version: body.version }
}
const ofEmployee =
  (spec: EndpointSpec, request: (made: Awaited<ReturnType<typeof employeePaper>>) => object): Ask =>
  async (as) => {
    const { status, raw } = await bank.call(spec, request(await employeePaper()) as never, { as })
    return { status, said: raw.body }
  }

async function recognised() {
  const document = await withFile(
    bank,
    await newDocument(bank, { ownerId: caseId, typeCode: 'PASSPORT_RF' }),
    await imageOf('jpeg', { width: 30 + (login += 1) }),
    'паспорт.jpg',
  )
  const body = { documentId: document.id, storageId: fileAt(document).storageId }
  await bank.call(recognition.recognisePassport, { body })
  return {
    body,
    params: { ...key({ id: caseId }), documentId: String(document.id), storageId: body.storageId },
  }
}
const ofScan =
  (spec: EndpointSpec, request: (made: Awaited<ReturnType<typeof recognised>>) => object): Ask =>
  async (as) => {
    const { status, raw } = await bank.call(spec, request(await recognised()) as never, { as })
    return { status, said: raw.body }
  }

/** Every call that answers a paper, by its name in the contract. */
const calls: Readonly<Record<string, Ask>> = {
  createDocument: (as) =>
    bank
      .call(
        api.createDocument,
        { body: { ownerType: 'APPLICATION', ownerId: applications.agent, ...passport } },
        { as },
      )
      .then(({ status, raw }) => ({ status, said: raw.body })),
  getDocument: call(api.getDocument, (d) => ({ params: key(d) })),
  listDocuments: call(api.listDocuments, () => ({
    query: { ownerType: 'APPLICATION', ownerId: applications.agent },
  })),
  updateDocument: call(api.updateDocument, (d) => ({
    params: key(d),
    body: { ...input, ...passport, comment: 'верно', version: d.version },
  })),
  unassignDocument: call(api.unassignDocument, (d) => ({ params: key(d), body: { version: d.version } })),
  markDocumentDeleted: call(api.markDocumentDeleted, (d) => ({
    params: key(d),
    body: { version: d.version },
  })),
  restoreDocument: call(
    api.restoreDocument,
    (d) => ({ params: key(d), body: { version: d.version } }),
    async () => {
      const made = await paper()
      const body = { version: made.version }
      return (await bank.call(api.markDocumentDeleted, { params: key(made), body })).body
    },
  ),
  reviewDocument: call(
    api.reviewDocument,
    (d) => ({ params: key(d), body: { version: d.version, status: 'CHECKING' } }),
    withPage,
  ),
  orderDocuments: async (as) => {
    await paper()
    const owner = { ownerType: 'APPLICATION', ownerId: applications.agent } as const
    const { body } = await bank.call(api.listDocuments, { query: owner } as never)
    const ids = body.documents.map(({ id }) => id).toReversed()
    const asked = { body: { ...owner, orderVersion: body.orderVersion, ids } }
    const { status, raw } = await bank.call(api.orderDocuments, asked, { as })
    return { status, said: raw.body }
  },
  addDocumentFile: send(files.addDocumentFile, key, () => '?repeat=true'),
  replaceDocumentFile: send(files.replaceDocumentFile, fileKey, (d) => `?version=${version(d)}`),
  orderDocumentFiles: call(
    files.orderDocumentFiles,
    (d) => ({ params: key(d), body: { version: d.version, storageIds: [fileAt(d).storageId] } }),
    withPage,
  ),
  updateDocumentFile: call(
    files.updateDocumentFile,
    (d) => ({ params: fileKey(d), body: { version: version(d), rotation: 90, name: 'скан' } }),
    withPage,
  ),
  deleteDocumentFile: call(
    files.deleteDocumentFile,
    (d) => ({ params: fileKey(d), query: { version: version(d) } }),
    withPage,
  ),
  restoreDocumentFile: async (as) => {
    const document = await withPage()
    const gone = { params: fileKey(document), query: { version: version(document) } }
    await bank.call(files.deleteDocumentFile, gone)
    const body = { version: version(document) + 1 }
    const { status, raw } = await bank.call(
      files.restoreDocumentFile,
      { params: fileKey(document), body },
      { as },
    )
    return { status, said: raw.body }
  },
  moveDocumentFile: call(
    files.moveDocumentFile,
    (d) => ({ params: fileKey(d), body: { version: version(d), toDocumentId: null } }),
    withPage,
  ),
  splitDocument: call(
    files.splitDocument,
    (d) => ({
      params: key(d),
      body: {
        ...{ storageId: fileAt(d).storageId, version: version(d), into: 'DOCUMENTS' },
        parts: [{ from: 1, to: 1 }],
      },
    }),
    withPage,
  ),
  createEmployeeDocument: (as) =>
    bank
      .call(parts.createEmployeeDocument, { params: { employeeId: '1' }, body: passport }, { as })
      .then(({ status, raw }) => ({ status, said: raw.body })),
  listEmployeeDocuments: ofEmployee(parts.listEmployeeDocuments, ({ employeeId }) => ({
    params: { employeeId },
  })),
  getEmployeeDocument: ofEmployee(parts.getEmployeeDocument, ({ employeeId, documentId }) => ({
    params: { employeeId, documentId },
  })),
  updateEmployeeDocument: ofEmployee(parts.updateEmployeeDocument, ({ version: seen, ...params }) => ({
    params,
    body: { ...passport, comment: 'верно', version: seen },
  })),
  uploadDocumentFile: async (as) => {
    const { version: _, ...params } = await employeePaper()
    const { status, body } = await sendFile(bank, parts.uploadDocumentFile, params, await pdfOf(1), { as })
    return { status, said: JSON.stringify(body) }
  },
  recognisePassport: ofScan(recognition.recognisePassport, ({ body }) => ({ body })),
  recogniseIncomeCertificate: ofScan(recognition.recogniseIncomeCertificate, ({ body }) => ({ body })),
  getRecognisedPaper: ofScan(papers.getRecognisedPaper, ({ params }) => ({ params })),
  getUnderwritingForm: ofScan(getUnderwritingForm, ({ params: { id } }) => ({ params: { id }, query: {} })),
  // Histories and lists of contents have the number in a text of another name.
  listDocumentHistory: call(api.listDocumentHistory, (d) => ({ params: key(d), query: {} })),
  listEmployeeHistory: ofEmployee(listEmployeeHistory, ({ employeeId }) => ({
    params: { partnerId: '1', id: employeeId },
    query: {},
  })),
}

/** Answer papers of organisations and of those who act for them: their numbers are nobody's identity. */
const otherPapers = new Set(
  `getAuthority listAuthorityDocuments createAuthorityDocument getProcuracy listProcuracies createProcuracy updateProcuracy
   uploadProcuracyFile`.split(/\s+/),
)
/** Answer as `getRecognisedPaper` and `getUnderwritingForm` do, by the same functions; the grid has the row of the income alone. */
const sameAnswer = new Set([
  'answerPaperWarning',
  'takeFormValue',
  'dropFormValue',
  'refusePaper',
  'getIncomeGrid',
  'saveIncomeGrid',
])

interface Shape {
  readonly [key: string]: unknown
}
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null

/** Whether a paper or what was read of one stands anywhere in a schema. */
function carriesPaper(schema: unknown): boolean {
  if (!isShape(schema)) return false
  const { properties } = schema
  const names = isShape(properties) ? Object.keys(properties) : []
  const isPaper = names.includes('number') && names.includes('issuer')
  const isRead = names.includes('value') && names.includes('confidence')
  return isPaper || isRead || Object.values(schema).some(carriesPaper)
}

it('every answer that carries an identity paper is asked for here', async () => {
  const found = [...(await contractEndpoints())].flatMap(([name, { response }]) =>
    response !== undefined &&
    carriesPaper(z.toJSONSchema(response as z.ZodType, { io: 'output', unrepresentable: 'any' })) &&
    !otherPapers.has(name) &&
    !sameAnswer.has(name)
      ? [name]
      : [],
  )
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((name) => !Object.hasOwn(calls, name))).toEqual([])
})

describe.each(Object.entries(calls))('%s', (_, ask) => {
  it('hides the number from who may not see it, and shows it to who may', async () => {
    const hidden = await ask('viewer')
    expect([hidden.status, hidden.said.includes(secret), hidden.said.includes('777123')]).toEqual([
      200,
      false,
      false,
    ])
    const whole = await ask('admin')
    expect([whole.status, /3610777123|777123/.test(whole.said)]).toEqual([200, true])
  })
})

describe('a hidden number', () => {
  const save = (document: api.Document, more: object, as: Reader = 'viewer') =>
    bank.call(
      api.updateDocument,
      {
        params: key(document),
        body: { ...input, typeCode: 'PASSPORT_RF', version: document.version, ...more },
      },
      { as },
    )
  const stored = async ({ id }: api.Document) =>
    (await sql<{ number: string }>`SELECT number FROM document WHERE id = ${id}`.execute(bank.db)).rows[0]
      ?.number
  const seen = async (document: api.Document) =>
    (await bank.call(api.getDocument, { params: key(document) }, agentless)).body.number

  it('that comes back stays what it is', async () => {
    const document = await paper()
    const saved = await save(document, { number: await seen(document), comment: 'проверено' })
    expect([saved.status, await stored(document)]).toEqual([200, secret])
  })

  it('is not taken into a type that would show it, by way of none either', async () => {
    const document = await paper()
    const number = await seen(document)
    const refused = await save(document, { number, typeCode: 'OTHER' })
    expect([refused.status, refused.raw.body]).toEqual([400, expect.stringContaining('введите номер заново')])
    const body = { version: document.version }
    const bare = (await bank.call(api.unassignDocument, { params: key(document), body }, agentless)).body
    expect(bare.number).toBe(number)
    expect((await save(bare, { number, typeCode: 'OTHER' })).status).toBe(400)
    expect((await save(bare, { number: '', typeCode: 'OTHER' })).status).toBe(200)
  })

  it('stays hidden in the history of a document that is no identity paper any more', async () => {
    const document = await paper()
    expect((await save(document, { number: '17', typeCode: 'OTHER' })).status).toBe(200)
    const history = await bank.call(api.listDocumentHistory, { params: key(document), query: {} }, agentless)
    expect([history.status, history.raw.body.includes(secret)]).toEqual([200, false])
  })

  it('is stored neither as another mask nor as one of nothing', async () => {
    const document = await paper()
    expect((await save(document, { number: '•••' })).status).toBe(400)
    const body = { ownerType: 'APPLICATION', ownerId: applications.agent, number: '••••' } as const
    expect((await bank.call(api.createDocument, { body })).status).toBe(400)
  })

  it('stands open on papers of other kinds', async () => {
    const contract = await newDocument(bank, { typeCode: 'OTHER', number: 'Д-17' })
    expect(await seen(contract)).toBe('Д-17')
  })
})

it('who was shown a number whole is in the journal of access', async () => {
  const document = await paper({ title: 'Паспорт Бумагина' })
  await bank.call(api.getDocument, { params: key(document) }, { as: 'agent' })
  const { body } = await bank.call(searchAccessLog, { body: { actions: ['UNMASK'] } } as never)
  expect(body.content.filter(({ name }) => name === 'Паспорт Бумагина')).toMatchObject([
    { what: 'Номер документа', object: 'Документы' },
    { what: 'Номер документа', object: 'Документы' },
  ])
})
