import * as api from '@ipoteka-office/contract/recognition/recognition.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileMissing } from '#files/file-store.ts'
import { ProcessFailure } from '#integrations/ocr/limited-process.ts'
import { QueueFull, WorkQueue } from '#integrations/ocr/work-queue.ts'
import { applications, fillForDocuments, formOf, imageOf, newDocument, withFile } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { nothingFound, type Recognised } from './recognised.ts'
import type { Recogniser } from './recogniser.ts'

const field: api.RecognisedField = {
  name: 'lastName',
  label: 'Фамилия',
  value: 'ИВАНОВ',
  confidence: 0.99,
  box: { page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.05 },
  source: 'MRZ',
  problems: [],
}
const passport: Recognised = { ...nothingFound(''), found: true, message: null, documentFields: [field] }

/** A recogniser that answers what the test wants and counts how often it was asked. */
let asked = 0
let missing: string | null = null
let answer: (kind: api.RecognitionKind) => Promise<Recognised> = async () => passport
const recogniser: Recogniser = {
  state: async () => ({
    available: missing === null,
    engine: missing === null ? 'Tesseract 5.3.0' : null,
    message: missing,
    running: 0,
    waiting: 0,
  }),
  recognise: async ({ content, kind }) => {
    asked += 1
    content.destroy()
    return answer(kind)
  },
}

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ recogniser })
  await fillForDocuments(bank)
})
afterAll(() => bank.close())
beforeEach(() => {
  asked = 0
  missing = null
  answer = async () => passport
})

let colour = 0
async function scan(ownerId: number = applications.agent): Promise<api.RecognitionInput> {
  colour += 1
  const document = await newDocument(bank, { ownerId, typeCode: 'PASSPORT_RF' })
  const picture = await imageOf('jpeg', { colour: `#1122${String(colour).padStart(2, '0')}` })
  const { files } = await withFile(bank, document, picture, 'паспорт.jpg')
  return { documentId: document.id, storageId: files[0]?.storageId ?? '' }
}
const recognise = (
  body: api.RecognitionInput,
  as: Login = 'agent',
  endpoint: typeof api.recognisePassport | typeof api.recogniseIncomeCertificate = api.recognisePassport,
) => bank.call(endpoint, { body }, { as })

describe.each([
  ['a passport', api.recognisePassport, 'PASSPORT'],
  ['an income certificate', api.recogniseIncomeCertificate, 'INCOME_CERTIFICATE'],
] as const)('the recognition of %s', (_what, endpoint, kind) => {
  it('answers fields with places, checks, the program and who asked', async () => {
    const file = await scan()
    const { status, body } = await recognise(file, 'agent', endpoint)
    expect([status, body]).toMatchObject([
      200,
      { ...file, kind, found: true, documentFields: [field], engine: 'Tesseract 5.3.0', stored: false },
    ])
    expect(body.recognisedBy).not.toBe('')
  })

  it('answers what was read before, and reads anew when asked', async () => {
    const file = await scan()
    await recognise(file, 'agent', endpoint)
    expect((await recognise(file, 'admin', endpoint)).body).toMatchObject({
      stored: true,
      documentFields: [field],
    })
    expect(asked).toBe(1)
    expect((await recognise({ ...file, again: true }, 'agent', endpoint)).body.stored).toBe(false)
    expect(asked).toBe(2)
  })

  it('is written down as a look at the document', async () => {
    const file = await scan()
    await recognise(file, 'agent', endpoint)
    await recognise(file, 'agent', endpoint)
    const { rows } = await sql`SELECT action, storage_id::text AS "storageId" FROM access_event
      WHERE object_type = 'document' AND object_id = ${file.documentId} AND action = 'RECOGNISE'`.execute(
      bank.db,
    )
    expect(rows).toEqual([1, 2].map(() => ({ action: 'RECOGNISE', storageId: file.storageId })))
  })

  it.each(['viewer', 'partner-admin', 'workload'] as const)(
    'is refused to %s, who may only read',
    async (login) => {
      expect((await recognise(await scan(), login, endpoint)).status).toBe(403)
      expect(asked).toBe(0)
    },
  )

  it('finds no file of another partner, of another document or of nobody', async () => {
    const [own, other] = [await scan(), await scan(applications.other)]
    const wrong = [
      other,
      { ...own, storageId: other.storageId },
      { ...own, storageId: '00000000-0000-4000-8000-000000000000' },
      { ...own, documentId: 999_999 },
    ]
    for (const body of wrong) expect((await recognise(body, 'agent', endpoint)).status).toBe(404)
    // What was recognised for its own partner is not told to another one either.
    await recognise(other, 'admin', endpoint)
    expect((await recognise(other, 'agent', endpoint)).status).toBe(404)
    expect(asked).toBe(1)
  })

  it.each([
    [{ documentId: 1, storageId: 'x' }],
    [{ documentId: 0, storageId: '00000000-0000-4000-8000-000000000000' }],
    [{ documentId: 1 }],
    [{}],
  ])('does not take %j', async (body) => {
    expect((await recognise(body as api.RecognitionInput, 'agent', endpoint)).status).toBe(400)
  })

  it('says how to install the program when it is not there, and still tells what was read before', async () => {
    const file = await scan()
    await recognise(file, 'agent', endpoint)
    missing = 'Распознавание недоступно: программа tesseract не установлена'
    const refused = await recognise({ ...file, again: true }, 'agent', endpoint)
    expect([refused.status, refused.error.message]).toEqual([503, missing])
    expect((await recognise(file, 'agent', endpoint)).body.stored).toBe(true)
  })
})

