import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findDuplicates } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { countCases, searchCases, casesExport } from '@ipoteka-office/contract/cases/case-lists.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as leads from '@ipoteka-office/contract/leads/leads.ts'
import * as talk from '@ipoteka-office/contract/short-applications/short-application-talk.ts'
import * as api from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { remindOfContact } from '#features/leads/contact-attempts.service.ts'
import { decisionClient } from '#integrations/decision-engine/decision-client.ts'
import {
  type DecisionAnswer,
  type DecisionEngine,
  type DecisionRequest,
  DecisionUnavailable,
} from '#integrations/decision-engine/decision-engine.ts'
import { bankDay } from '#lib/bank-time.ts'
import { noonClock } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { preDecisionWork } from './pre-decisions.service.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterAll(() => bank.close())

const agent = { as: 'agent' as Login }
const today = bankDay(noonClock)
const client = {
  lastName: 'Верещагина',
  firstName: 'Инна',
  middleName: 'Олеговна',
  birthDate: '1988-03-14',
  phone: '+7 912 000-11-22',
}
const credit = { programmeCode: '105', amount: '4500000', months: 240, rate: '6', regionCode: '66' }
const idOf = (row: { id: number }) => ({ id: String(row.id) })
const head = async (id: number) => (await bank.call(getCase, { params: { id: String(id) } }, agent)).body
const move = async (id: number, action: string, more: object = {}) =>
  bank.call(
    moveCase,
    { params: { id: String(id) }, body: { action, version: (await head(id)).version, ...more } },
    agent,
  )

/** Runs the job of the request that waits, as a worker would. */
async function decide(answer: () => Promise<DecisionAnswer>, attempt = 1, isLastAttempt = true) {
  const { rows } = await sql<{ id: number }>`SELECT id FROM pre_decision ORDER BY id DESC LIMIT 1`.execute(
    bank.db,
  )
  const engine = caseEngine({
    clock: noonClock,
    references: bank.references,
    parameters: deliveredParameters,
  })
  const decisions: DecisionEngine = { kind: 'STAND_IN', decide: answer, assess: answer as never }
  const work = preDecisionWork({ db: bank.db, engine, decisions })
  const signal = new AbortController().signal
  await work({ preDecisionId: rows[0]?.id ?? 0 }, { id: 'job', attempt, isLastAttempt, signal })
}
const approval: DecisionAnswer = {
  approved: true,
  requestNumber: 'СПР-1',
  score: 700,
  maxAmount: '5000000.00',
  rate: '6',
  debtLoad: '41.20',
  notes: [],
}

describe('the client of the decision engine', () => {
  it('takes an answer, tries again what passes and gives up what does not', async () => {
    const answers: [status: number, body: unknown][] = [
      [200, approval],
      [503, {}],
      [422, {}],
      [200, { approved: 'yes' }],
    ]
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers['idempotency-key'])
      const [status, body] = answers.shift() ?? [500, {}]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    const engine = decisionClient({ url: `http://127.0.0.1:${port}`, token: 'a token of sixteen' })
    const ask = () => engine.decide({ requestId: 'r-1' } as DecisionRequest, new AbortController().signal)
    expect(await ask()).toEqual(approval)
    await expect(ask()).rejects.toMatchObject({ isFinal: false, message: 'СПР: ответ 503' })
    await expect(ask()).rejects.toMatchObject({ isFinal: true })
    await expect(ask()).rejects.toThrow('Ответ СПР не разобран')
    server.close()
    await expect(ask()).rejects.toThrow('СПР не отвечает')
    expect(new Set(seen)).toEqual(new Set(['r-1']))
  })
})

