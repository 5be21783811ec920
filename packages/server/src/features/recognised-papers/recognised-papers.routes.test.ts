import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { getCase, listCaseHistory } from '@ipoteka-office/contract/cases/cases.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import * as api from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { type RecognisedField, recognisePassport } from '@ipoteka-office/contract/recognition/recognition.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperReader } from '#features/recognition/paper-reading.service.ts'
import { nothingFound } from '#features/recognition/recognised.ts'
import type { Recogniser } from '#features/recognition/recogniser.ts'
import { systemClock } from '#lib/bank-time.ts'
import { fillForDocuments, imageOf, newDocument, withFile } from '#testing/documents.ts'
import { fillApplication, openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'

const field = (name: string, value: string, confidence = 0.99): RecognisedField => ({
  name,
  label: name,
  value,
  confidence,
  box: null,
  source: 'MRZ',
  problems: [],
})
const somova = {
  lastName: 'СОМОВА',
  firstName: 'АННА',
  middleName: 'ИГОРЕВНА',
  sex: 'FEMALE',
  birthDate: '1990-04-12',
  series: '3610',
  number: '654321',
  unitCode: '630-002',
}
let scanned: Readonly<Record<string, string>> = somova
let readings = 0
/** A reading takes until then. */
let held: Promise<void> = Promise.resolve()
const recogniser: Recogniser = {
  state: async () => ({ available: true, engine: 'Tesseract', message: null, running: 0, waiting: 0 }),
  recognise: async ({ content }) => {
    content.destroy()
    readings += 1
    await held
    const documentFields = Object.entries(scanned).map(([name, value]) => field(name, value))
    return { ...nothingFound(''), found: true, message: null, documentFields }
  },
}

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ recogniser })
  await fillForDocuments(bank)
  // An agent recognises what they bring.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT user_role_id, 'Document', 'Recognise' FROM user_role_operation WHERE object_type = 'Document'
    ON CONFLICT DO NOTHING`.execute(bank.db)
})
afterAll(() => bank.close())

let colour = 10
async function paper(id: string, typeCode = 'PASSPORT_RF', size = {}) {
  colour += 1
  const document = await newDocument(bank, { ownerId: Number(id), typeCode })
  const picture = await imageOf('jpeg', { colour: `#1122${colour}`, ...size })
  const { files } = await withFile(bank, document, picture, 'паспорт.jpg')
  return { id, documentId: String(document.id), storageId: files[0]?.storageId ?? '' }
}
const read = async (params: { documentId: string; storageId: string }, as: 'admin' | 'agent' = 'agent') => {
  const body = { documentId: Number(params.documentId), storageId: params.storageId }
  expect((await bank.call(recognisePassport, { body }, { as })).status).toBe(200)
}
const personal = async (id: string) =>
  (await bank.call(getQuestionnaire, { params: { id } }, { as: 'agent' })).body.sections.find(
    ({ section }) => section === 'PERSONAL',
  )
const agent = { as: 'agent' } as const

test('ticked fields of a passport go into the questionnaire as they were read, and the history says from where', async () => {
  scanned = somova
  const { id } = await openApplication(bank)
  const params = await paper(id)
  expect((await bank.call(api.getRecognisedPaper, { params }, agent)).body).toMatchObject({
    isRead: false,
    participantId: null,
    values: [],
    reason: expect.stringMatching(/не распознан/),
  })
  const told = () =>
    sql`SELECT 1 FROM live_event WHERE topic = ${topics.case(Number(id))} AND payload -> 'codes' ? 'head'`.execute(
      bank.db,
    )
  const before = (await told()).rows.length
  await read(params)
  // The open case hears that its sending may be held up now.
  expect((await told()).rows.length).toBe(before + 1)
  const offer = await bank.call(api.getRecognisedPaper, { params }, agent)
  expect(offer.body).toMatchObject({ isRead: true, differences: [], blocks: false, reason: null })
  expect(offer.body.values.map(({ field, value, same }) => [field, value, same])).toEqual([
    ['lastName', 'Сомова', true],
    ['firstName', 'Анна', true],
    ['middleName', 'Игоревна', false],
    ['sex', 'FEMALE', false],
    ['birthDate', '1990-04-12', false],
    ['passport', '3610654321', false],
    ['passportUnitCode', '630-002', false],
  ])
  const fields = ['birthDate', 'passport'].map((name) => ({ section: 'PERSONAL' as const, field: name }))
  const { versions } = offer.body
  const take = (body: object) => bank.call(api.takeRecognised, { params, body: body as never }, agent)
  expect((await take({ fields: [{ section: 'PERSONAL', field: 'inn' }], versions })).status).toBe(400)
  expect((await take({ fields: [], versions })).status).toBe(400)
  const taken = await take({ fields, versions })
  expect(taken.status).toBe(200)
  expect((await personal(id))?.data).toMatchObject({ birthDate: '1990-04-12', passport: '3610654321' })
  expect((await personal(id))?.data['passportUnitCode']).toBeUndefined()
  expect((await take({ fields, versions })).status).toBe(409)
  const { body } = await bank.call(listCaseHistory, { params: { id }, body: {} }, agent)
  expect(
    body.content.find(({ source }) => source === 'распознавание')?.changes.map(({ field }) => field),
  ).toEqual(expect.arrayContaining(['birthDate', 'passport']))
})

