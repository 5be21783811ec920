import {
  closeApplication,
  intakeApplications,
  listApproverApplications,
  listAssignmentHistory,
  listQueue,
} from '@ipoteka-office/contract/queue/queue.ts'
import { getChainOrder } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { getUnassignedSummary, listUnassigned } from '@ipoteka-office/contract/queue/unassigned.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellMortgages } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** Noon in the bank: of `seedOrganisation`, 1, 7 and 9 are on shift in ОИК; 3 works at night, 5 is on pause. */
const noon = Temporal.Now.zonedDateTimeISO('Europe/Moscow').withPlainTime({ hour: 12 })
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(noon.epochMilliseconds) }
const [volga, volgaBranch, ural] = [2, 3, 4]

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
  await sellMortgages(bank)
})
afterAll(() => bank.close())

let serial = 0
const item = (changes: Record<string, unknown> = {}) => {
  serial += 1
  return {
    number: `ИП-${serial}`,
    clientName: 'Ёлкина-Ким Вера Аркадьевна',
    programme: 'Семейная ипотека',
    level: 'LEVEL_2',
    status: 'UNDERWRITING',
    partnerId: volga,
    region: '77',
    ...changes,
  }
}

const send = async (body: Record<string, unknown> | Record<string, unknown>[], as: Login = 'workload') =>
  bank.call(intakeApplications, { body }, { as })

/** Stores one application and answers its id. */
const accept = async (changes: Record<string, unknown> = {}): Promise<number> => {
  const { body } = await send(item(changes))
  const id = body.results[0]?.id
  if (!id) throw new Error(JSON.stringify(body))
  return id
}

/** Fits nobody: no approver has the level. */
const stuck = { level: 'LEVEL_5' }

describe('intake', () => {
  it('stores an application and gives it to an approver at once', async () => {
    const { status, body } = await send(item())
    expect(status).toBe(200)
    expect(body.results).toHaveLength(1)
    expect(body.results[0]).toMatchObject({ outcome: 'ACCEPTED', errors: [] })
    expect([1, 7, 9]).toContain(body.results[0]?.approver?.id)
  })

  it('sends military mortgages to НИС, and others where they are told to go', async () => {
    const numbers = [item({ programme: 'Военная ипотека' }), item({ type: 'nis' }), item()]
    await send(numbers)
    const { rows } = await sql<{ type: string }>`SELECT type FROM application
      WHERE number = ANY(${numbers.map((n) => n.number)}::text[]) ORDER BY id`.execute(bank.db)
    expect(rows.map(({ type }) => type)).toEqual(['nis', 'nis', 'oic'])
  })

  it('knows a programme by its code and by every name of it, and the case is found by it', async () => {
    const named = [item({ programme: 'НОВОСТРОЙКА' }), item({ programme: '1' })]
    await send(named)
    const { rows } = await sql`SELECT f.programme_code AS code, f.programme FROM case_file f
      WHERE f.number = ANY(${named.map(({ number }) => number)}::text[]) ORDER BY f.id`.execute(bank.db)
    expect(rows).toEqual([
      { code: '1', programme: 'НОВОСТРОЙКА' },
      { code: '1', programme: 'Приобретение строящегося жилья' },
    ])
  })

  it('shows the stage of the case, and keeps the other system’s word apart: НИС takes by it', async () => {
    const known = item({ type: 'nis', status: 'CONTROL' })
    const unknown = item({ type: 'nis', status: 'DRAFT' })
    const { body } = await send([known, unknown])
    expect(body.results.map(({ approver }) => approver !== null)).toEqual([true, false])
    for (const { number, status } of [known, unknown]) {
      const found = (await bank.call(listQueue, { body: { search: number } })).body.content[0]
      const { body: chain } = await bank.call(getChainOrder, { params: { id: String(found?.id) } })
      expect(found?.status).toEqual({ code: chain.stage, name: chain.stageName })
      expect(found?.outsideStatus?.code).toBe(status)
    }
    // Approvers choose the stage of the queue by the name that the case has for it.
    const { rows } = await sql<{ name: string }>`SELECT name FROM reference_item
      WHERE dictionary = 'loanApplicationStatus' AND code = 'DOCS_CHECK'`.execute(bank.db)
    expect(rows).toEqual([{ name: machines.FULL_APPLICATION.states['DOCS_CHECK']?.name }])
  })

  it('answers a repeat with what is stored, and refuses other content under the same number', async () => {
    const first = item()
    const { body: stored } = await send(first)
    const { body: repeat } = await send(first)
    expect(repeat.results[0]).toMatchObject({ outcome: 'REPEATED', id: stored.results[0]?.id })
    expect(repeat.results[0]?.approver).toEqual(stored.results[0]?.approver)
    const { body: other } = await send({ ...first, region: '78' })
    expect(other.results[0]).toMatchObject({ outcome: 'REFUSED', id: null })
    expect(other.results[0]?.errors[0]?.path).toBe('number')
    const { rows } = await sql`SELECT FROM application WHERE number = ${first.number}`.execute(bank.db)
    expect(rows).toHaveLength(1)
  })

  it('answers each item by itself, in the order given', async () => {
    const good = item()
    const { status, body } = await send([
      good,
      item({ level: 'LEVEL_9' }),
      item({ partnerId: 999 }),
      good,
      item({ clientName: 'ё'.repeat(201) }),
      item({ programme: 'Ипотека на Луне' }),
    ])
    expect(status).toBe(200)
    expect(body.results.map(({ outcome, errors }) => [outcome, errors[0]?.path])).toEqual([
      ['ACCEPTED', undefined],
      ['REFUSED', 'level'],
      ['REFUSED', 'partnerId'],
      ['REPEATED', undefined],
      ['REFUSED', 'clientName'],
      ['REFUSED', 'programme'],
    ])
  })

  it('takes a thousand at once and no more', async () => {
    const thousand = Array.from({ length: 1_000 }, () => item(stuck))
    const { status, body } = await send(thousand)
    expect(status).toBe(200)
    expect(body.results.filter(({ outcome }) => outcome === 'ACCEPTED')).toHaveLength(1_000)
    expect((await send([...thousand, item()])).status).toBe(400)
    expect((await send([])).status).toBe(400)
  })

  it.each(['underwriter', 'agent', 'partner-admin', 'support'] as const)('is forbidden to %s', async (as) => {
    expect((await send(item(), as)).status).toBe(403)
  })
})

