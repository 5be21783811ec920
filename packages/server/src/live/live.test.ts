import { tokenDestination, topics } from '@ipoteka-office/contract/live.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'
import { claimsOf, signToken } from '#testing/test-tokens.ts'
import { publish } from './publish.ts'
import { liveInstance, rawSocket, Tab, type TestInstance } from '#testing/processes/live-instance.ts'
import { soon } from '#testing/waiting/soon.ts'

/** Approvers: of the bank, of the partner of `partner-admin`, of its branch. */
const bankApprover = 101
const uralApprover = 102
const branchApprover = 103

let app: TestApp
let first: TestInstance
let second: TestInstance
const tabs: Tab[] = []

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function tabOf(login: Parameters<TestApp['tokenOf']>[0], instance = first): Promise<Tab> {
  const tab = new Tab(instance.url, await app.tokenOf(login))
  tabs.push(tab)
  return tab.connect()
}

beforeAll(async () => {
  app = await testApp()
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name)
    VALUES (101, 1, 'Банковский', 'А'), (102, 4, 'Уральский', 'Б'), (103, 5, 'Пермский', 'В')`.execute(app.db)
  await sql`INSERT INTO approver (id, type, employee_id)
    VALUES (101, 'oic', 101), (102, 'oic', 102), (103, 'oic', 103)`.execute(app.db)
  first = await liveInstance(app)
  second = await liveInstance(app)
})
afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.leave()
  expect([...first.errors.splice(0), ...second.errors.splice(0)]).toEqual([])
})
afterAll(async () => {
  await first.close()
  await second.close()
  await app.close()
})

describe('messages', () => {
  it('reach the tabs of every instance once the change is committed', async () => {
    const here = await tabOf('admin', first)
    const there = await tabOf('workload', second)
    const topic = topics.approvers('oic')
    await here.subscribe(topic)
    await there.subscribe(topic)
    await app.db.transaction().execute(async (tx) => {
      await publish(tx, topic, { ids: [bankApprover] })
      await pause(150)
      expect(there.of(topic)).toEqual([])
    })
    await soon(() => expect(here.of(topic)).toEqual([{ ids: [bankApprover] }]))
    await soon(() => expect(there.of(topic)).toEqual([{ ids: [bankApprover] }]))
  })

  it('do not come from a transaction that is rolled back', async () => {
    const tab = await tabOf('admin')
    await tab.subscribe(topics.unassigned('nis'))
    const undone = app.db.transaction().execute(async (tx) => {
      await publish(tx, topics.unassigned('nis'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await publish(app.db, topics.approvers('nis'))
    await pause(300)
    expect(tab.of(topics.unassigned('nis'))).toEqual([])
  })

  it('name to a partner only the rows of its own and of its branches', async () => {
    const operator = await tabOf('admin')
    const partner = await tabOf('partner-admin', second)
    const topic = topics.approvers('oic')
    await operator.subscribe(topic)
    await partner.subscribe(topic)
    await publish(app.db, topic, { ids: [bankApprover] })
    await soon(() => expect(operator.of(topic)).toHaveLength(1))
    await pause(100)
    expect(partner.of(topic)).toEqual([])
    await publish(app.db, topic, { ids: [bankApprover, uralApprover, branchApprover] })
    await soon(() => expect(partner.of(topic)).toHaveLength(1))
    const [message] = partner.of(topic) as { ids: number[] }[]
    expect(message?.ids.toSorted((a, b) => a - b)).toEqual([uralApprover, branchApprover])
  })

  it('about many rows say «read again» and name none', async () => {
    const tab = await tabOf('admin')
    await tab.subscribe(topics.approvers('oic'))
    await publish(app.db, topics.approvers('oic'), { ids: Array.from({ length: 5_000 }, (_, i) => i + 1) })
    await soon(() => expect(tab.of(topics.approvers('oic'))).toEqual([{ ids: [] }]))
  })

  it('with an audience stay with it', async () => {
    const operator = await tabOf('admin')
    const partner = await tabOf('partner-admin')
    const topic = topics.unassigned('oic')
    await operator.subscribe(topic)
    await partner.subscribe(topic)
    await publish(app.db, topic, {}, { partnerIds: [2] })
    await soon(() => expect(operator.of(topic)).toEqual([{}]))
    await publish(app.db, topic, {}, { partnerIds: [5] })
    await soon(() => expect(partner.of(topic)).toEqual([{}]))
    expect(operator.of(topic)).toHaveLength(2)
  })

  it('of a person reach only that person', async () => {
    const own = await tabOf('admin', second)
    const other = await tabOf('workload')
    await own.subscribe(topics.mine)
    await other.subscribe(topics.mine)
    await publish(app.db, topics.mine, {}, { employeeId: 1 })
    await soon(() => expect(own.of(topics.mine)).toEqual([{}]))
    await pause(100)
    expect(other.of(topics.mine)).toEqual([])
  })

  it('that were missed while the listening connection was broken are made up for', async () => {
    const tab = await tabOf('admin')
    await tab.subscribe(topics.approvers('oic'))
    await withAdmin(app.connectionString, (admin) =>
      admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'ipoteka-live'`),
    )
    await soon(() => expect(tab.of(topics.approvers('oic'))).toContainEqual({ ids: [] }))
    await soon(() => expect(first.live.state().listening && second.live.state().listening).toBe(true))
    expect([...first.errors, ...second.errors].map(String).join()).toMatch(/terminat|closed/)
    first.errors.length = 0
    second.errors.length = 0
  })
})