describe('a lead', () => {
  it('is refused by the specification’s words when its id is no number but zero', async () => {
    for (const leadId of ['0', 'abc', '1x']) {
      const got = await bank.call(leads.getLead, { params: { leadId } }, agent)
      expect([got.status, got.error.message]).toEqual([400, 'Invalid url'])
    }
    const body = { ...client, version: 1 }
    expect((await bank.call(leads.updateLead, { params: { leadId: '-0' }, body }, agent)).error.message).toBe(
      'Invalid url',
    )
    expect((await bank.call(leads.getLead, { params: { leadId: '-7' } }, agent)).status).toBe(404)
  })

  it('is called until it is reached, put away and brought back, and is nobody else’s to see', async () => {
    const { body: lead, status } = await bank.call(
      leads.createLead,
      { body: { ...client, city: 'Пермь' } },
      agent,
    )
    expect([status, lead.status, lead.phone]).toEqual([200, 'FIRST_CONTACT', '79120001122'])
    const params = { leadId: String(lead.id) }
    const next = new Date(noonClock.now().getTime() + 3_600_000).toISOString()
    const attempt = { outcome: 'NO_ANSWER' as const, nextContactAt: next }
    const tried = await bank.call(leads.addContactAttempt, { params, body: attempt }, agent)
    expect([tried.body.status, tried.body.attempts.length]).toEqual(['REPEAT_CONTACT', 1])
    const [first] = tried.body.attempts
    const cancelled = await bank.call(
      leads.cancelContactAttempt,
      { params: { ...params, attemptId: String(first?.id) }, body: { cancelled: true } },
      agent,
    )
    expect(cancelled.body.attempts[0]?.cancelled).toBe(true)
    await sql`UPDATE case_file SET responsible_id = (SELECT id FROM employee WHERE login = 'agent') WHERE id = ${lead.id}`.execute(
      bank.db,
    )
    for (const at of [next, next, '2020-01-01T00:00:00.000Z'])
      await remindOfContact(bank.db, { leadId: lead.id, at })
    const { rows } = await sql`SELECT FROM notification WHERE link = ${`/lead/${lead.id}`}`.execute(bank.db)
    expect(rows).toHaveLength(1)
    const stale = await bank.call(leads.updateLead, { params, body: { ...client, version: 1 } }, agent)
    expect(stale.error.type).toBe('ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE')
    const version = cancelled.body.version
    const saved = await bank.call(
      leads.updateLead,
      { params, body: { ...client, city: 'Уфа', version } },
      agent,
    )
    expect(saved.body.city).toBe('Уфа')
    await bank.call(leads.deleteLead, { params, query: { version: String(saved.body.version) } }, agent)
    const gone = await bank.call(leads.listLeads, { query: { search: 'верещагина' } }, agent)
    expect(gone.body.totalElements).toBe(0)
    const { body: back } = await bank.call(
      leads.restoreLead,
      { params, body: { version: saved.body.version } },
      agent,
    )
    expect([back.archived, back.status]).toEqual([false, 'REPEAT_CONTACT'])
    expect((await move(lead.id, 'disqualify')).error.fields?.[0]?.path).toBe('reason')
    const { error } = await bank.call(leads.createLead, { body: { ...client, phone: null } }, agent)
    expect(error.fields?.[0]?.path).toBe('phone')
    expect((await bank.call(leads.createLead, { body: client }, { as: 'viewer' })).status).toBe(403)
  })
})

