import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { shownStage } from '@ipoteka-office/contract/machines/shown-to-partners.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asking, forgottenCalls } from '#testing/case-walks/asking.ts'
import {
  type Asked,
  callsById,
  callsBeside,
  callsOfCounts,
  callsOfLists,
  callsOfTheBank,
  callsThatName,
  type ForeignIds,
} from '#testing/case-calls.ts'
import { casesOf, giveEveryRight } from '#testing/case-walks/cases-of-partner.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { canary, hide, hiddenStages, plantSecrets } from '#testing/case-walks/secrets.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** People of one partner, with every right that there is: what they see is all that keeps the secrets. */
const partnerPeople = ['agent', 'partner-admin'] as const satisfies readonly Login[]

const endpoints = await contractEndpoints()
const { ask, specOf } = asking(endpoints)
const reads = { ...callsById, ...callsBeside, ...callsOfLists, ...callsOfCounts, ...callsOfTheBank }

let bank: TestApp
let ids: ForeignIds

beforeAll(async () => {
  bank = await testApp()
  await giveEveryRight(bank)
  // Both work at the partner whose cases they are.
  await sql`UPDATE employee SET partner_id = 2 WHERE login = 'partner-admin'`.execute(bank.db)
  ids = await casesOf(bank, 'agent')
  await plantSecrets(bank, ids)
})
afterAll(() => bank.close())

/** Every answer of the tables' reads, by call; a refusal is an answer too. */
async function walk(as: Login, tables: Readonly<Record<string, (of: ForeignIds) => Asked>>) {
  const answers = new Map<string, string>()
  for (const [key, request] of Object.entries(tables)) {
    const { method, reads: isRead } = specOf(key)
    if (method !== 'GET' && isRead !== true && !key.includes('xport.now')) continue
    const { status, raw } = await ask(bank, key, request(ids), as)
    answers.set(key, `${status} ${raw.body}`)
  }
  return answers
}

const told = (answer: string, words: readonly string[]) => words.filter((word) => answer.includes(word))

/** The stages of papers are always told of, all of them: one is called as the examination of the object is. */
const ofPapers: Readonly<Record<string, readonly string[]>> = {
  getCompleteness: ['REALTY_CHECK', 'Экспертиза объекта'],
}

/** What the answers tell of the secrets, by call. */
const leaks = (answers: ReadonlyMap<string, string>): string[] =>
  [...answers].flatMap(([key, answer]) =>
    told(answer, canary)
      .filter((word) => ofPapers[key]?.includes(word) !== true)
      .map((word) => `${key}: ${word}`),
  )

it('every call that answers about cases is walked here', () => {
  expect(forgottenCalls(endpoints, [reads, callsThatName])).toEqual([])
})

describe.each(partnerPeople)('%s, of the partner whose cases they are', (login) => {
  it.each(hiddenStages)('finds no secret in any answer while the bank is at %s', async (stage) => {
    await hide(bank, ids, stage)
    expect(leaks(await walk(login, reads))).toEqual([])
  })

  it('finds none after the decision, its reason and the way to it among them', async () => {
    await hide(bank, ids, 'REJECTED')
    const answers = await walk(login, reads)
    expect(leaks(answers)).toEqual([])
    expect(answers.get('getCase')).toContain('"stage":"REJECTED"')
  })

  it('is refused every write without a secret in the refusal', async () => {
    await hide(bank, ids, 'FRAUD_CHECK')
    const writes = Object.entries({ ...callsById, ...callsThatName }).filter(([key]) => {
      const { method, reads: isRead } = specOf(key)
      return method !== 'GET' && isRead !== true
    })
    const found: string[] = []
    for (const [key, request] of writes) {
      const { status, raw } = await ask(bank, key, request(ids), login)
      expect([key, status < 500]).toEqual([key, true])
      found.push(...told(raw.body, canary).map((word) => `${key}: ${word}`))
    }
    expect(found).toEqual([])
  })
})

/** What differs by the moment of asking alone. */
const timeless = (answer: string) =>
  answer.replaceAll(/"minutes":\d+/g, '"minutes":0').replaceAll(/"requestId":"[^"]*"/g, '')

type Answers = ReadonlyMap<string, string>

/**
 * What is answered differently at two stages, by its name. What a term has come to between the two walks differs once
 * and not again; what tells of the stage differs every time.
 */
async function differing(
  askAt: (stage: string) => Promise<Answers>,
  first: string,
  second: string,
): Promise<[string, string][]> {
  const walked = async () => {
    const before = await askAt(first)
    const after = await askAt(second)
    return [...after].filter(([name, answer]) => timeless(answer) !== timeless(before.get(name) ?? ''))
  }
  const found = await walked()
  if (found.length === 0) return found
  const again = new Map(await walked())
  return found.filter(([name]) => again.has(name))
}

it('every answer is the same whichever of the hidden stages it is', async () => {
  const [first = '', ...others] = hiddenStages.filter((stage) => stage !== 'REALTY_CHECK')
  const askAt = async (stage: string) => {
    await hide(bank, ids, stage)
    return walk('agent', reads)
  }
  for (const stage of others) {
    const told = await differing(askAt, first, stage)
    expect([stage, told.map(([key, answer]) => `${key}: ${answer.slice(0, 300)}`)]).toEqual([stage, []])
  }
}, 120_000)