describe('a subscription that says since when the page has been reading', () => {
  const topic = topics.approvers('oic')
  /** Told to a tab that listens to all of it: then it is told to all. */
  async function published(ids: readonly number[]): Promise<void> {
    const witness = await tabOf('admin')
    await witness.subscribe(topic)
    await publish(app.db, topic, { ids })
    await soon(() => expect(witness.of(topic).at(-1)).toEqual({ ids }))
    await witness.leave()
  }

  it('is told what happened in between, once, and nothing from before', async () => {
    await published([bankApprover])
    const tab = await tabOf('admin')
    await published([uralApprover])
    await tab.subscribe(topic, tab.moment)
    await tab.subscribe(topics.unassigned('oic'), tab.moment)
    expect(tab.of(topic)).toEqual([{ ids: [uralApprover] }])
    expect(tab.of(topics.unassigned('oic'))).toEqual([])
    await publish(app.db, topic, { ids: [branchApprover] })
    await soon(() => expect(tab.of(topic)).toEqual([{ ids: [uralApprover] }, { ids: [branchApprover] }]))
  })

  it('is told nothing when nothing happened', async () => {
    const tab = await tabOf('admin')
    await tab.subscribe(topic, tab.moment)
    await pause(100)
    expect(tab.of(topic)).toEqual([])
  })

  it('is told only of rows that the person sees', async () => {
    const tab = await tabOf('partner-admin')
    await published([bankApprover])
    await published([bankApprover, uralApprover])
    await tab.subscribe(topic, tab.moment)
    expect(tab.of(topic)).toEqual([{ ids: [uralApprover] }])
  })

  it('is told to read again when it asks for more than is kept', async () => {
    const tab = await tabOf('admin')
    await tab.subscribe(topic, tab.moment - 3_600_000)
    await tab.subscribe(topics.features, -1)
    expect([tab.of(topic), tab.of(topics.features)]).toEqual([[{ ids: [] }], [{}]])
  })

  it('is told of rights that changed before it', async () => {
    const tab = await tabOf('viewer')
    await sql`UPDATE employee SET version = version + 1 WHERE login = 'viewer'`.execute(app.db)
    const signal = await tabOf('viewer')
    await soon(async () => {
      await signal.subscribe(topics.rights, tab.moment)
      expect(signal.of(topics.rights)).toEqual([{}])
    })
    await tab.subscribe(topics.rights, tab.moment)
    expect(tab.of(topics.rights)).toEqual([{}])
  })

  it.each(['soon', '1e3', '', '1'.repeat(16)])('that says «%s» is refused', async (since) => {
    const tab = await tabOf('admin')
    await expect(tab.subscribe(topic, since)).rejects.toThrow('Header since is not a moment')
  })
})