describe('a short application', () => {
  let app: api.ShortApplication

  it('of a client who is there already is made when the duplicates were looked at, and is tied to them', async () => {
    const body = { ...client, ...credit }
    const refused = await bank.call(api.createShortApplication, { body }, agent)
    expect(refused.status).toBe(409)
    const { duplicates } = api.FoundDuplicates.parse(refused.error.current)
    expect(duplicates[0]?.reasons.toSorted()).toEqual(['NAME_AND_BIRTH', 'PHONE'])
    const linkTo = duplicates.map(({ id }) => id)
    const made = await bank.call(api.createShortApplication, { body: { ...body, linkTo } }, agent)
    expect(made.status).toBe(200)
    app = made.body
    expect(app.links.map(({ relation }) => relation)).toEqual(['SAME_CLIENT'])
    const wish = { lastName: client.lastName, firstName: client.firstName, middleName: client.middleName }
    const { body: alike } = await bank.call(
      findDuplicates,
      { body: { ...wish, birthDate: client.birthDate, exceptId: app.id } },
      agent,
    )
    expect(alike.map(({ type }) => type)).toEqual(['LEAD'])
    const params = { id: String(app.id), otherId: String(linkTo[0]) }
    const untied = await bank.call(api.linkShortApplication, { params, body: { linked: false } }, agent)
    expect(untied.body.links).toEqual([])
  })

  it('is not opened with a birth or a passport of tomorrow, nor is a lead', async () => {
    const tomorrow = bankDay({ ...noonClock, now: () => new Date(noonClock.now().getTime() + 86_400_000) })
    const person = { ...client, lastName: 'Завтрашняя', phone: '+7 912 000-77-88' }
    const born = { ...person, birthDate: tomorrow }
    const issued = { ...person, ...credit, passportIssuedOn: tomorrow }
    const answers = await Promise.all([
      bank.call(leads.createLead, { body: born }, agent),
      bank.call(api.createShortApplication, { body: { ...born, ...credit } }, agent),
      bank.call(api.createShortApplication, { body: issued }, agent),
    ])
    expect(answers.map(({ status, error }) => [status, error.fields])).toEqual([
      [400, [{ path: 'birthDate', message: 'Дата рождения ещё не наступила' }]],
      [400, [{ path: 'birthDate', message: 'Дата рождения ещё не наступила' }]],
      [400, [{ path: 'passportIssuedOn', message: 'Дата выдачи паспорта ещё не наступила' }]],
    ])
    const made = await bank.call(leads.createLead, { body: person }, agent)
    const body = { ...born, version: made.body.version }
    const saved = await bank.call(leads.updateLead, { params: { leadId: String(made.body.id) }, body }, agent)
    expect([saved.status, saved.error.fields?.[0]?.path]).toEqual([400, 'birthDate'])
  })

  it('begins with what the lead knows', async () => {
    const { rows } = await sql<{
      id: number
    }>`SELECT id FROM lead WHERE name_key LIKE '%верещагина%'`.execute(bank.db)
    const { body } = await bank.call(
      api.newShortApplication,
      { query: { leadId: String(rows[0]?.id) } },
      agent,
    )
    expect([body.lastName, body.phone, body.lead?.id]).toEqual(['Верещагина', '79120001122', rows[0]?.id])
    expect((await bank.call(api.newShortApplication, {}, agent)).body.lead).toBeNull()
  })

  it('is sent with the consent and decided beforehand, once, whatever the worker does', async () => {
    expect((await move(app.id, 'submit')).error.message).toMatch(/Обработка персональных данных/)
    const consent = { kind: 'PERSONAL_DATA', signature: 'HANDWRITTEN', signedOn: today } as const
    await bank.call(api.addConsent, { params: idOf(app), body: consent }, agent)
    const again = await bank.call(api.addConsent, { params: idOf(app), body: consent }, agent)
    expect(again.error.fields?.map(({ path }) => path)).toEqual(['signedOn'])
    expect((await move(app.id, 'submit')).status).toBe(200)
    if ((await head(app.id)).stage === 'NEW') expect((await move(app.id, 'takeToWork')).status).toBe(200)
    expect((await move(app.id, 'startScoring')).error.message).toMatch(/БКИ/)
    const bureau = await bank.call(
      api.addConsent,
      { params: idOf(app), body: { ...consent, kind: 'CREDIT_BUREAU' } },
      agent,
    )
    expect(bureau.body.consents[1]?.validTo).not.toBeNull()
    expect((await move(app.id, 'startScoring')).body.stage).toBe('PRE_SCORING')
    const noAnswer = () => Promise.reject(new DecisionUnavailable('СПР не отвечает'))
    await expect(decide(noAnswer, 1, false)).rejects.toThrow('СПР не отвечает')
    expect((await head(app.id)).stage).toBe('PRE_SCORING')
    await decide(noAnswer, 4, true)
    expect((await head(app.id)).stage).toBe('IN_WORK')
    await move(app.id, 'startScoring')
    await decide(() => Promise.resolve(approval))
    await decide(() => Promise.resolve({ ...approval, approved: false }))
    const { body } = await bank.call(api.getShortApplication, { params: idOf(app) }, agent)
    expect([body.stage, body.preDecisions.map(({ state }) => state)]).toEqual([
      'PRE_APPROVED',
      ['APPROVED', 'FAILED'],
    ])
    app = body
  })

  it('keeps what was decided on, and becomes a full application when the passport is there', async () => {
    expect(
      (await bank.call(api.convertShortApplication, { params: idOf(app), body: { version: 1 } }, agent))
        .status,
    ).toBe(409)
    const input = api.ShortApplicationInput.parse({ ...app, coBorrowers: [] })
    const changed = { ...input, amount: '9000000', version: app.version }
    const refused = await bank.call(api.updateShortApplication, { params: idOf(app), body: changed }, agent)
    expect(refused.error.fields?.map(({ path }) => path)).toEqual(['amount'])
    const passport = {
      passport: '6509123456',
      passportIssuedOn: '2009-05-20',
      passportUnitCode: '660-012',
      passportIssuer: 'УФМС России по Свердловской области',
    }
    const body = { ...input, ...passport, version: app.version }
    expect((await bank.call(api.updateShortApplication, { params: idOf(app), body }, agent)).status).toBe(200)
    const { version } = await head(app.id)
    const full = await bank.call(api.convertShortApplication, { params: idOf(app), body: { version } }, agent)
    expect(full.status).toBe(200)
    const made = await head(full.body.id)
    expect([made.type, made.amount, made.clientName]).toEqual([
      'FULL_APPLICATION',
      '4500000.00',
      'Верещагина Инна Олеговна',
    ])
    // A passport of Russia tells whose citizen the client is.
    const asked = await bank.call(getQuestionnaire, { params: idOf(full.body) }, agent)
    const person = asked.body.sections.find(({ section }) => section === 'PERSONAL')
    expect(person?.data).toMatchObject({ passport: '6509123456', citizenship: '643' })
    const again = await bank.call(
      api.convertShortApplication,
      { params: idOf(app), body: { version } },
      agent,
    )
    expect(again.status).toBe(409)
  })

  it('is another partner’s to nobody, and masked to who may not see numbers', async () => {
    const masked = await bank.call(api.getShortApplication, { params: idOf(app) }, { as: 'viewer' })
    expect(masked.body.phone).toBe('+7 ••• •••-11-22')
    await sql`UPDATE case_file SET partner_id = (SELECT id FROM partner WHERE NOT ancestor_ids @> ARRAY[2]
      ORDER BY id DESC LIMIT 1) WHERE id = ${app.id}`.execute(bank.db)
    const params = idOf(app)
    const statuses = [
      await bank.call(api.getShortApplication, { params }, agent),
      await bank.call(api.updateShortApplication, { params, body: { ...client, version: 1 } }, agent),
      await bank.call(api.convertShortApplication, { params, body: { version: 1 } }, agent),
      await bank.call(talk.listShortAppRemarks, { params }, agent),
      await bank.call(talk.getShortAppHistory, { params, query: {} }, agent),
      await bank.call(
        talk.addShortAppRemark,
        { params, body: { section: 'card', type: 'DOC_MISSING', text: 'Нет' } },
        agent,
      ),
      await bank.call(
        api.updateConsent,
        {
          params: { ...params, consentId: '1' },
          body: { kind: 'ADVERTISING', signature: 'SIMPLE', signedOn: today, version: 1 },
        },
        agent,
      ),
    ].map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([404]))
    const list = await bank.call(
      searchCases,
      { params: { list: 'applications' }, body: { search: 'верещагина' } },
      agent,
    )
    expect(list.body.content.map(({ type }) => type)).toEqual(['FULL_APPLICATION'])
  })
})