describe('unassigned applications', () => {
  it('stay with the reasons, are counted, and tell the head of the group once', async () => {
    await sql`INSERT INTO workgroup_employee VALUES (1, 20) ON CONFLICT DO NOTHING`.execute(bank.db)
    const before = (await bank.call(getUnassignedSummary, { params: { type: 'oic' } })).body
    const urgent = { ...stuck, receivedAt: '2020-01-01T00:00:00Z', dueAt: '2020-01-02T00:00:00Z' }
    const id = await accept(urgent)
    await accept(stuck)
    const { body: page } = await bank.call(listUnassigned, { params: { type: 'oic' }, query: { size: 100 } })
    const row = page.content.find((application) => application.id === id)
    expect(row).toMatchObject({
      approver: null,
      overdue: true,
      unassignedReasons: { status: 1, shift: 1, level: 3 },
    })
    const { body: after } = await bank.call(getUnassignedSummary, { params: { type: 'oic' } })
    expect(after.count - before.count).toBe(2)
    expect((after.reasons.level ?? 0) - (before.reasons.level ?? 0)).toBe(2)
    const { rows } = await sql<{ employee_id: number }>`
      SELECT employee_id FROM notification WHERE kind = 'warning'`.execute(bank.db)
    expect(rows).toEqual([{ employee_id: 2 }])
  })

  it('of other partners are not seen by a partner', async () => {
    const own = await accept({ ...stuck, partnerId: ural })
    const foreign = await accept({ ...stuck, partnerId: volga })
    const { body } = await bank.call(
      listUnassigned,
      { params: { type: 'oic' }, query: { size: 100 } },
      { as: 'partner-admin' },
    )
    const ids = body.content.map(({ id }) => id)
    expect(ids).toContain(own)
    expect(ids).not.toContain(foreign)
    expect(new Set(body.content.map(({ partner }) => partner.id))).toEqual(new Set([ural]))
    const { body: counted } = await bank.call(
      getUnassignedSummary,
      { params: { type: 'oic' } },
      { as: 'partner-admin' },
    )
    expect(counted.count).toBe(body.totalElements)
  })

  it('need the right to read the department', async () => {
    for (const endpoint of [listUnassigned, getUnassignedSummary]) {
      const nis = await bank.call(endpoint, { params: { type: 'nis' } }, { as: 'partner-admin' })
      expect(nis.status).toBe(403)
      const oic = await bank.call(endpoint, { params: { type: 'oic' } }, { as: 'agent' })
      expect(oic.status).toBe(403)
      const unknown = await bank.call(endpoint, { params: { type: 'abc' as 'oic' } })
      expect(unknown.status).toBe(404)
    }
  })
})