describe('access', () => {
  it.each([
    ['agent', topics.approvers('oic')],
    ['partner-admin', topics.approvers('nis')],
    ['partner-admin', topics.unassigned('nis')],
    ['support', topics.presence('approver', bankApprover)],
    ['partner-admin', topics.presence('approver', bankApprover)],
    ['admin', topics.presence('approver', 999_999)],
    ['admin', '/user/2/queue/notifications'],
    ['admin', '/topic/approvers.*'],
    ['admin', '/topic/presence.approver.99999999999'],
    ['admin', '/topic/__proto__'],
  ] as const)('%s may not subscribe to %s', async (login, topic) => {
    const tab = await tabOf(login)
    await expect(tab.subscribe(topic)).rejects.toThrow('Destination is not allowed')
    expect([tab.closed, tab.refusedTopic]).toEqual([true, topic])
  })

  it.each([
    ['no token', ''],
    ['a wrong token', 'Bearer abc.def.ghi'],
    ['another scheme', 'Basic YTpi'],
  ])('CONNECT with %s is refused', async (_, authorization) => {
    const { socket, texts, opened, closed } = rawSocket(first.url)
    await opened
    socket.send(`CONNECT\naccept-version:1.2\n${authorization && `Authorization:${authorization}\n`}\n\0`)
    expect(await closed).toBe(1008)
    expect(texts.join()).toMatch(/^ERROR\nmessage:Unauthorised/)
  })

  it.each(['norole', 'blocked'] as const)('%s may not connect', async (login) => {
    await expect(tabOf(login)).rejects.toThrow('Unauthorised')
  })

  it('SEND is refused', async () => {
    const tab = await tabOf('admin')
    const other = await tabOf('workload')
    await other.subscribe(topics.approvers('oic'))
    tab.send(topics.approvers('oic'), '{"ids":[1]}')
    await soon(() => expect(tab.refusals).toEqual(['SEND is not allowed']))
    await soon(() => expect(tab.closed).toBe(true))
    expect(other.of(topics.approvers('oic'))).toEqual([])
  })

  it('a page of another site may not connect', async () => {
    for (const origin of [
      'https://evil.example',
      'http://localhost:9',
      'null',
      'http://localhost.evil.example:8080',
    ])
      expect(await rawSocket(first.url, { origin }).opened).toBe(403)
    const own = rawSocket(first.url, { origin: app.config.publicUrl })
    expect(await own.opened).toBe(101)
    own.socket.close()
  })

  it('other addresses are not upgraded', async () => {
    expect(await rawSocket(first.url.replace('/ws', '/other')).opened).toBe(404)
    expect(await rawSocket(first.url.replace('/ws', '//')).opened).toBe(404)
  })

  it('the connection ends with its token', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const token = await signToken({ ...claimsOf(app.config.identity, 'admin'), exp: now + 2 })
    const tab = new Tab(first.url, token)
    await tab.connect()
    await soon(() => expect(tab.refusals).toEqual(['Token expired']))
    await soon(() => expect(tab.closed).toBe(true))
  })

  it('the connection goes on with a newer token of the same person, and with nobody else’s', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const brief = await signToken({ ...claimsOf(app.config.identity, 'admin'), exp: now + 2 })
    const tab = await new Tab(first.url, brief).connect()
    tabs.push(tab)
    const topic = topics.approvers('oic')
    await tab.subscribe(topic)
    tab.send(tokenDestination, '', { Authorization: `Bearer ${await app.tokenOf('admin')}` })
    await pause(2_500)
    expect([tab.closed, tab.refusals]).toEqual([false, []])
    await app.db.transaction().execute((tx) => publish(tx, topic, { ids: [bankApprover] }))
    await soon(() => expect(tab.of(topic)).toEqual([{ ids: [bankApprover] }]))
    tab.send(tokenDestination, '', { Authorization: `Bearer ${await app.tokenOf('workload')}` })
    await soon(() => expect(tab.refusals).toEqual(['Unauthorised']))
  })

  it('a right that is taken away ends its subscription and leaves the others', async () => {
    const tab = await tabOf('partner-admin')
    const topic = topics.approvers('oic')
    await tab.subscribe(topic)
    await tab.subscribe(topics.mine)
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 5 AND object_type = 'EmployeeOic'`.execute(
      app.db,
    )
    await soon(() => expect(first.live.state().subscriptions).toBe(1))
    await publish(app.db, topic, { ids: [uralApprover] })
    await publish(app.db, topics.mine, {}, { employeeId: 5 })
    await soon(() => expect(tab.of(topics.mine)).toEqual([{}]))
    expect(tab.of(topic)).toEqual([])
    await sql`INSERT INTO user_role_operation VALUES (5, 'EmployeeOic', 'Read')`.execute(app.db)
  })

  it('an employee who is switched off is disconnected', async () => {
    const tab = await tabOf('underwriter', second)
    await sql`UPDATE employee SET not_active = true WHERE login = 'underwriter'`.execute(app.db)
    await soon(() => expect(tab.closed).toBe(true))
    await sql`UPDATE employee SET not_active = false WHERE login = 'underwriter'`.execute(app.db)
  })
})

describe('presence', () => {
  const topic = topics.presence('approver', bankApprover)

  it('shows who else has the record open, over all instances, until they leave', async () => {
    const admin = await tabOf('admin', first)
    await admin.subscribe(topic)
    await soon(() => expect(admin.of(topic)).toEqual([{ people: [] }]))
    const workload = await tabOf('workload', second)
    await workload.subscribe(topic)
    await soon(() =>
      expect(admin.of(topic).at(-1)).toEqual({
        people: [{ descriptor: 'Орлов Дмитрий Сергеевич', since: expect.any(String) }],
      }),
    )
    await soon(() =>
      expect(workload.of(topic).at(-1)).toMatchObject({
        people: [{ descriptor: 'Кузнецова Мария Викторовна' }],
      }),
    )
    await workload.leave()
    await soon(() => expect(admin.of(topic).at(-1)).toEqual({ people: [] }))
  })

  it('is learned by an instance that starts later', async () => {
    const admin = await tabOf('admin', first)
    await admin.subscribe(topic)
    const third = await liveInstance(app)
    await pause(200)
    const workload = await tabOf('workload', third)
    await workload.subscribe(topic)
    await soon(() =>
      expect(workload.of(topic).at(-1)).toMatchObject({
        people: [{ descriptor: 'Кузнецова Мария Викторовна' }],
      }),
    )
    await third.close()
    await soon(() => expect(workload.closed).toBe(true))
    await soon(() => expect(admin.of(topic).at(-1)).toEqual({ people: [] }))
  })
})