describe('a list of cases', () => {
  const params = { list: 'applications' as const }
  beforeAll(async () => {
    for (const [lastName, amount, phone] of [
      ['Абрикосова', '900000', '+7 912 000-33-44'],
      ['Яблокова', null, '+7 912 000-55-66'],
    ] as const)
      await bank.call(leads.createLead, { body: { lastName, firstName: 'Анна', amount, phone } }, agent)
  })

  it('has as many rows behind each tab as the tab says', async () => {
    const { body: counts } = await bank.call(countCases, { params, body: {} })
    for (const [tab, count] of Object.entries(counts.tabs ?? {})) {
      const { body } = await bank.call(searchCases, { params, body: { tab: tab as 'all' } })
      expect([tab, body.totalElements]).toEqual([tab, count])
    }
    for (const [owner, count] of Object.entries(counts.owners)) {
      const { body } = await bank.call(searchCases, { params, body: { owner: owner as 'ALL' } })
      expect([owner, body.totalElements]).toEqual([owner, count])
    }
  })

  it.each(['createdAt', 'dueAt', 'amount', 'clientName'])(
    'is ordered by %s both ways without losing a row',
    async (field) => {
      const read = async (direction: string) =>
        (
          await bank.call(searchCases, {
            params: { list: 'leads' },
            query: { size: 100, sort: `${field},${direction}` },
            body: {},
          })
        ).body.content.map(({ id }) => id)
      const up = await read('asc')
      expect((await read('desc')).toReversed()).toEqual(up)
      expect(up.length).toBeGreaterThan(2)
    },
  )

  it('is exported as it is filtered, refuses a filter that is none and people without the right', async () => {
    const body = {
      format: 'csv' as const,
      filter: { search: '89120001122' },
      sort: 'createdAt,desc',
      columns: ['number' as const, 'clientPhone' as const],
    }
    const { raw } = await bank.call(casesExport.now, { params: { list: 'leads' }, body }, agent)
    expect(raw.body.trim().split('\r\n')[1]).toMatch(/^Л-\d\d-\d{6};79120001122$/)
    const wrong = { params, body: { stages: [''] } }
    expect((await bank.call(searchCases, wrong)).status).toBe(400)
    expect(
      (await bank.call(searchCases, { params: { list: 'leads' }, body: {} }, { as: 'underwriter' })).status,
    ).toBe(403)
  })
})
