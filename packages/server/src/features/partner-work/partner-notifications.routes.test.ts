import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { listNotifications as listOwn } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as own from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import * as api from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageSender } from '#integrations/messages/message-sender.ts'
import { standInSender } from '#integrations/messages/stand-in.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { sendMessages } from './messages.service.ts'
import { remindOfAccreditations } from './partner-daily.service.ts'
import { tellPartner } from './partner-events.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  // The administrator of the partner gets the right to transfers, so that only visibility stands in the way.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (5, 'Partner', 'Reassign')
    ON CONFLICT DO NOTHING`.execute(bank.db)
  await sql`INSERT INTO partner_reassignment (partner_id, to_partner_id, type_code) VALUES (2, 3, 'FULL'), (4, 5, 'FULL')`.execute(
    bank.db,
  )
  await sql`INSERT INTO partner_notification (partner_id, event_code, channel, address)
    VALUES (2, 'DECISION', 'EMAIL', 'a@volga.example'), (4, 'DECISION', 'EMAIL', 'a@ural.example')`.execute(
    bank.db,
  )
  bank.session.forget()
})
afterAll(() => bank.close())

const page = { page: 0, size: 20 }
const rule = (more: object = {}) => ({
  eventCode: 'REASSIGNMENT',
  channel: 'EMAIL',
  address: 'office@ural.example',
  employeeId: null,
  notUsed: false,
  ...more,
})
const plan = { toPartnerId: 1, typeCode: 'FULL', comment: 'x' }
const call = (endpoint: EndpointSpec, request: object, as: Login) =>
  bank.call(endpoint as never, request as never, { as }) as Promise<{ status: number }>

const ofPartner = (partnerId: string) => ({ params: { partnerId } })
const item = (partnerId: string, id: string) => ({ params: { partnerId, id } })

/** Every call; the second partner's ids are in the third column. Statuses: of the own partner. */
const calls: [
  string,
  EndpointSpec,
  (partner: string, notification: string, transfer: string) => object,
  number,
][] = [
  ['notifications', own.listPartnerNotifications, (p) => ofPartner(p), 200],
  ['new notification', own.createPartnerNotification, (p) => ({ ...ofPartner(p), body: rule() }), 200],
  ['notification', own.getPartnerNotification, (p, n) => item(p, n), 200],
  [
    'save notification',
    own.updatePartnerNotification,
    (p, n) => ({ ...item(p, n), body: { ...rule(), version: 1 } }),
    200,
  ],
  [
    'delete notification',
    own.deletePartnerNotification,
    (p, n) => ({ ...item(p, n), query: { version: 2 } }),
    204,
  ],
  [
    'delete notifications',
    own.deletePartnerNotifications,
    (p) => ({ ...ofPartner(p), query: { ids: '999999' } }),
    200,
  ],
  ['messages', own.listPartnerMessages, (p) => ({ ...ofPartner(p), query: page }), 200],
  [
    'what to transfer',
    api.findTransfer,
    (p) => ({ body: { partnerId: Number(p), typeCode: 'FULL', search: '' } }),
    200,
  ],
  ['transfers', api.listReassignments, (p) => ({ ...ofPartner(p), query: page }), 200],
  ['new transfer', api.createReassignment, (p) => ({ ...ofPartner(p), body: plan }), 400],
  ['transfer', api.getReassignment, (p, _n, r) => item(p, r), 200],
  ['its items', api.listReassignmentItems, (p, _n, r) => ({ ...item(p, r), query: page }), 200],
  [
    'save transfer',
    api.updateReassignment,
    (p, _n, r) => ({ ...item(p, r), body: { ...plan, version: 9 } }),
    409,
  ],
  ['start', api.startReassignment, (p, _n, r) => ({ ...item(p, r), body: { version: 9 } }), 409],
  ['return', api.returnReassignment, (p, _n, r) => ({ ...item(p, r), body: {} }), 409],
  ['cancel', api.cancelReassignment, (p, _n, r) => ({ ...item(p, r), body: {} }), 200],
  ['delete transfers', api.deleteReassignments, (p) => ({ ...ofPartner(p), query: { ids: '999999' } }), 200],
  ['delete transfer', api.deleteReassignment, (p, _n, r) => ({ ...item(p, r), query: { version: 2 } }), 204],
]

describe.each(calls)('the call «%s»', (_name, endpoint, request, status) => {
  it('answers for the own partner', async () => {
    expect((await call(endpoint, request('4', '2', '2'), 'partner-admin')).status).toBe(status)
  })
  it('is 404 for another partner, as if it did not exist', async () => {
    expect((await call(endpoint, request('2', '1', '1'), 'partner-admin')).status).toBe(404)
  })
  it('is 403 without the right', async () => {
    expect((await call(endpoint, request('2', '1', '1'), 'agent')).status).toBe(403)
  })
  it('is 400 when what is asked makes no sense', async () => {
    expect((await call(endpoint, request('x', 'x', 'x'), 'admin')).status).toBe(400)
  })
})

const ofItems = calls.filter(([, endpoint]) => endpoint.path.includes(':id'))
it.each(ofItems)(
  'the call «%s» knows nothing of another partner by its id',
  async (_n, endpoint, request) => {
    expect((await call(endpoint, request('4', '1', '1'), 'partner-admin')).status).toBe(404)
  },
)

describe('a notification', () => {
  const create = (more: object) =>
    bank.call(own.createPartnerNotification, { ...ofPartner('4'), body: rule(more) as never })

  it.each([
    [{ address: '' }, 'address', 'Поле должно быть заполнено'],
    [{ address: 'nobody' }, 'address', 'Укажите адрес вида name@bank.ru'],
    [{ channel: 'SMS', address: '123' }, 'address', 'Укажите телефон в виде +79991234567'],
    [{ channel: 'INTERNAL' }, 'employeeId', 'Поле должно быть заполнено'],
    [{ channel: 'INTERNAL', employeeId: 4 }, 'employeeId', 'Выберите работающего сотрудника этого партнёра'],
  ])('with %o is refused', async (more, path, message) => {
    const { status, error } = await create(more)
    expect(status).toBe(400)
    expect(error.fields).toEqual([{ path, message }])
  })

  it('keeps of address and employee only what the channel uses', async () => {
    const { body } = await create({ channel: 'INTERNAL', employeeId: 5, address: 'left@over.example' })
    expect(body).toMatchObject({ address: '', employee: { id: 5 } })
    const saved = await bank.call(own.updatePartnerNotification, {
      ...item('4', String(body.id)),
      body: { ...rule({ channel: 'SMS', address: '+79991234567', employeeId: 5 }), version: 1 } as never,
    })
    expect(saved.body).toMatchObject({ employee: null, address: '+79991234567', version: 2 })
    const old = await bank.call(own.updatePartnerNotification, {
      ...item('4', String(body.id)),
      body: { ...rule(), version: 1 } as never,
    })
    expect(old.status).toBe(409)
    expect(old.error.current).toMatchObject({ address: '+79991234567' })
  })
})

describe('news of a partner', () => {
  const send = async (sender: MessageSender, id: number, isLastAttempt = false) => {
    const signal = new AbortController().signal
    await sendMessages(bank.db, sender)({ messageId: id }, { id: 'job', attempt: 1, isLastAttempt, signal })
  }
  const messages = async () =>
    (await bank.call(own.listPartnerMessages, { ...ofPartner('5'), query: page })).body.content
  const tell = (key: string) =>
    bank.db
      .transaction()
      .execute((tx) =>
        tellPartner(tx, 5, { event: 'REMARKS', text: `Замечания ${key}`, link: '/partner/5', key }),
      )

  beforeAll(async () => {
    await sql`INSERT INTO employee (id, partner_id, last_name, first_name) VALUES (800, 5, 'Уволенный', 'Ян')`.execute(
      bank.db,
    )
    await sql`UPDATE employee SET not_active = true WHERE id = 800`.execute(bank.db)
    await sql`INSERT INTO partner_notification (partner_id, event_code, channel, address, employee_id, not_used) VALUES
      (5, 'REMARKS', 'EMAIL', 'perm@ural.example', NULL, false), (5, 'REMARKS', 'SMS', '+79990000000', NULL, true),
      (5, 'REMARKS', 'EMAIL', 'box@refused.example', NULL, false), (5, 'REMARKS', 'INTERNAL', '', 5, false),
      (5, 'REMARKS', 'INTERNAL', '', 800, false), (5, 'ACCREDITATION_EXPIRING', 'INTERNAL', '', 5, false)`.execute(
      bank.db,
    )
  })

  it('reach the employee in the product and wait in the outbox for the others, once for a key', async () => {
    expect(await tell('one')).toBe(3)
    expect(await tell('one')).toBe(0)
    const { body } = await bank.call(listOwn, { query: page }, { as: 'partner-admin' })
    expect(body.content.filter(({ text }) => text === 'Замечания one')).toHaveLength(1)
    expect((await messages()).map(({ address, state }) => [address, state])).toEqual([
      ['box@refused.example', 'WAITING'],
      ['perm@ural.example', 'WAITING'],
    ])
    const { rows } = await sql<{ id: number }>`
      SELECT (data ->> 'messageId')::int AS id FROM pgboss.job WHERE name = 'partner-message'`.execute(
      bank.db,
    )
    expect(rows).toHaveLength(2)
  })

  it('are nothing when the change they tell of is taken back', async () => {
    const failing = bank.db.transaction().execute(async (tx) => {
      await tellPartner(tx, 5, { event: 'REMARKS', text: 'Отменённое', key: 'undone' })
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect((await messages()).some(({ text }) => text === 'Отменённое')).toBe(false)
    expect(await tell('undone')).toBe(3)
  })

  it('are sent once, and are tried again until the last attempt', async () => {
    const [refused, good] = (await messages()).slice(-2)
    await send(standInSender, good?.id ?? 0)
    await send({ ...standInSender, send: () => Promise.reject(new Error('twice')) }, good?.id ?? 0)
    await expect(send(standInSender, refused?.id ?? 0)).rejects.toThrow('550')
    expect((await messages()).slice(-2)).toMatchObject([
      { state: 'WAITING', attempts: 1, error: '550 mailbox unavailable' },
      { state: 'SENT', attempts: 1, sentBy: 'STAND_IN', error: null },
    ])
    await expect(send(standInSender, refused?.id ?? 0, true)).rejects.toThrow('550')
    expect((await messages()).at(-2)).toMatchObject({ state: 'FAILED', attempts: 2 })
  })

  it('remind of an accreditation once for each of the days', async () => {
    await sql`WITH r AS (INSERT INTO partner_role (partner_id, role_code) VALUES (5, 'Appraiser') RETURNING id)
      INSERT INTO accreditation (partner_id, partner_role_id, type_code, date_from, date_to)
      SELECT 5, id, 'x', '2026-01-01', '2026-12-20' FROM r`.execute(bank.db)
    const on = (day: string) =>
      remindOfAccreditations(bank.db, {
        clock: { timeZone: 'Europe/Moscow', now: () => new Date(`${day}T12:00:00+03:00`) },
        parameters: deliveredParameters,
      })
    const told = async () => {
      const { body } = await bank.call(listOwn, { query: page }, { as: 'partner-admin' })
      return body.content.filter(({ text }) => text.includes('действует до 20.12.2026')).length
    }
    const counts = []
    for (const day of ['2026-11-01', '2026-11-21', '2026-11-22', '2026-12-13', '2026-12-20', '2026-12-21']) {
      await on(day)
      counts.push(await told())
    }
    expect(counts).toEqual([0, 1, 1, 2, 3, 3])
  })
})

describe('appraisers', () => {
  const find = async (body: object, as: Login = 'admin') => {
    const answer = await bank.call(api.findAppraisers, { body: { search: '', ...page, ...body } }, { as })
    return { ...answer, names: answer.body.content?.map(({ shortName }) => shortName) }
  }
  beforeAll(async () => {
    await sql`INSERT INTO partner_role (id, partner_id, role_code) OVERRIDING SYSTEM VALUE
      VALUES (9001, 2, 'Appraiser'), (9002, 4, 'Appraiser')`.execute(bank.db)
    await sql`INSERT INTO accreditation (partner_id, partner_role_id, type_code, status, date_from, date_to) VALUES
      (2, 9001, 'x', 'ACTIVE', '2026-01-01', '2026-06-30'), (2, 9001, 'x', 'ACTIVE', '2026-07-01', NULL),
      (4, 9002, 'x', 'SUSPENDED', '2026-01-01', NULL)`.execute(bank.db)
    await sql`INSERT INTO partner_region (partner_id, region_code) VALUES (2, '63')`.execute(bank.db)
    await sql`INSERT INTO contact (partner_id, contact_type_id, value, main) VALUES (2, 1, '+78430000000', true)`.execute(
      bank.db,
    )
  })

  it('have an accreditation in force on the day and work in the region', async () => {
    const date = '2026-11-21'
    expect((await find({ date, regionCode: '63' })).names).toEqual(['Волга-Ипотека'])
    expect((await find({ date, regionCode: '16' })).names).toEqual(['Волга-Ипотека'])
    expect((await find({ date, regionCode: '77' })).names).toEqual([])
    expect((await find({ date: '2025-01-01' })).names).toEqual([])
    expect((await find({ date, search: 'волга' })).body.content[0]).toMatchObject({
      phone: '+78430000000',
      email: null,
      regions: [{ code: '16' }, { code: '63' }],
      accreditation: { dateFrom: '2026-07-01', dateTo: null },
    })
  })

  it('are those whom the caller may see', async () => {
    expect((await find({ date: '2026-11-21', search: 'волга' }, 'partner-admin')).names).toEqual([])
    expect((await find({}, 'agent')).status).toBe(403)
    expect((await find({ date: '21.11.2026' })).status).toBe(400)
  })
})