describe('a scan that cannot be read', () => {
  it.each([
    ['a full queue', new QueueFull(), 503, /перегружена/],
    ['too long a work', new ProcessFailure('time', ''), 503, /не закончилось вовремя/],
  ])('%s is told of and not kept', async (_what, failure, expected, message) => {
    const file = await scan()
    answer = () => Promise.reject(failure)
    const { status, error } = await recognise(file)
    expect(status).toBe(expected)
    expect(error.message).toMatch(message)
    answer = async () => passport
    expect((await recognise(file)).body.stored).toBe(false)
  })

  it.each(['failed', 'memory', 'output'] as const)(
    'a child process that ended by %s gives «не удалось прочитать»',
    async (end) => {
      answer = () => Promise.reject(new ProcessFailure(end, 'broken'))
      const { status, body } = await recognise(await scan())
      expect([status, body.found, body.documentFields]).toEqual([200, false, []])
      expect(body.message).toContain('не удалось прочитать')
    },
  )
})

describe('which paper a picture shows', () => {
  const guess = async (content: Buffer, as: Login = 'agent') => {
    const { headers, payload } = formOf('IMG_2034.jpg', content)
    const url = '/api/recognising/paper-type'
    const authorization = `Bearer ${await bank.tokenOf(as)}`
    const got = await bank.app.inject({
      method: 'POST',
      url,
      headers: { authorization, ...headers },
      payload,
    })
    return { status: got.statusCode, body: got.json() }
  }
  const shows =
    (...kinds: api.RecognitionKind[]) =>
    async (kind: api.RecognitionKind) =>
      kinds.includes(kind) ? passport : nothingFound('Это что-то другое')
  const picture = () => imageOf('jpeg', { colour: '#778899' })

  it.each([
    [['PASSPORT'], 'PASSPORT_RF'],
    [['INCOME_CERTIFICATE'], 'NDFL2'],
    [[], null],
  ] as const)('%j is told as %s, and nothing of the file stays', async (kinds, typeCode) => {
    answer = shows(...kinds)
    const removed = vi.spyOn(bank.gate.files, 'remove')
    expect(await guess(await picture())).toEqual({ status: 200, body: { typeCode } })
    const key = removed.mock.calls[0]?.[0] ?? ''
    removed.mockRestore()
    await expect(bank.gate.files.open(key)).rejects.toBeInstanceOf(FileMissing)
    const { rows } = await sql`SELECT 1 FROM recognition r WHERE r.created_at > now() - interval '1 second'
      AND NOT EXISTS (SELECT FROM document_file f WHERE f.storage_id = r.storage_id)`.execute(bank.db)
    expect(rows).toEqual([])
  })

  it('is not told where recognition is not there, and refused to who may not recognise', async () => {
    missing = 'нет'
    expect(await guess(await picture())).toEqual({ status: 200, body: { typeCode: null } })
    expect(asked).toBe(0)
    expect((await guess(await picture(), 'viewer')).status).toBe(403)
  })

  it('of a file that is no picture, or of a busy server, nothing is told and nothing stays', async () => {
    const nothing = { status: 200, body: { typeCode: null } }
    expect(await guess(Buffer.from('MZ, не картинка'))).toEqual(nothing)
    answer = () => Promise.reject(new QueueFull())
    const removed = vi.spyOn(bank.gate.files, 'remove')
    expect(await guess(await picture())).toEqual(nothing)
    expect(removed).toHaveBeenCalledOnce()
    removed.mockRestore()
  })
})

describe('the state of recognition', () => {
  it('is told to those who may recognise', async () => {
    expect((await bank.call(api.getRecognitionState, {}, { as: 'agent' })).body).toMatchObject({
      available: true,
      engine: 'Tesseract 5.3.0',
    })
    expect((await bank.call(api.getRecognitionState, {}, { as: 'viewer' })).status).toBe(403)
    missing = 'нет'
    expect((await bank.call(api.getRecognitionState, {}, { as: 'agent' })).body).toMatchObject({
      available: false,
      message: 'нет',
    })
  })
})

describe('the queue', () => {
  const never = new AbortController().signal
  const held = () => {
    let release = () => undefined as void
    const until = new Promise<void>((done) => {
      release = done
    })
    return { until, release }
  }
  it('works on a few at once, lets some wait and refuses the rest', async () => {
    const queue = new WorkQueue({ atOnce: 1, mostWaiting: 1 })
    const gate = held()
    const first = queue.run(() => gate.until, never)
    const second = queue.run(async () => 'second', never)
    expect([queue.running, queue.waiting]).toEqual([1, 1])
    await expect(queue.run(async () => 'third', never)).rejects.toBeInstanceOf(QueueFull)
    gate.release()
    await first
    expect(await second).toBe('second')
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  })
  it('is left by who gives up waiting, and goes on after a failure', async () => {
    const queue = new WorkQueue({ atOnce: 1, mostWaiting: 2 })
    const gate = held()
    const first = queue.run(() => gate.until.then(() => Promise.reject(new Error('broken'))), never)
    const leaving = new AbortController()
    const second = queue.run(async () => 'second', leaving.signal)
    const third = queue.run(async () => 'third', never)
    leaving.abort()
    await expect(second).rejects.toThrow('aborted')
    gate.release()
    await expect(first).rejects.toThrow('broken')
    expect(await third).toBe('third')
  })
})