describe('no filter, order or count tells the hidden stage', () => {
  const all = Object.keys(machines.FULL_APPLICATION.states)
  const days = { reachedFrom: '2026-03-02', reachedTo: '2026-03-02' }
  const filters: Record<string, Record<string, unknown>> = {
    ...Object.fromEntries(all.map((stage) => [`stage ${stage}`, { stages: [stage] }])),
    ...Object.fromEntries(all.map((stage) => [`reached ${stage}`, { reached: [stage] }])),
    ...Object.fromEntries(all.map((stage) => [`reached ${stage} that day`, { reached: [stage], ...days }])),
    overdue: { owner: 'OVERDUE' },
    soon: { dueInHours: 10_000 },
    realty: { tab: 'realty' },
  }
  const sortings = ['asc', 'desc'].map((direction) => ({ sort: `dueAt,${direction}` }))

  /** What lists, counts and files answer to every question about stages and terms. */
  async function asked(): Promise<Map<string, string>> {
    const answers = new Map<string, string>()
    for (const [name, filter] of Object.entries(filters)) {
      const params = { list: 'applications' }
      const counts = await ask(bank, 'countCases', { params, body: filter }, 'agent')
      const rows = await ask(bank, 'searchCases', { params, body: filter }, 'agent')
      const tasks = await ask(
        bank,
        'countTasks',
        { body: { stages: filter['stages'] ?? [], dueInHours: filter['dueInHours'] } },
        'agent',
      )
      answers.set(name, [counts, rows, tasks].map(({ raw }) => raw.body).join('\n'))
    }
    for (const query of sortings) {
      const params = { list: 'applications' }
      const { raw } = await ask(bank, 'searchCases', { params, query, body: {} }, 'agent')
      answers.set(`order ${query.sort}`, raw.body)
    }
    return answers
  }

  it('whichever it is', async () => {
    const askAt = async (stage: string) => {
      await hide(bank, ids, stage)
      return asked()
    }
    for (const stage of ['FRAUD_CHECK', 'COMMITTEE']) {
      const found = await differing(askAt, 'AUTO_CHECKS', stage)
      expect([stage, found.map(([name]) => name)]).toEqual([stage, []])
    }
  }, 120_000)

  it('«Андеррайтинг» finds all of them, and the stage itself none', async () => {
    const machine = machines.FULL_APPLICATION
    for (const stage of hiddenStages) {
      await hide(bank, ids, stage)
      const params = { list: 'applications' }
      const found = async (code: string) => {
        const { body } = await ask(bank, 'searchCases', { params, body: { stages: [code] } }, 'agent')
        return (body as unknown as { content: { id: number }[] }).content.some(
          ({ id }) => id === Number(ids.full),
        )
      }
      expect([stage, await found(shownStage(machine, stage))]).toEqual([stage, true])
      if (shownStage(machine, stage) !== stage) expect([stage, await found(stage)]).toEqual([stage, false])
    }
  })
})

describe('live messages', () => {
  it('tell people of the partner nothing of checks, nor who of the bank has the case open', async () => {
    await hide(bank, ids, 'FRAUD_CHECK')
    const live = await liveInstance(bank)
    const id = Number(ids.full)
    const wanted = [topics.case(id), topics.presence('case', id), topics.cases('FULL_APPLICATION')]
    const partner = await new Tab(live.url, await bank.tokenOf('agent')).connect()
    const checker = await new Tab(live.url, await bank.tokenOf('underwriter')).connect()
    for (const topic of wanted) {
      await partner.subscribe(topic)
      await checker.subscribe(topic)
    }
    await sql`UPDATE auto_check SET text = text || '.' WHERE case_id = ${id}`.execute(bank.db)
    // Told after the checks: when it has come, so would have they.
    await sql`UPDATE case_participant SET sort = sort + 1 WHERE case_id = ${id}`.execute(bank.db)
    const isTold = (tab: Tab, code: string) =>
      (tab.received.get(topics.case(id)) ?? []).some(
        (body) => (body as { codes?: string[] }).codes?.includes(code) === true,
      )
    await expect.poll(() => isTold(partner, 'participants')).toBe(true)
    await expect.poll(() => isTold(checker, 'checks')).toBe(true)
    expect(isTold(partner, 'checks')).toBe(false)
    const heard = JSON.stringify([...partner.received])
    expect(told(heard, [...canary, 'Соловьёва'])).toEqual([])
    await partner.leave()
    await checker.leave()
    await live.close()
  })
})

describe('the bank', () => {
  it('sees the secrets: they are planted where they are looked for', async () => {
    await hide(bank, ids, 'FRAUD_CHECK')
    const seen = new Set([...(await walk('admin', reads)).values()].flatMap((answer) => told(answer, canary)))
    expect(canary.filter((word) => word.startsWith('Канарейк') && !seen.has(word))).toEqual([])
    for (const word of ['FRAUD_CHECK', 'Проверка на мошенничество', 'Проверить подозрение'])
      expect(seen).toContain(word)
  })
})