describe('applications of an approver', () => {
  it('are the open ones, most urgent first', async () => {
    const late = await accept({ dueAt: '2090-01-02T00:00:00Z' })
    const { body: history } = await bank.call(listAssignmentHistory, { params: { id: String(late) } })
    const holder = history[0]?.approver?.id ?? 0
    const { body } = await bank.call(listApproverApplications, {
      params: { type: 'oic', id: String(holder) },
      query: { size: 100 },
    })
    expect(body.content.map(({ id }) => id)).toContain(late)
    expect(body.content.map(({ approver }) => approver?.id)).toEqual(body.content.map(() => holder))
    const due = body.content.map(({ dueAt }) => dueAt)
    expect(due).toEqual(due.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it('refuse an id that is none and a person without the right', async () => {
    const wrong = { params: { type: 'oic' as const, id: 'x' }, query: {} }
    expect((await bank.call(listApproverApplications, wrong)).status).toBe(400)
    const allowed = { params: { type: 'oic' as const, id: '1' }, query: {} }
    expect((await bank.call(listApproverApplications, allowed, { as: 'agent' })).status).toBe(403)
  })
})

describe('«Почему я?»', () => {
  it('tells the rule, who was considered and who was shut out', async () => {
    const id = await accept({ level: 'LEVEL_3' })
    const { body } = await bank.call(listAssignmentHistory, { params: { id: String(id) } })
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      kind: 'ASSIGNED',
      considered: 5,
      candidates: 3,
      rejected: { status: 1, shift: 1 },
      actor: 'Орлов Дмитрий Сергеевич',
    })
    expect(['leastLoaded', 'longestIdle', 'lowestId']).toContain(body[0]?.rule)
  })

  it('is not told of applications of other partners, nor without the right', async () => {
    const own = await accept({ partnerId: volgaBranch })
    const foreign = await accept({ partnerId: ural })
    const ask = (id: number, as: Login) =>
      bank.call(listAssignmentHistory, { params: { id: String(id) } }, { as })
    expect((await ask(own, 'agent')).status).toBe(200)
    expect((await ask(foreign, 'agent')).status).toBe(404)
    expect((await ask(2_000_000_000, 'agent')).status).toBe(404)
    expect((await ask(own, 'support')).status).toBe(403)
  })
})

describe('the queue', () => {
  it('is searched by number and client, whatever the case and ё or е', async () => {
    const number = item().number
    const id = await accept({ number, clientName: 'Ёжикова Алёна Мамед кызы' })
    for (const search of [number, 'ежикова алена', 'КЫЗЫ ёжик', `  ${number}  Алёна `]) {
      const { body } = await bank.call(listQueue, { body: { search } })
      expect(body.content.map((found) => found.id)).toEqual([id])
    }
    expect((await bank.call(listQueue, { body: { search: '%%%' } })).body.totalElements).toBe(0)
  })

  it('of a partner has its own applications and those of its branches', async () => {
    const own = await accept({ partnerId: volga, clientName: 'Приметный Первый' })
    const branch = await accept({ partnerId: volgaBranch, clientName: 'Приметный Второй' })
    await accept({ partnerId: ural, clientName: 'Приметный Третий' })
    const { body } = await bank.call(listQueue, { body: { search: 'приметный', size: 100 } }, { as: 'agent' })
    expect(new Set(body.content.map(({ id }) => id))).toEqual(new Set([own, branch]))
    expect(body.totalElements).toBe(2)
  })

  it('«мои» are the open ones of the caller as an approver', async () => {
    await sql`INSERT INTO approver (type, employee_id, partner_id, full_name, work_status, level_codes, all_partners,
      all_regions, shift_from, shift_by, max_open)
      VALUES ('oic', 3, 1, '', 'ACTIVE', '{LEVEL_4}', true, true, '00:00', '00:00', 5)`.execute(bank.db)
    const id = await accept({ level: 'LEVEL_4' })
    const mine = () => bank.call(listQueue, { body: { mine: true } }, { as: 'underwriter' })
    expect((await mine()).body.content.map((found) => found.id)).toEqual([id])
    await bank.call(
      closeApplication,
      { params: { id: String(id) }, body: { status: 'APPROVED' } },
      { as: 'underwriter' },
    )
    expect((await mine()).body.content).toEqual([])
  })

  it('is forbidden without the right and refuses a search that is too long', async () => {
    expect((await bank.call(listQueue, { body: {} }, { as: 'support' })).status).toBe(403)
    expect((await bank.call(listQueue, { body: { search: 'я'.repeat(101) } })).status).toBe(400)
  })
})

describe('closing', () => {
  const close = (id: number, as: Login = 'underwriter', status = 'APPROVED') =>
    bank.call(
      closeApplication,
      { params: { id: String(id) }, body: { status: status as 'APPROVED' } },
      { as },
    )
  const loadOf = async (approverId: number) => {
    const { rows } = await sql<{ open: number }>`
      SELECT open_count AS open FROM approver_workload WHERE approver_id = ${approverId}`.execute(bank.db)
    return rows[0]?.open
  }

  it('frees the place, keeps who decided, and asks for a distribution', async () => {
    const id = await accept()
    const { body: before } = await bank.call(listAssignmentHistory, { params: { id: String(id) } })
    const holder = before[0]?.approver?.id ?? 0
    const load = (await loadOf(holder)) ?? 0
    const { status, body } = await close(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      status: { code: 'APPROVED', name: 'Одобрена' },
      approver: { id: holder },
    })
    expect(await loadOf(holder)).toBe(load - 1)
    const { body: after } = await bank.call(listAssignmentHistory, { params: { id: String(id) } })
    expect(after.map(({ kind }) => kind)).toEqual(['CLOSED', 'ASSIGNED'])
    const { rows } =
      await sql`SELECT FROM pgboss.job WHERE name = 'distribute' AND data ->> 'type' = 'oic'`.execute(bank.db)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('happens once, also when two people do it at the same moment', async () => {
    const id = await accept()
    const answers = await Promise.all(Array.from({ length: 6 }, () => close(id)))
    const count = (code: number) => answers.filter(({ status }) => status === code).length
    expect([count(200), count(409)]).toEqual([1, 5])
    expect((await close(id)).error.type).toBe('ER_VALIDATION')
  })

  it('of an application that waits takes it out of the unassigned', async () => {
    const id = await accept(stuck)
    expect((await close(id, 'admin', 'CLIENT_REFUSED')).body.unassignedReasons).toBeNull()
    const { body } = await bank.call(listUnassigned, { params: { type: 'oic' }, query: { size: 100 } })
    expect(body.content.map((application) => application.id)).not.toContain(id)
  })

  it('refuses a status that ends nothing, a strange id and a person without the right', async () => {
    const id = await accept()
    expect((await close(id, 'admin', 'UNDERWRITING')).status).toBe(400)
    expect((await close(2_000_000_000)).status).toBe(404)
    expect((await close(id, 'agent')).status).toBe(403)
  })

  it('of another partner’s application is not there for a partner who may close', async () => {
    await sql`INSERT INTO user_role_operation VALUES (4, 'Application', 'Close')`.execute(bank.db)
    bank.session.forget()
    const foreign = await accept({ partnerId: ural })
    expect((await close(foreign, 'agent')).status).toBe(404)
    const own = await accept({ partnerId: volga })
    // What another system has decided is the bank's to hand in.
    expect((await close(own, 'agent')).status).toBe(403)
    expect((await close(own, 'agent', 'CLIENT_REFUSED')).status).toBe(200)
  })
})
