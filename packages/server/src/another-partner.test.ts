import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { addParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Asked,
  callsById,
  callsOfCounts,
  callsOfTheBank,
  callsOfLists,
  callsThatName,
  type ForeignIds,
  marker,
  passport,
  phone,
} from '#testing/case-calls.ts'
import { asking, forgottenCalls } from '#testing/case-walks/asking.ts'
import {
  casesOf,
  foreignDocument,
  giveEveryRight,
  pastPassport,
} from '#testing/case-walks/cases-of-partner.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** Works at the partner whose cases they are; and with every right at another partner of the same kind. */
const owner = 'agent' satisfies Login
const stranger = 'partner-admin' satisfies Login

const endpoints = await contractEndpoints()
const { specOf, ask: askIn } = asking(endpoints)

let bank: TestApp
let ids: ForeignIds

const ask = (key: string, asked: Asked, as: Login) => askIn(bank, key, asked, as)

beforeAll(async () => {
  bank = await testApp()
  await giveEveryRight(bank)
  ids = await casesOf(bank, owner)
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
  expect(
    forgottenCalls(endpoints, [callsById, callsOfLists, callsOfCounts, callsOfTheBank, callsThatName]),
  ).toEqual([])
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

  it('is not let into the lists of the bank, nor is the partner whose cases they hold', async () => {
    for (const login of [stranger, owner] as const)
      for (const [key, request] of Object.entries(callsOfTheBank)) {
        const { status, raw } = await ask(key, request(ids), login)
        expect([key, status, raw.body.includes(marker)]).toEqual([key, 403, false])
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

/** Nobody outside the bank learns that somebody is listed, though the case is theirs. */
const ofBankAlone = new Set([
  'listBureauNotices',
  'sendNoticeAgain',
  'listCaseHits',
  'decideHit',
  'listAutoChecks',
  'retryAutoChecks',
  'getDecisions',
  'getSubjectDecisions',
  'getCommittee',
  'castVote',
  'putOffers',
  'openRound',
  'recordSubjectDecision',
  'getCaseSummary',
  'getEngineRuns',
  'getCaseScores',
  'repeatEngineRun',
  'disputeStopFactor',
  'answerDispute',
  'getChecksGrid',
  'getCheckDetails',
  'retryCheck',
  'judgeCheck',
  'getComplianceSheet',
  'decideComplianceHit',
  'takeRisk',
  'withdrawRisk',
  'getFraudSheet',
  'getConnections',
  'giveFraudVerdict',
  'orderReports',
  'getRawReport',
  'startControl',
  'takeFormValue',
  'refusePaper',
  'dropFormValue',
  'takeObligation',
  'dropObligation',
  'addObligation',
  'editObligation',
  'saveIncomeGrid',
  'addCall',
  'correctCall',
  'saveControl',
  'signControl',
  'saveReviewPart',
  'askOpinion',
  'saveOpinion',
  'signOpinion',
  'withdrawOpinion',
  'evaluateTerms',
  'getOfferStart',
  'askIndividualRate',
  'evaluateOffer',
  'signOffers',
  'recordDecision',
  'closeApplication',
])

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
      const expected = ofBankAlone.has(key) ? [403] : [200, 204, 409]
      if (!expected.includes(status)) refused.push(`${key}: ${status} ${raw.body.slice(0, 200)}`)
    }
    expect(refused).toEqual([])
  })
})
