import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import {
  decideBlacklistEntry,
  getBlacklistEntry,
  submitBlacklistEntry,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import {
  type FraudSheet,
  getFraudSheet,
  giveFraudVerdict,
} from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import { getConnections } from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import type { FraudSignalCode } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let id: string
/** Applications of other people with the same phone, the same employer and the same flat. */
let ring: string[]
beforeAll(async () => {
  bank = await testApp()
  ring = []
  for (const serial of [501, 502]) ring.push((await underwritten(bank, serial)).id)
  ;({ id } = await underwritten(bank, 503))
})
afterAll(() => bank.close())

const investigator = 'security'
const read = (as: Login = investigator, of = id) => bank.call(getFraudSheet, { params: { id: of } }, { as })
const signOf = (sheet: FraudSheet, code: FraudSignalCode) => sheet.signals.find((one) => one.code === code)
async function move(action: string, as: Login, of = id) {
  const { body } = await bank.call(getCase, { params: { id: of } }, { as })
  return bank.call(
    moveCase,
    { params: { id: of }, body: { action, version: body.version, comment: 'Похоже на схему' } },
    { as },
  )
}
const plain = () => ({
  verdict: 'NO_FRAUD' as const,
  words: 'Проверено',
  ...{ measures: [], signals: [], listed: [] },
})
const judge = async (body: object, as: Login = investigator, of = id) => {
  const { body: sheet } = await read(investigator, of)
  const lastId = sheet.verdicts[0]?.id ?? null
  return bank.call(giveFraudVerdict, { params: { id: of }, body: { ...plain(), lastId, ...body } }, { as })
}

const refuseAsFraud = () =>
  signDecision(
    bank,
    { id, action: 'fraudConfirmed', as: investigator },
    {
      reasons: ['R13'],
      clientText: 'По заявке принято отрицательное решение',
      comment: 'Мошенничество подтверждено',
    },
  )

describe('the signs of fraud', () => {
  it('are computed of what the application shares with those of other people, each with what it stands on', async () => {
    const { status, body, raw } = await read()
    expect(status, raw.body).toBe(200)
    const phone = signOf(body, 'SHARED_PHONE')
    expect(phone).toMatchObject({ state: 'FIRED', weight: 20 })
    expect(phone?.evidence[0]?.caseIds).toEqual(ring.map(Number).sort((a, b) => b - a))
    expect(phone?.evidence[0]?.text).toContain('•••')
    expect(signOf(body, 'SHARED_ADDRESS')?.state).toBe('FIRED')
    expect(signOf(body, 'SHARED_EMAIL')).toMatchObject({ state: 'UNKNOWN' })
    expect(body.cases.map((one) => one.id)).toEqual(ring.map(Number).sort((a, b) => b - a))
    expect(body.score).toBe(
      body.signals.reduce((sum, one) => sum + (one.state === 'FIRED' ? one.weight : 0), 0),
    )
  })

  it('say what is missing where the bank cannot know, and nothing where there is no sense in them', async () => {
    const { body } = await read()
    for (const one of body.signals)
      expect([one.code, one.missing === null]).toEqual([one.code, one.state !== 'UNKNOWN'])
  })

  it('are kept as they were computed, once while they say the same, and never changed', async () => {
    const before = (await read()).body.runs
    expect((await read('underwriter')).body.runs).toEqual(before)
    await sql`UPDATE case_section SET data = data || '{"email": "one@example.com"}'
      WHERE case_id = ${Number(id)} AND section = 'PERSONAL'`.execute(bank.db)
    const { runs } = (await read()).body
    expect(runs).toHaveLength(before.length + 1)
    expect(runs[0]?.changed.join()).toContain('Электронная почта')
    await expect(sql`UPDATE fraud_run SET score = 0`.execute(bank.db)).rejects.toThrow('permission denied')
  })

  it('are for people of the bank who decide or investigate', async () => {
    expect((await read('agent')).status).toBe(403)
    expect((await read('partner-admin')).status).toBe(404)
    expect((await read('underwriter')).body.connectable.enabled).toBe(false)
    expect((await bank.call(getFraudSheet, { params: { id: '999999' } }, { as: investigator })).status).toBe(
      404,
    )
  })
})

describe('a verdict', () => {
  it('waits for the stage and is what both ways out of it ask for', async () => {
    expect((await judge({})).status).toBe(409)
    expect((await move('suspectFraud', 'underwriter')).status).toBe(200)
    const early = await move('fraudNotConfirmed', investigator)
    expect(early.status).toBe(409)
    expect(early.raw.body).toContain('Сначала дайте вердикт')
  })

  it('is given by whoever investigates, and not by who sent the case', async () => {
    expect((await judge({}, 'underwriter')).status).toBe(403)
    expect((await judge({}, 'agent')).status).toBe(403)
    expect((await judge({}, 'partner-admin')).status).toBe(404)
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      VALUES (3, 'FullApplication', 'InvestigateFraud')`.execute(bank.db)
    await expect.poll(async () => (await read('underwriter')).body.connectable.enabled).toBe(true)
    const own = await judge({}, 'underwriter')
    expect(own.status).toBe(403)
    expect(own.raw.body).toContain('решает другой сотрудник')
  })

  it.each([
    ['measures that do not fit', { measures: ['REJECT'] }],
    ['no words', { words: '  ' }],
    ['a sign that has not fired', { signals: ['SIGNATURE_OWNER'] }],
    ['an unknown verdict', { verdict: 'MAYBE' }],
    ['whom to list, without the measure', { verdict: 'CONFIRMED', listed: ['person 1'] }],
    ['the measure without whom', { verdict: 'CONFIRMED', measures: ['BLACKLIST'] }],
    [
      'somebody of another application',
      { verdict: 'CONFIRMED', measures: ['BLACKLIST'], listed: ['person 1'] },
    ],
  ])('with %s is refused', async (_, body) => {
    expect((await judge(body)).status).toBe(400)
  })

  it('that denies the fraud lets the case go on; a new visit needs a new one', async () => {
    const given = await judge({ verdict: 'INSUFFICIENT', words: 'Работодатель не ответил' })
    expect(given.status, given.raw.body).toBe(200)
    expect(given.body.verdicts[0]).toMatchObject({ verdict: 'INSUFFICIENT', inForce: true })
    const unproven = await refuseAsFraud()
    expect([unproven.status, unproven.raw.body]).toEqual([409, expect.stringContaining('для отказа нужен')])
    expect((await move('fraudNotConfirmed', investigator)).status).toBe(200)
    expect((await move('suspectFraud', 'underwriter')).status).toBe(200)
    expect((await move('fraudNotConfirmed', investigator)).status).toBe(409)
  })

  it('is superseded and not changed, by one of two who saw the same', async () => {
    const { body } = await read()
    const lastId = body.verdicts[0]?.id ?? null
    const give = (words: string) =>
      bank.call(
        giveFraudVerdict,
        {
          params: { id },
          body: { ...plain(), verdict: 'SUSPECTED' as const, words, measures: ['AML' as const], lastId },
        },
        { as: investigator },
      )
    const answers = await Promise.all([give('Первый'), give('Второй'), give('Третий')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const { verdicts } = (await read()).body
    expect(verdicts.map(({ inForce }) => inForce)).toEqual([true, false])
    await expect(sql`UPDATE fraud_verdict SET words = ''`.execute(bank.db)).rejects.toThrow(
      'permission denied',
    )
    await expect(sql`DELETE FROM fraud_verdict`.execute(bank.db)).rejects.toThrow('permission denied')
  })
})

describe('a confirmed fraud', () => {
  it('prepares drafts of blacklist entries that a second person agrees to, linked both ways', async () => {
    const { body: sheet } = await read()
    const listed = sheet.candidates.filter(({ lacks }) => lacks === null).map(({ key }) => key)
    expect(sheet.candidates.map(({ kind }) => kind).sort()).toEqual(['individuals', 'legalPersons', 'phones'])
    const given = await judge({
      verdict: 'CONFIRMED',
      measures: ['REJECT', 'BLACKLIST'],
      words: 'Работодатель справку не выдавал',
      signals: ['SHARED_PHONE'],
      listed,
    })
    expect(given.status, given.raw.body).toBe(200)
    const [verdict] = given.body.verdicts
    expect(verdict?.entries).toHaveLength(3)
    expect(verdict?.entries.every(({ stateName }) => stateName === 'Черновик')).toBe(true)
    const person = verdict?.entries.find(({ kind }) => kind === 'individuals')
    const params = { kind: 'individuals' as const, id: String(person?.id) }
    const { body: entry } = await bank.call(getBlacklistEntry, { params }, { as: investigator })
    expect(entry.reason?.basis).toContain('Работодатель справку не выдавал')
    expect(entry.origin).toMatchObject({ id: Number(id) })
    const sent = await bank.call(
      submitBlacklistEntry,
      { params, body: { version: entry.version } },
      { as: investigator },
    )
    expect(sent.status, sent.raw.body).toBe(200)
    const body = { version: sent.body.version, action: 'approve' as const }
    expect((await bank.call(decideBlacklistEntry, { params, body }, { as: investigator })).status).not.toBe(
      200,
    )
    const agreed = await bank.call(decideBlacklistEntry, { params, body }, { as: 'compliance' })
    expect(agreed.status, agreed.raw.body).toBe(200)
  })

  it('is refused by a signed decision, and later applications that share anything with it are told', async () => {
    const plainMove = await move('fraudConfirmed', investigator)
    expect(plainMove.status).toBe(409)
    const signed = await refuseAsFraud()
    expect(signed.status, signed.raw.body).toBe(200)
    const [other = ''] = ring
    const { body } = await read(investigator, other)
    expect(signOf(body, 'CONFIRMED_TIE')).toMatchObject({ state: 'FIRED', weight: 40 })
    expect(body.similar.map((one) => one.id)).toEqual([Number(id)])
    expect(body.band).toBe('HIGH')
  })
})

describe('the graph of connections', () => {
  it('shows whom the people of an application are tied to, and by what', async () => {
    const { status, body, raw } = await bank.call(getConnections, { params: { id } }, { as: investigator })
    expect(status, raw.body).toBe(200)
    const phone = body.nodes.find(({ kind }) => kind === 'PHONE')
    expect(phone?.label.replaceAll('\u00a0', ' ')).toBe('+7 917 123-45-67')
    const people = body.nodes.filter(({ kind }) => kind === 'PERSON')
    expect(people.filter(({ own }) => own)).toHaveLength(1)
    expect(people).toHaveLength(3)
    expect(body.edges.filter(({ to }) => to === phone?.key)).toHaveLength(3)
    expect(people.find(({ own }) => own)).toMatchObject({ confirmed: true, depth: 0 })
    expect(body.cases.map((one) => one.id)).toEqual(expect.arrayContaining(ring.map(Number)))
    expect(body.nodes.some(({ kind }) => kind === 'PARTNER_EMPLOYEE')).toBe(true)
  })

  it('is for whoever investigates, and each opening is written down', async () => {
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 3 AND operation = 'InvestigateFraud'`.execute(
      bank.db,
    )
    await expect
      .poll(async () => (await bank.call(getConnections, { params: { id } }, { as: 'underwriter' })).status)
      .toBe(403)
    expect((await bank.call(getConnections, { params: { id } }, { as: 'agent' })).status).toBe(403)
    expect((await bank.call(getConnections, { params: { id } }, { as: 'partner-admin' })).status).toBe(404)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM access_event WHERE actor_id = 10 AND details ->> 'what' = 'Граф связей'`.execute(
      bank.db,
    )
    expect(rows[0]?.count).toBe(1)
    await bank.call(getConnections, { params: { id } }, { as: investigator })
    const { body } = await bank.call(searchAccessLog, { body: { search: '' } }, { as: 'admin' })
    expect(JSON.stringify(body)).toContain('Граф связей')
  })

  it('folds a hub to so many people and a number', async () => {
    for (let serial = 601; serial < 616; serial += 1) await underwritten(bank, serial)
    const { body } = await bank.call(getConnections, { params: { id } }, { as: investigator })
    const hub = body.nodes.find(({ kind }) => kind === 'EMPLOYER')
    expect(hub?.folded).toEqual({ people: 5, more: false })
    expect(body.nodes.length).toBeLessThanOrEqual(200)
  })

  it('follows the questionnaire: what is changed there is tied anew', async () => {
    const [other = ''] = ring
    await sql`UPDATE case_section SET data = data || '{"phone": "+79990001122"}'
      WHERE case_id = ${Number(other)} AND section = 'PERSONAL'`.execute(bank.db)
    const { rows } = await sql<{ value: string }>`SELECT value FROM case_tie
      WHERE case_id = ${Number(other)} AND kind = 'PHONE'`.execute(bank.db)
    expect(rows).toEqual([{ value: '79990001122' }])
  })
})
