import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as leads from '@ipoteka-office/contract/leads/leads.ts'
import { createShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noonClock } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let serial = 0
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterAll(() => bank.close())

const agent = { as: 'agent' } as const
/** A client of whom there is nothing else. */
function newClient() {
  serial += 1
  return { lastName: `Лидов${'а'.repeat(serial)}`, firstName: 'Инна', phone: `+7912000${1000 + serial}` }
}
const open = async (more: object = {}) => {
  const client = newClient()
  const made = await bank.call(leads.createLead, { body: { ...client, ...more } }, agent)
  if (made.status !== 200) throw new Error(made.raw.body)
  return { client, lead: made.body, params: { leadId: String(made.body.id) } }
}
const headOf = async (id: number) => (await bank.call(getCase, { params: { id: String(id) } }, agent)).body
const move = async (id: number, action: string, more: object = {}) => {
  const { version } = await headOf(id)
  return bank.call(moveCase, { params: { id: String(id) }, body: { action, version, ...more } }, agent)
}
const tasksOf = async (id: number) => {
  const { rows } = await sql<{ state: string; dueAt: string | null }>`
    SELECT state, due_at AS "dueAt" FROM case_task WHERE case_id = ${id} ORDER BY id`.execute(bank.db)
  return rows.map(({ state, dueAt }) => ({
    state,
    due: dueAt === null ? null : new Date(dueAt).toISOString(),
  }))
}
const apply = (client: object, leadId: number) =>
  bank.call(createShortApplication, { body: { ...client, leadId } } as never, agent)

it.each(['FIRST_CONTACT', 'REPEAT_CONTACT', 'MEETING_PLANNED', 'AWAITING_DOCUMENTS'])(
  'a lead in %s closes itself when an application is made of it, with links both ways and no task left',
  async (stage) => {
    const { client, lead } = await open()
    if (stage === 'REPEAT_CONTACT') await move(lead.id, 'notReached')
    if (stage === 'MEETING_PLANNED') await move(lead.id, 'planMeeting')
    if (stage === 'AWAITING_DOCUMENTS') await move(lead.id, 'askForDocuments')
    expect((await headOf(lead.id)).stage).toBe(stage)
    const made = await apply(client, lead.id)
    expect(made.status).toBe(200)
    const closed = await headOf(lead.id)
    expect([closed.stage, closed.closed, closed.related]).toEqual([
      'QUALIFIED',
      true,
      [expect.objectContaining({ id: made.body.id, relation: 'RESULT' })],
    ])
    expect((await headOf(made.body.id)).related).toEqual([
      expect.objectContaining({ id: lead.id, relation: 'SOURCE' }),
    ])
    expect((await tasksOf(lead.id)).filter(({ state }) => state === 'IDLE' || state === 'RUNNING')).toEqual(
      [],
    )
  },
)

it('of one lead one application is made, also by two people at once', async () => {
  const { client, lead } = await open()
  const both = await Promise.all([apply(client, lead.id), apply(client, lead.id)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const again = await apply(client, lead.id)
  const made = both.find(({ status }) => status === 200)?.body
  expect([again.status, again.raw.body]).toEqual([409, expect.stringContaining(made?.number ?? '?')])
  const { rows } = await sql`SELECT FROM case_file WHERE source_id = ${lead.id}`.execute(bank.db)
  expect(rows).toHaveLength(1)
})

it('nobody closes a lead by the system’s move', async () => {
  const { lead } = await open()
  expect((await move(lead.id, 'applicationMade')).status).toBe(409)
  expect((await headOf(lead.id)).stage).toBe('FIRST_CONTACT')
})

it('«Не дозвонились» enters the log of contacts, once whichever way it is said', async () => {
  const { lead, params } = await open()
  await move(lead.id, 'notReached', { comment: 'Телефон выключен' })
  const { body } = await bank.call(leads.getLead, { params }, agent)
  expect(body.attempts).toEqual([
    expect.objectContaining({ kind: 'CALL', outcome: 'NO_ANSWER', comment: 'Телефон выключен' }),
  ])
  const attempt = { kind: 'CALL', outcome: 'BUSY' } as const
  const after = await bank.call(leads.addContactAttempt, { params, body: attempt }, agent)
  expect(after.body.attempts.map(({ outcome }) => outcome)).toEqual(['BUSY', 'NO_ANSWER'])
})

it('what was agreed with the client is the deadline of the lead and of its task, also after a move', async () => {
  const at = new Date(noonClock.now().getTime() + 3 * 86_400_000).toISOString()
  const { lead, params } = await open()
  const body = { kind: 'CALL', outcome: 'NO_ANSWER', nextContactAt: at }
  await bank.call(leads.addContactAttempt, { params, body } as never, agent)
  const due = async () => [(await headOf(lead.id)).clock.dueAt, (await tasksOf(lead.id)).at(-1)?.due]
  expect(await due()).toEqual([at, at])
  await move(lead.id, 'planMeeting')
  expect(await due()).toEqual([at, at])
  const early = await open({ nextContactAt: at })
  expect((await headOf(early.lead.id)).clock.dueAt).toBe(at)
  // A moment that has passed moves nothing.
  const past = { kind: 'CALL', outcome: 'REACHED', nextContactAt: '2020-01-01T10:00:00.000Z' }
  await bank.call(leads.addContactAttempt, { params, body: past } as never, agent)
  expect(await due()).toEqual([at, at])
})
