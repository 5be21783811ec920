import * as files from '@ipoteka-office/contract/documents/document-files.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applications, fillForDocuments, newDocument, pdfOf, sendFile, withFile } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** 21.11.2026 noon in Moscow. */
const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-21T09:00:00Z') }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
  await fillForDocuments(bank)
})
afterAll(() => bank.close())

const own = { ownerType: 'APPLICATION', ownerId: applications.agent } as const
const ownQuery = { ...own, ownerId: String(own.ownerId) }
const key = ({ id }: { id: number }) => ({ id: String(id) })

describe('a document', () => {
  it('is made, read, changed and listed', async () => {
    const made = await newDocument(bank, { typeCode: 'NDFL2', issuedOn: '2026-11-10', number: '12' })
    expect(made).toMatchObject({
      ...own,
      type: { code: 'NDFL2', categoryCode: 'INCOME' },
      number: '12',
      status: 'UPLOADED',
      source: 'APPLICANT_DOCS',
      files: [],
      deletedAt: null,
      version: 1,
    })
    // Thirty days from the issue date, by the type.
    expect([made.validTo, made.validUntil, made.validity]).toEqual([null, '2026-12-10', 'VALID'])
    const { status, body } = await bank.call(
      api.updateDocument,
      {
        params: key(made),
        body: {
          version: 1,
          typeCode: 'PASSPORT_RF',
          participant: { roleCode: 'CO_BORROWER', name: ' Петрова Анна ' },
          validTo: '2026-11-30',
        },
      },
      { as: 'agent' },
    )
    expect([status, body]).toMatchObject([
      200,
      {
        participant: { roleCode: 'CO_BORROWER', name: 'Петрова Анна' },
        validUntil: '2026-11-30',
        validity: 'EXPIRES',
        version: 2,
      },
    ])
    const got = await bank.call(api.getDocument, { params: key(made) }, { as: 'viewer' })
    expect(got.body).toEqual(body)
    const list = await bank.call(api.listDocuments, { query: ownQuery }, { as: 'agent' })
    expect(list.body.owner).toEqual({ ...own, title: 'Заявка Д-1, Иванов Иван' })
    expect(list.body.documents).toContainEqual(body)
  })

  it.each([
    [{ typeCode: 'NO_SUCH' }, 'typeCode'],
    [{ typeCode: 'PARTNER_CONTRACT' }, 'typeCode'],
    [{ issuedOn: '2026-11-10', validTo: '2026-11-09' }, 'validTo'],
    [{ title: 'а'.repeat(201) }, 'title'],
    [{ participant: { roleCode: 'KING', name: '' } }, 'participant.roleCode'],
    [{ ownerId: 0 }, 'ownerId'],
  ])('is refused with %j', async (input, path) => {
    const { status, error } = await bank.call(api.createDocument, {
      body: { ...own, ...input } as never,
    })
    expect([status, error.fields?.[0]?.path]).toEqual([400, path])
  })

  it('of a partner takes the types of partners and needs the rights of the partner card', async () => {
    const body = { ownerType: 'PARTNER', ownerId: 4, typeCode: 'PARTNER_CONTRACT' } as const
    const made = await bank.call(api.createDocument, { body }, { as: 'partner-admin' })
    expect([made.status, made.body.source]).toEqual([200, 'EXTERNAL_DOCS'])
    const wrong = await bank.call(api.createDocument, { body: { ...body, typeCode: 'PASSPORT_RF' } })
    expect(wrong.status).toBe(400)
    // The agent has no rights to partner cards; the underwriter neither.
    for (const as of ['agent', 'underwriter'] as const) {
      expect((await bank.call(api.createDocument, { body }, { as })).status).toBe(403)
      expect((await bank.call(api.getDocument, { params: key(made.body) }, { as })).status).toBe(404)
    }
    // Read, not changed, by those who may only read the card.
    expect((await bank.call(api.getDocument, { params: key(made.body) }, { as: 'workload' })).status).toBe(
      200,
    )
  })

  it('saved from an old version answers with the present one and who changed it', async () => {
    const made = await newDocument(bank)
    const change = (title: string) =>
      bank.call(api.updateDocument, { params: key(made), body: { version: 1, title } })
    expect((await change('Первое')).status).toBe(200)
    const { status, error } = await change('Второе')
    expect([status, error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
    expect(error.current).toMatchObject({ title: 'Первое', version: 2 })
    expect(error.by?.descriptor).toBeTruthy()
  })

  it('loses its type and its review when it is unassigned', async () => {
    const made = await withFile(bank, await newDocument(bank, { typeCode: 'SNILS' }), await pdfOf(1))
    const review = { version: made.version, status: 'REJECTED', reason: 'Не читается' } as const
    const rejected = await bank.call(api.reviewDocument, { params: key(made), body: review })
    const { body } = await bank.call(
      api.unassignDocument,
      { params: key(made), body: { version: rejected.body.version } },
      { as: 'agent' },
    )
    expect(body).toMatchObject({ type: null, status: 'UPLOADED', reason: '', reviewedBy: null })
    const again = await bank.call(api.unassignDocument, {
      params: key(made),
      body: { version: body.version },
    })
    expect(again.status).toBe(409)
  })
})

describe('a review', () => {
  it('accepts, keeps what is accepted from changes, and can be taken back', async () => {
    const made = await withFile(bank, await newDocument(bank, { typeCode: 'SNILS' }), await pdfOf(2))
    const params = key(made)
    const accepted = await bank.call(
      api.reviewDocument,
      { params, body: { version: made.version, status: 'ACCEPTED' } },
      { as: 'underwriter' },
    )
    expect(accepted.body).toMatchObject({ status: 'ACCEPTED', reviewedBy: expect.any(String) })
    const { version } = accepted.body
    const refused = await Promise.all([
      bank.call(api.updateDocument, { params, body: { version, title: 'Другое' } }),
      bank.call(api.unassignDocument, { params, body: { version } }),
      bank.call(api.markDocumentDeleted, { params, body: { version } }),
      bank.call(api.deleteDocument, { params, query: { version } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    const back = await bank.call(api.reviewDocument, { params, body: { version, status: 'UPLOADED' } })
    expect(back.body).toMatchObject({ status: 'UPLOADED', reviewedAt: null })
    const free = await bank.call(api.updateDocument, {
      params,
      body: { version: back.body.version, typeCode: 'SNILS', title: 'Другое' },
    })
    expect(free.status).toBe(200)
  })

  it('needs a reason to reject, a file and a type to accept, and a document in force', async () => {
    const bare = await newDocument(bank, { typeCode: 'SNILS' })
    const untyped = await withFile(bank, await newDocument(bank), await pdfOf(1))
    const ended = await withFile(
      bank,
      await newDocument(bank, { typeCode: 'SNILS', validTo: '2026-11-20' }),
      await pdfOf(1),
    )
    const review = ({ id, version }: api.Document, status: api.DocumentStatus, reason = '') =>
      bank.call(
        api.reviewDocument,
        { params: key({ id }), body: { version, status, reason } },
        { as: 'underwriter' },
      )
    const answers = [
      await review(untyped, 'REJECTED'),
      await review(bare, 'ACCEPTED'),
      await review(bare, 'CHECKING'),
      await review(untyped, 'ACCEPTED'),
      await review(ended, 'ACCEPTED'),
      await review(ended, 'UPLOADED'),
      await review(ended, 'CHECKING', 'зачем-то'),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
    expect(ended.validity).toBe('EXPIRED')
    expect((await review(ended, 'CHECKING')).status).toBe(200)
  })

  const acceptedBy = async (made: api.Document, as: Login) => {
    const { body: now } = await bank.call(api.getDocument, { params: key(made) }, { as })
    const accept = { params: key(made), body: { version: now.version, status: 'ACCEPTED' } } as const
    return { own: now.own, answer: await bank.call(api.reviewDocument, accept, { as }) }
  }

  it('of what the reviewer has brought rejects and does not accept, under another account of theirs neither', async () => {
    const made = await withFile(bank, await newDocument(bank, { typeCode: 'SNILS' }), await pdfOf(31))
    const refused = await acceptedBy(made, 'admin')
    expect([refused.own, refused.answer.status]).toEqual([true, 403])
    expect(refused.answer.error.message).toBe(api.ownDocument)
    // A namesake whose birthday nobody knows is, for all that is known, the same person.
    const renamed = (last: string) =>
      sql`UPDATE employee SET last_name = ${last}, first_name = (SELECT first_name FROM employee WHERE login = 'admin'),
        middle_name = '', birth_date = NULL WHERE login = 'underwriter'`.execute(bank.db)
    const { rows } = await sql<{ last: string }>`
      SELECT last_name AS last FROM employee WHERE login = 'admin'`.execute(bank.db)
    await renamed(rows[0]?.last ?? '')
    expect((await acceptedBy(made, 'underwriter')).answer.error.message).toBe(api.ownDocument)
    await renamed('Другая')
    const body = { version: made.version, status: 'REJECTED', reason: 'Не та страница' } as const
    expect((await bank.call(api.reviewDocument, { params: key(made), body })).status).toBe(200)
    const taken = await acceptedBy(made, 'underwriter')
    expect([taken.own, taken.answer.status]).toEqual([false, 200])
  })

  it('is of whoever brought the file, and not of who sorted its pages', async () => {
    const whole = await newDocument(bank)
    await sendFile(bank, files.addDocumentFile, whole, await pdfOf(4), { as: 'agent' })
    const { body: now } = await bank.call(api.getDocument, { params: key(whole) })
    const split = await bank.call(files.splitDocument, {
      params: key(whole),
      body: {
        ...{ storageId: now.files[0]?.storageId ?? '', version: 1, into: 'DOCUMENTS' },
        parts: [{ from: 1, to: 2, typeCode: 'SNILS' }],
      },
    })
    const [part] = split.body.filter(({ id }) => id !== whole.id)
    if (part === undefined) throw new Error(split.raw.body)
    expect((await acceptedBy(part, 'admin')).answer.status).toBe(200)
  })

  it('is for those with the right', async () => {
    const made = await newDocument(bank)
    const request = { params: key(made), body: { version: 1, status: 'CHECKING' } } as const
    for (const as of ['agent', 'partner-admin', 'viewer'] as const)
      expect((await bank.call(api.reviewDocument, request, { as })).status).toBe(403)
  })
})

describe('a delete mark', () => {
  it('hides, is taken off, and opens the way to a deletion that leaves the history', async () => {
    const made = await withFile(bank, await newDocument(bank), await pdfOf(1))
    const params = key(made)
    const early = await bank.call(api.deleteDocument, { params, query: { version: made.version } })
    expect(early.status).toBe(409)
    const marked = await bank.call(
      api.markDocumentDeleted,
      { params, body: { version: made.version } },
      { as: 'agent' },
    )
    expect(marked.body).toMatchObject({ deletedAt: expect.any(String), deletedBy: expect.any(String) })
    const idsOf = async (deleted: boolean) => {
      const query = { ...ownQuery, deleted: deleted ? 'true' : 'false' } as const
      return (await bank.call(api.listDocuments, { query })).body.documents.map(({ id }) => id)
    }
    expect(await idsOf(false)).not.toContain(made.id)
    expect(await idsOf(true)).toContain(made.id)
    const { version } = marked.body
    const touched = await bank.call(api.updateDocument, { params, body: { version, title: 'Нет' } })
    expect(touched.status).toBe(409)
    const restored = await bank.call(api.restoreDocument, { params, body: { version } })
    expect(restored.body.deletedAt).toBeNull()
    const again = await bank.call(api.markDocumentDeleted, {
      params,
      body: { version: restored.body.version },
    })
    const gone = await bank.call(api.deleteDocument, { params, query: { version: again.body.version } })
    expect(gone.status).toBe(204)
    expect((await bank.call(api.getDocument, { params })).status).toBe(404)
    expect(await idsOf(true)).not.toContain(made.id)
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM change_history
      WHERE object_type = 'document' AND object_id = ${made.id}`.execute(bank.db)
    expect(rows[0]?.n).toBe(5)
  })

  it('is not needed for a document that never had a file, and not for everybody', async () => {
    const made = await newDocument(bank)
    const request = { params: key(made), query: { version: 1 } }
    expect((await bank.call(api.deleteDocument, request, { as: 'underwriter' })).status).toBe(403)
    expect((await bank.call(api.deleteDocument, request, { as: 'agent' })).status).toBe(204)
  })
})

describe('the order', () => {
  it('is that of the list that was sent, and an old list is refused', async () => {
    const owner = { ownerType: 'APPLICATION', ownerId: applications.bank } as const
    const made = [
      await newDocument(bank, owner),
      await newDocument(bank, owner),
      await newDocument(bank, owner),
    ]
    const ids = made.map(({ id }) => id)
    const turned = ids.toReversed()
    const order = (orderVersion: number, list: number[]) =>
      bank.call(api.orderDocuments, { body: { ...owner, orderVersion, ids: list } })
    const first = await order(0, turned)
    expect([first.status, first.body.documents.map(({ id }) => id)]).toEqual([200, turned])
    // Nobody's open form is disturbed by it.
    expect(first.body.documents.map(({ version }) => version)).toEqual([1, 1, 1])
    const late = await order(0, ids)
    expect([late.status, late.error.current]).toMatchObject([409, { orderVersion: 1 }])
    expect((await order(1, ids.slice(1))).status).toBe(409)
    expect((await order(1, [...ids, ids[0] ?? 0])).status).toBe(409)
    expect((await order(1, [...ids.slice(1), 1])).status).toBe(409)
  })
})

describe('what is asked about documents', () => {
  it('types come by category, those of the owner', async () => {
    const { body } = await bank.call(api.listUsableDocumentTypes, { query: { ownerType: 'APPLICATION' } })
    expect(body.length).toBe(23)
    expect(body.flatMap(({ types }) => types)).toHaveLength(140)
    expect(body.find(({ code }) => code === 'INCOME')?.types[0]).toEqual({
      code: 'NDFL2',
      name: expect.stringContaining('2-НДФЛ'),
      validDays: 30,
      leadUsageTypeCode: 'AVAILABLE',
    })
    const partner = await bank.call(api.listUsableDocumentTypes, { query: { ownerType: 'PARTNER' } })
    expect(partner.body.map(({ code }) => code)).toEqual(['AUTHORITY', 'PARTNER', 'NOTIFICATION', 'OTHER'])
    const asked = { query: { ownerType: 'PARTNER' } } as const
    expect((await bank.call(api.listUsableDocumentTypes, asked, { as: 'agent' })).status).toBe(403)
  })

  it('the package tells how far it is', async () => {
    const owner = { ownerType: 'APPLICATION', ownerId: applications.other } as const
    const query = { ...owner, ownerId: String(owner.ownerId) }
    const status = async () => (await bank.call(api.getPackageStatus, { query })).body
    expect(await status()).toMatchObject({ status: 'EMPTY', total: 0, changedAt: null })
    const pdf = await pdfOf(1)
    const made = await withFile(bank, await newDocument(bank, { ...owner, typeCode: 'SNILS' }), pdf)
    expect(await status()).toMatchObject({ status: 'UPLOADED', total: 1, files: 1, unassigned: 0 })
    expect((await status()).bytes).toBeGreaterThan(100)
    await bank.call(
      api.reviewDocument,
      { params: key(made), body: { version: made.version, status: 'ACCEPTED' } },
      { as: 'underwriter' },
    )
    expect(await status()).toMatchObject({ status: 'ACCEPTED', byStatus: { ACCEPTED: 1 } })
    await newDocument(bank, owner)
    expect(await status()).toMatchObject({ status: 'UNASSIGNED', withoutFiles: 1 })
  })

  it('bodies that register rights are told by region', async () => {
    const all = await bank.call(api.listRegistryRightAuthorities, {}, { as: 'viewer' })
    expect(all.body.length).toBeGreaterThan(80)
    const { body } = await bank.call(api.listRegistryRightAuthorities, { query: { region: '77' } })
    expect(body.map(({ name }) => name)).toEqual([expect.stringContaining('Москв')])
    expect((await bank.call(api.listRegistryRightAuthorities, {}, { as: 'support' })).status).toBe(403)
  })

  it('history tells of the document and of its files in words', async () => {
    const made = await withFile(
      bank,
      await newDocument(bank, { typeCode: 'SNILS' }),
      await pdfOf(1),
      'снилс.pdf',
    )
    await bank.call(api.reviewDocument, {
      params: key(made),
      body: { version: made.version, status: 'REJECTED', reason: 'Обрезан' },
    })
    const { body } = await bank.call(api.listDocumentHistory, { params: key(made) }, { as: 'agent' })
    const told = body.content.flatMap(({ changes }) =>
      changes.map(({ label, oldValue, newValue }) => `${label}: ${oldValue} → ${newValue}`),
    )
    expect(told).toContain('Состояние: Загружен → Отклонён')
    expect(told).toContain('Причина отклонения: − → Обрезан')
    expect(told).toContain('Файл снилс.pdf: имя: − → снилс.pdf')
    expect(told).toContain('Тип: − → СНИЛС')
  })
})
