import { addContactAttempt, createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { addComment, addRemark } from '@ipoteka-office/contract/cases/cases.ts'
import { addParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { createRealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import {
  addConsent,
  createShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Asked,
  callsById,
  callsOfCounts,
  callsOfLists,
  callsOfNoCase,
  callsThatName,
  client,
  consentInput,
  type ForeignIds,
  marker,
  passport,
  phone,
  realtyInput,
} from '#testing/case-calls.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { imageOf, newDocument, withFile } from '#testing/documents.ts'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** Papers of the borrower in the full application. */
const foreignDocument = 'ЧЖ 7654321'
const pastPassport = '9209111222'

/** Works at the partner whose cases they are; and with every right at another partner of the same kind. */
const owner = 'agent' satisfies Login
const stranger = 'partner-admin' satisfies Login

/** Areas older than cases, and those that know of none: each tries other partners' ids in its own tests. */
const olderAreas = new Set(
  `address calculation calendar contract dictionaries dictionary document document-rule document-rules employee evaluate
   feature-toggles loanDelivery notifications parameters partner partnerRole product qr recognising reference reference-admin session suggestion
   tasks user userRole utils views workgroup workgroupRole`.split(/\s+/),
)

const endpoints = await contractEndpoints()
const nameOf = (key: string) => key.split('#')[0] ?? key
const specOf = (key: string): EndpointSpec => {
  const found = endpoints.get(nameOf(key))
  if (found === undefined)
    throw new Error(`The contract has no call ${nameOf(key)}: take it out of the table`)
  return found
}

let bank: TestApp
let ids: ForeignIds

const ask = (key: string, asked: Asked, as: Login) => {
  const spec = specOf(key)
  // Parts that the endpoint does not declare stay out.
  const request = { ...asked, query: spec.query ? (asked.query ?? {}) : undefined }
  return bank.call(spec, request as never, { as })
}

async function made<S extends EndpointSpec>(
  spec: S,
  request: object,
  pick = (body: { id: number }) => body.id,
) {
  const { status, body, error } = await bank.call(spec, request as never, { as: owner })
  if (status !== 200) throw new Error(`${spec.path}: ${status} ${JSON.stringify(error)}`)
  return String(pick(body as { id: number }))
}

const firstOf = (list: string) => (body: object) =>
  (body as Record<string, { id: number }[]>)[list]?.at(-1)?.id ?? 0

/** Papers that a borrower has beside the passport. */
async function writePapers(id: string): Promise<void> {
  const { body } = await bank.call(getQuestionnaire, { params: { id } }, { as: owner })
  const participantId = body.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  const data = {
    ...{ lastName: marker, firstName: 'Пётр', birthDate: client.birthDate, phone: `+${phone}` },
    ...{ citizenship: '398', foreignDocument, previousPassports: [{ key: 'a', passport: pastPassport }] },
  }
  const { status, raw } = await saveSection(bank, id, 'PERSONAL', data, { as: owner, participantId })
  if (status !== 200) throw new Error(raw.body)
}

beforeAll(async () => {
  bank = await testApp()
  for (const role of [4, 5])
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT ${role}::int, object_type, operation FROM user_role_operation WHERE user_role_id = 1 ON CONFLICT DO NOTHING`.execute(
      bank.db,
    )
  const name = { lastName: marker, firstName: 'Пётр' }
  const lead = await made(createLead, { body: client })
  const short = await made(createShortApplication, {
    body: { ...client, confirmedDuplicates: [Number(lead)] },
  })
  const full = await made(createFullApplication, {
    body: {
      ...name,
      programme: '2',
      regionCode: '16',
      birthDate: client.birthDate,
      phone: '+79123456789',
      confirmedDuplicates: [Number(lead), Number(short)],
    },
  })
  const loan = await made(createLoanApplication, {
    body: {
      ...name,
      productType: 'CASH_BASE',
      goal: 'ANY',
      amount: '500000',
      termMonths: 24,
      regionCode: '16',
    },
  })
  const inFull = { params: { id: full } }
  const task = await sql<{ id: number }>`
    SELECT id FROM case_task WHERE case_id = ${full}::int AND open`.execute(bank.db)
  const participant = await made(addParticipant, {
    ...inFull,
    body: { role: 'CO_BORROWER', lastName: marker, firstName: 'Анна' },
  })
  // From another system, straight into the queue.
  const queued = await sql<{ id: number }>`
    INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at)
    VALUES ('Ф-2026/1', 'oic', ${marker}, 'Семейная', 'LEVEL_1', 'NEW', 2, '16', now(), now()) RETURNING id`.execute(
    bank.db,
  )
  const person = await sql<{ id: number }>`SELECT id FROM person ORDER BY id DESC LIMIT 1`.execute(bank.db)
  await writePapers(full)
  const document = await newDocument(bank, {
    ownerId: Number(full),
    typeCode: 'PASSPORT_RF',
    number: passport,
  })
  const { files } = await withFile(bank, document, await imageOf('jpeg'), 'паспорт.jpg')
  ids = {
    document: String(document.id),
    file: files[0]?.storageId ?? '',
    lead,
    short,
    full,
    loan,
    participant,
    queued: String(queued.rows[0]?.id ?? 0),
    person: String(person.rows[0]?.id ?? 0),
    comment: await made(addComment, { ...inFull, body: { text: marker } }),
    remark: await made(addRemark, {
      ...inFull,
      body: { section: 'CREDIT', type: 'DOC_MISSING', text: marker },
    }),
    task: String(task.rows[0]?.id ?? 0),
    attempt: await made(
      addContactAttempt,
      { params: { leadId: lead }, body: { outcome: 'REACHED' } },
      firstOf('attempts'),
    ),
    consent: await made(addConsent, { params: { id: short }, body: consentInput }, firstOf('consents')),
    realty: await made(createRealtyObject, { ...inFull, body: realtyInput }),
  }
})
afterAll(() => bank.close())

/** What a write leaves: rows of every table that a call about a case writes. */
async function traces(): Promise<unknown> {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM change_history) AS changes, (SELECT count(*) FROM case_file) AS cases,
      (SELECT sum(version) FROM case_file) AS versions, (SELECT count(*) FROM case_comment) AS comments,
      (SELECT count(*) FROM case_remark) AS remarks, (SELECT count(*) FROM case_participant) AS participants,
      (SELECT count(*) FROM case_task_event) AS tasks, (SELECT sum(version) FROM case_task) AS "taskVersions",
      (SELECT count(*) FROM case_task_watcher) AS watchers, (SELECT count(*) FROM case_favourite) AS favourites,
      (SELECT count(*) FROM case_visit) AS visits, (SELECT count(*) FROM realty_object) AS realty,
      (SELECT count(*) FROM case_manager_change) AS managers,
      (SELECT count(*) FROM access_event WHERE action = 'UNMASK') AS unmaskings`.execute(bank.db)
  return rows[0]
}

it('every call of the areas of cases is tried here, or is said to be about no case', () => {
  const tried = new Set(
    [callsById, callsOfLists, callsOfCounts, callsThatName].flatMap((table) =>
      Object.keys(table).map(nameOf),
    ),
  )
  const forgotten = [...endpoints].filter(([name, { path }]) => {
    const [, area = ''] = path.split('/')
    return !olderAreas.has(area) && !tried.has(name) && !callsOfNoCase.includes(name)
  })
  expect(forgotten.map(([name, { method, path }]) => `${name}: ${method} ${path}`)).toEqual([])
})

describe('an agent of another partner, with every right', () => {
  it('hears of every id that there is no such thing, and leaves no trace', async () => {
    const before = await traces()
    const answers: string[] = []
    for (const [key, request] of Object.entries(callsById)) {
      const { status, raw } = await ask(key, request(ids), stranger)
      answers.push(`${key}: ${status}${raw.body.includes(marker) ? ' and says the name' : ''}`)
    }
    expect(answers).toEqual(Object.keys(callsById).map((key) => `${key}: 404`))
    expect(await traces()).toEqual(before)
  })

  it('reaches no case of any type by its head', async () => {
    for (const id of [ids.lead, ids.short, ids.full, ids.loan]) {
      expect((await ask('getCase', { params: { id } }, stranger)).status).toBe(404)
      expect((await ask('getCase', { params: { id } }, owner)).status).toBe(200)
    }
  })

  it('finds nothing of them in lists, exports, search and the desktop', async () => {
    const said: string[] = []
    for (const [key, request] of Object.entries(callsOfLists)) {
      const { status, raw } = await ask(key, request(ids), stranger)
      said.push(`${key}: ${status}${raw.body.includes(marker) ? ' with their case' : ''}`)
    }
    expect(said).toEqual(Object.keys(callsOfLists).map((key) => `${key}: 200`))
  })

  it('counts none of them', async () => {
    for (const [key, request] of Object.entries(callsOfCounts)) {
      const { status, raw } = await ask(key, request(ids), stranger)
      expect([key, status]).toEqual([key, 200])
      const numbers = raw.body.match(
        /"(?:[A-Z_]+|all|application|mortgage|realty|total|\w+ed|duplicates|appraisal)":\d+/g,
      )
      expect([key, (numbers ?? []).filter((text) => !text.endsWith(':0'))]).toEqual([key, []])
      expect(numbers?.length).toBeGreaterThan(0)
    }
  })

  it('is given none of their tasks and applications', async () => {
    expect((await ask('takeNextTask', { body: {} }, stranger)).body).toEqual({ task: null })
    expect((await ask('takeNextCheck', {}, stranger)).raw.body).not.toContain(marker)
  })

  it('makes nothing for the other partner or of its cases', async () => {
    const before = await traces()
    for (const [key, request] of Object.entries(callsThatName)) {
      const { status, raw } = await ask(key, request(ids), stranger)
      expect([key, [400, 403, 404].includes(status), raw.body.includes(marker)]).toEqual([key, true, false])
    }
    expect(await traces()).toEqual(before)
  })

  it('does not bring their person into a case of its own', async () => {
    const own = await bank.call(
      createFullApplication,
      { body: { programme: '2', regionCode: '66', lastName: 'Свой', firstName: 'Свой' } },
      { as: stranger },
    )
    const request = { params: { id: String(own.body.id) } }
    const body = { role: 'CO_BORROWER' as const, personId: Number(ids.person) }
    const { status } = await bank.call(addParticipant, { ...request, body }, { as: stranger })
    expect([400, 404]).toContain(status)
    const known = await ask('findKnownPersons', { ...request, body: { search: marker } }, stranger)
    expect([known.status, known.body]).toEqual([200, []])
  })

  it('hears nothing live', async () => {
    const live = await liveInstance(bank)
    const { lead, short, full, loan } = ids
    const wanted = [lead, short, full, loan].flatMap((id) => [
      topics.case(Number(id)),
      topics.presence('case', Number(id)),
    ])
    for (const topic of [...wanted, topics.documents('APPLICATION', Number(full))]) {
      const theirs = await new Tab(live.url, await bank.tokenOf(owner)).connect()
      await theirs.subscribe(topic)
      await theirs.leave()
      const tab = await new Tab(live.url, await bank.tokenOf(stranger)).connect()
      await expect(tab.subscribe(topic)).rejects.toThrow('Destination is not allowed')
      await tab.leave()
    }
    await live.close()
  })
})

describe('an auditor of the bank, who sees every case and no personal number', () => {
  it('reads passports and phones of clients nowhere but masked', async () => {
    const shown: string[] = []
    let read = 0
    for (const [key, request] of Object.entries({ ...callsById, ...callsOfLists })) {
      const { method, reads } = specOf(key)
      if (method !== 'GET' && reads !== true) continue
      const { status, raw } = await ask(key, request(ids), 'viewer')
      if (status === 200) read++
      // As they are kept and as they are written for people.
      const digits = raw.body.replaceAll(/[\s()+-]/g, '')
      const numbers = [passport, phone, pastPassport, foreignDocument.replaceAll(' ', '')]
      if (numbers.some((number) => digits.includes(number))) shown.push(`${key}: ${status}`)
    }
    expect(shown).toEqual([])
    expect((await ask('getLead', { params: { leadId: ids.lead } }, owner)).raw.body).toContain(passport)
    const { raw } = await ask('listCaseHistory', { params: { id: ids.full }, body: {} }, owner)
    expect([raw.body.includes(foreignDocument), /92 09 111222|9209111222/.test(raw.body)]).toEqual([
      true,
      true,
    ])
    expect(read).toBeGreaterThan(35)
  })
})

describe('the partner itself', () => {
  it('finds its cases by every list: the table asks for what is there', async () => {
    const silent = new Set(
      'listMyChecks searchAccessLog accessLogExport.now getDashboard listLatestOpened'.split(' '),
    )
    const missed: string[] = []
    for (const [key, request] of Object.entries(callsOfLists)) {
      const { status, raw } = await ask(key, request(ids), owner)
      if (status !== 200 || (!silent.has(key) && !raw.body.includes(marker))) missed.push(`${key}: ${status}`)
    }
    expect(missed).toEqual([])
  })

  it('is let in by every call: the table’s ids and bodies are real', async () => {
    const refused: string[] = []
    for (const [key, request] of Object.entries(callsById)) {
      const { status, raw } = await ask(key, request(ids), owner)
      if (![200, 204, 409].includes(status)) refused.push(`${key}: ${status} ${raw.body.slice(0, 200)}`)
    }
    expect(refused).toEqual([])
  })
})