test('a borrower’s passport of somebody else holds the sending up until it is answered', async () => {
  const { id, borrower } = await openApplication(bank)
  await fillApplication(bank, { id, borrower }, 777)
  const params = await paper(id)
  scanned = { ...somova, lastName: 'ПЕТРОВА', birthDate: '1985-01-01' }
  const reason = async () =>
    (await bank.call(getCase, { params: { id } }, agent)).body.actions.find(({ code }) => code === 'submit')
      ?.reasonDisabled
  await read(params)
  expect(await reason()).toMatch(/Паспорт заёмщика не сходится с анкетой: фамилия, дата рождения/)
  const offer = await bank.call(api.getRecognisedPaper, { params }, agent)
  expect(offer.body).toMatchObject({ blocks: true, answer: null })
  expect(offer.body.differences).toMatchObject([
    { label: 'Фамилия', inPaper: 'Петрова', inQuestionnaire: 'Сомова' },
    { label: 'Дата рождения', inPaper: '1985-01-01', inQuestionnaire: '1990-04-12' },
  ])
  const foreign = async () => (await bank.call(api.listForeignPapers, { params: { id } }, agent)).body
  const mark = { documentId: Number(params.documentId), labels: ['Фамилия', 'Дата рождения'], blocks: true }
  expect(await foreign()).toEqual([mark])
  const fields = [{ section: 'PERSONAL' as const, field: 'passport' }]
  const take = () =>
    bank.call(api.takeRecognised, { params, body: { fields, versions: offer.body.versions } }, agent)
  expect((await take()).error.message).toMatch(/Сначала ответьте/)
  const answer = (code: api.PaperAnswer) =>
    bank.call(api.answerPaperWarning, { params, body: { answer: code, comment: 'сверено' } }, agent)
  expect((await answer('ANOTHER_PERSON')).body).toMatchObject({
    blocks: true,
    answer: { code: 'ANOTHER_PERSON' },
  })
  expect((await take()).status).toBe(409)
  expect(await foreign()).toEqual([mark])
  const settled = await answer('READING')
  expect(settled.body).toMatchObject({ blocks: false, answer: { code: 'READING', comment: 'сверено' } })
  expect(settled.body.answer?.by).not.toBe('')
  expect((await reason()) ?? '').not.toMatch(/Паспорт заёмщика/)
  expect(await foreign()).toEqual([])
  // Another difference is another question.
  const other = { ...wholeSections.PERSONAL, passport: '3610123777', firstName: 'Мария' }
  await saveSection(bank, id, 'PERSONAL', other, { as: 'agent', participantId: borrower })
  expect(await reason()).toMatch(/фамилия, имя, дата рождения/)
  await sql`UPDATE document SET deleted_at = now() WHERE id = ${params.documentId}::int`.execute(bank.db)
  expect((await reason()) ?? '').not.toMatch(/Паспорт заёмщика/)
})

test('nobody reaches a paper of a case they do not see, nor one of another case by theirs', async () => {
  scanned = somova
  const { id } = await openApplication(bank)
  const other = await openApplication(bank, { confirmedDuplicates: [] }).catch(() =>
    openApplication(bank, { firstName: 'Ия' }),
  )
  const params = await paper(id)
  await read(params)
  expect(
    (await bank.call(api.getRecognisedPaper, { params: { ...params, id: other.id } }, agent)).status,
  ).toBe(404)
  const body = { answer: 'READING' as const }
  for (const as of ['partner-admin', 'viewer', 'support'] as const)
    expect((await bank.call(api.answerPaperWarning, { params, body }, { as })).status).not.toBe(200)
  expect((await bank.call(api.answerPaperWarning, { params, body }, agent)).error.message).toMatch(/сходится/)
})

test('a passport is read as it comes: somebody else’s holds the sending up before anybody has looked', async () => {
  const { id, borrower } = await openApplication(bank)
  await fillApplication(bank, { id, borrower }, 778)
  scanned = { ...somova, lastName: 'ПЕТРОВА' }
  const scan = { width: 2_400, height: 1_600 }
  const params = await paper(id, 'PASSPORT_RF', scan)
  // Neither a picture in which nothing can be read nor a paper of another kind is tried.
  await paper(id)
  await paper(id, 'SNILS', scan)
  const job = await sql<{ data: { ownerType: string; ownerId: number } }>`
    SELECT DISTINCT data FROM pgboss.job WHERE name = 'paper-reading' AND data ->> 'ownerId' = ${id}`.execute(
    bank.db,
  )
  expect(job.rows).toEqual([{ data: { ownerType: 'APPLICATION', ownerId: Number(id) } }])
  const reason = async () =>
    (await bank.call(getCase, { params: { id } }, agent)).body.actions.find(({ code }) => code === 'submit')
      ?.reasonDisabled
  expect((await reason()) ?? '').not.toMatch(/Паспорт заёмщика/)

  const { db, files } = bank
  const reader = paperReader({
    db,
    files,
    recogniser,
    clock: systemClock('Europe/Moscow'),
    log: bank.app.log,
  })
  const begun = readings
  const go = Promise.withResolvers<void>()
  held = go.promise
  const attempt = { id: '', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  const reading = reader({ ownerType: 'APPLICATION', ownerId: Number(id) }, attempt)
  await expect.poll(() => readings).toBe(begun + 1)
  // Who asks meanwhile gets the same reading.
  const asked = read(params)
  go.resolve()
  await Promise.all([reading, asked])
  expect(readings).toBe(begun + 1)
  expect(await reason()).toMatch(/Паспорт заёмщика не сходится с анкетой: фамилия/)
  // The job may come twice.
  await reader({ ownerType: 'APPLICATION', ownerId: Number(id) }, attempt)
  expect(readings).toBe(begun + 1)
})
