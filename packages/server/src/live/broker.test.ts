import { topics } from '@ipoteka-office/contract/live.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { Connection } from 'rabbitmq-client'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { liveInstance, Tab, type TestInstance } from '#testing/processes/live-instance.ts'
import { hasRabbit, type Rabbit, startRabbit } from '#testing/processes/rabbit.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { publish } from './publish.ts'
import { soon } from '#testing/waiting/soon.ts'

const approver = 101
const topic = topics.approvers('oic')

let app: TestApp
let rabbit: Rabbit
let first: TestInstance
let second: TestInstance
const tabs: Tab[] = []

async function tabOf(login: Parameters<TestApp['tokenOf']>[0], instance: TestInstance): Promise<Tab> {
  const tab = await new Tab(instance.url, await app.tokenOf(login)).connect()
  tabs.push(tab)
  return tab
}

const waiting = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM live_event`.execute(app.db)
  return rows[0]?.n
}

describe.skipIf(!hasRabbit)('RabbitMQ between the instances', () => {
  beforeAll(async () => {
    app = await testApp()
    await sql`INSERT INTO employee (id, partner_id, last_name, first_name)
      VALUES (101, 1, 'Банковский', 'А')`.execute(app.db)
    await sql`INSERT INTO approver (id, type, employee_id) VALUES (101, 'oic', 101)`.execute(app.db)
    rabbit = await startRabbit()
    first = await liveInstance(app, { brokerUrl: rabbit.url })
    second = await liveInstance(app, { brokerUrl: rabbit.url })
  }, 120_000)
  afterEach(async () => {
    for (const tab of tabs.splice(0)) await tab.leave()
  })
  afterAll(async () => {
    await first.close()
    await second.close()
    await rabbit.close()
    await app.close()
  })

  it('carries messages to the tabs of each, after the commit and past PostgreSQL', async () => {
    const here = await tabOf('admin', first)
    const there = await tabOf('workload', second)
    await here.subscribe(topic)
    await there.subscribe(topic)
    const told: string[] = []
    const listener = new pg.Client({ connectionString: app.connectionString })
    await listener.connect()
    onTestFinished(() => listener.end())
    listener.on('notification', ({ channel }) => told.push(channel))
    for (const channel of ['live', 'live_presence']) await listener.query(`LISTEN ${channel}`)
    await app.db.transaction().execute(async (tx) => {
      await publish(tx, topic, { ids: [approver] })
      await new Promise((done) => setTimeout(done, 150))
      expect(there.of(topic)).toEqual([])
    })
    await soon(() => expect(here.of(topic)).toEqual([{ ids: [approver] }]))
    await soon(() => expect(there.of(topic)).toEqual([{ ids: [approver] }]))
    await listener.query('SELECT 1')
    expect(told).toEqual([])
    expect([...first.errors.splice(0), ...second.errors.splice(0)]).toEqual([])
  })

  it('tells a partner’s people only of their own rows', async () => {
    const operator = await tabOf('admin', first)
    const partner = await tabOf('partner-admin', second)
    await operator.subscribe(topic)
    await partner.subscribe(topic)
    await publish(app.db, topic, { ids: [approver] })
    await soon(() => expect(operator.of(topic)).toEqual([{ ids: [approver] }]))
    expect(partner.of(topic)).toEqual([])
  })

  it('tells who has a record open on another instance', async () => {
    const record = topics.presence('approver', approver)
    const here = await tabOf('admin', first)
    const there = await tabOf('workload', second)
    await here.subscribe(record)
    await there.subscribe(record)
    await soon(() => expect(here.of(record).at(-1)).toMatchObject({ people: [{}] }))
    await there.leave()
    await soon(() => expect(here.of(record).at(-1)).toEqual({ people: [] }))
  })

  it('has everybody read again when a number of a sender is missing, and bears what is no message', async () => {
    const tab = await tabOf('admin', first)
    await tab.subscribe(topic)
    const stranger = new Connection(rabbit.url)
    const publisher = stranger.createPublisher({ confirm: true })
    onTestFinished(async () => {
      await publisher.close()
      await stranger.close()
    })
    const send = (messageId: string) =>
      publisher.send(
        { exchange: 'ipoteka.live', routingKey: '', type: 'live', appId: 'another', messageId },
        Buffer.from(JSON.stringify([{ topic: topics.approvers('nis') }])),
      )
    await publisher.send({ exchange: 'ipoteka.live', routingKey: '' }, 'no message')
    await send('1')
    await send('2')
    await publish(app.db, topic, { ids: [approver] })
    await soon(() => expect(tab.of(topic)).toEqual([{ ids: [approver] }]))
    await send('5')
    await soon(() => expect(tab.of(topic)).toEqual([{ ids: [approver] }, { ids: [] }]))
  })

  it('keeps events while the broker is gone, says that it does not hear, and goes on with the next one', async () => {
    const tab = await tabOf('admin', second)
    await tab.subscribe(topic)
    await rabbit.kill()
    await soon(() => expect(second.live.state().listening).toBe(false))
    await publish(app.db, topic, { ids: [approver] })
    const late = await liveInstance(app, { brokerUrl: rabbit.url })
    onTestFinished(() => late.close())
    expect(late.live.state().listening).toBe(false)
    expect(await waiting()).toBe(1)
    expect(tab.of(topic)).toEqual([])
    // Nor does a stop wait for it, whoever has records open there.
    const leaving = await liveInstance(app, { brokerUrl: rabbit.url })
    const open = await tabOf('admin', leaving)
    for (const id of [approver, 1, 2, 3])
      await open.subscribe(topics.presence('approver', id)).catch(() => undefined)
    const begun = performance.now()
    await leaving.close()
    expect(performance.now() - begun).toBeLessThan(5_000)
    await rabbit.start()
    await soon(() =>
      expect([first, second, late].map((one) => one.live.state().listening)).toEqual([true, true, true]),
    )
    // Whoever was back first may have sent the event before this instance heard again: then it reads everything anew.
    await soon(() => expect(tab.of(topic)).toContainEqual({ ids: [] }))
    await soon(async () => expect(await waiting()).toBe(0))
    await publish(app.db, topic, { ids: [approver] })
    await soon(() => expect(tab.of(topic).at(-1)).toEqual({ ids: [approver] }))
    expect(second.errors).not.toEqual([])
  }, 180_000)
})
