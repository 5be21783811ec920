import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import { tokenDestination, topics } from '@ipoteka-office/contract/live.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, firstOf, percentile } from '../check.ts'
import { RawStomp } from '../stomp.ts'

const type = 'nis'
const topic = topics.approvers(type)
/** A process admits so many tabs of one person. */
const tabsOfOne = 25
/** One in so many listens for a partner, the others for the bank. */
const partnerShare = 4
const latestMs = 250

/** Somebody whose tabs listen. */
interface Person {
  readonly login: string
  readonly isOfBank: boolean
}

/** People with the rights of `workload`, of the bank and of a partner, as many as are needed; the password is the same. */
async function hire(bank: BankUnderTest, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < count; n += 1) {
    const isOfBank = n % partnerShare !== 0
    const [from, login] = [isOfBank ? 'workload' : 'partner-admin', `listener-${n}`]
    await bank.sql(
      `WITH made AS (
        INSERT INTO employee (partner_id, last_name, first_name, login, birth_date)
        SELECT partner_id, 'Слушатель', $2, $2, birth_date FROM employee WHERE login = $1 RETURNING id)
      INSERT INTO employee_user_role (employee_id, user_role_id)
      SELECT made.id, h.user_role_id FROM made, employee_user_role h JOIN employee e ON e.id = h.employee_id
      WHERE e.login = 'workload'`,
      [from, login],
    )
    await bank.sql(
      `INSERT INTO identity.account (id, login, name, password_hash, realm_roles, resource_roles)
      SELECT gen_random_uuid(), $1, name, password_hash, realm_roles, resource_roles
      FROM identity.account WHERE login = 'workload'`,
      [login],
    )
    people.push({ login, isOfBank })
  }
  return people
}

/** What one tab has heard: the moments at which each approver was told of. */
interface Heard {
  readonly person: Person
  readonly tab: RawStomp
  readonly moments: Map<number, number[]>
}

/** Within the interval that every tab has promised the server to be heard in. */
const heartbeatMs = 10_000

async function listen(url: string, token: string, person: Person): Promise<Heard | null> {
  const tab = await RawStomp.open(url)
  if (tab === null) return null
  const moments = new Map<number, number[]>()
  tab.connect(token)
  if ((await tab.until(/^CONNECTED/, 20_000)) === null) return null
  tab.send('SUBSCRIBE', { id: '1', destination: topic, receipt: 'r' })
  if ((await tab.until(/^RECEIPT/, 20_000)) === null) return null
  tab.onFrame((frame) => {
    const now = performance.now()
    const ids = /"ids":\[([\d,]+)\]/.exec(frame)?.[1]
    for (const id of ids?.split(',') ?? []) {
      const known = moments.get(Number(id))
      if (known === undefined) moments.set(Number(id), [now])
      else known.push(now)
    }
  })
  return { person, tab, moments }
}

interface Save {
  readonly id: number
  readonly begun: number
  readonly answered: number
}

/** Saves through both processes by turns, so many a second; each approver rarely enough that its saves are told apart. */
async function save(
  bank: BankUnderTest,
  urls: readonly string[],
  approvers: readonly Approver[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<{ saves: Save[]; refused: string[] }> {
  const token = await bank.token('admin')
  const versions = new Map(approvers.map((one) => [one.id, one]))
  const saves: Save[] = []
  const refused: string[] = []
  const one = async (at: number) => {
    const approver = versions.get(approvers[at % approvers.length]?.id ?? 0)
    if (approver === undefined) return
    const body = { ...approver, mortgageApplicationsLimit: 50 + (at % 40) }
    const begun = performance.now()
    const answer = await fetch(`${urls[at % urls.length]}/api/partner/${type}/${approver.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) return refused.push(`${answer.status} ${(await answer.text()).slice(0, 200)}`)
    versions.set(approver.id, (await answer.json()) as Approver)
    return saves.push({ id: approver.id, begun, answered: performance.now() })
  }
  const begun = performance.now()
  const underWay: Promise<unknown>[] = []
  while (underWay.length < perSecond * seconds) {
    const due = begun + (underWay.length * 1_000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    underWay.push(one(underWay.length))
  }
  await Promise.all(underWay)
  return { saves, refused }
}

interface Judged {
  readonly delays: number[]
  readonly lost: number
  readonly strange: number
}

/** How long after the answer to each save the tab was told of it; null: never. */
const delaysOf = ({ moments }: Heard, saves: readonly Save[]): (number | null)[] =>
  saves.map(({ id, begun, answered }) => {
    const at = (moments.get(id) ?? []).find((moment) => moment >= begun)
    return at === undefined ? null : Math.max(0, at - answered)
  })

/** What every tab should know of, and what people of a partner should not. */
function judge(saves: readonly Save[], tabs: readonly Heard[], ofPartner: ReadonlySet<number>): Judged {
  const foreign = saves.filter(({ id }) => !ofPartner.has(id))
  const own = saves.filter(({ id }) => ofPartner.has(id))
  const told = tabs.flatMap((tab) => delaysOf(tab, tab.person.isOfBank ? saves : own))
  const overheard = tabs
    .filter(({ person }) => !person.isOfBank)
    .flatMap((tab) => delaysOf(tab, foreign).filter((delay) => delay !== null))
  return {
    delays: told.filter((delay) => delay !== null),
    lost: told.filter((delay) => delay === null).length,
    strange: overheard.length,
  }
}

/** So many tabs by turns at the processes, each person with a few at each. */
async function openTabs(
  bank: BankUnderTest,
  urls: readonly string[],
  count: number,
  tabs: Heard[],
): Promise<void> {
  const people = await hire(bank, Math.ceil(count / urls.length / tabsOfOne) + 2)
  for (let n = 0; n < count; n += 1) {
    const person = people[Math.floor(n / urls.length) % people.length]
    const url = urls[n % urls.length]
    if (person === undefined || url === undefined) break
    const heard = await listen(url, await bank.token(person.login), person)
    if (heard !== null) tabs.push(heard)
  }
}

/** Gives every tab a token that lasts through the measurement, as pages do: one that ends takes its connection with it. */
async function renew(bank: BankUnderTest, tabs: readonly Heard[]): Promise<void> {
  for (const { tab, person } of tabs)
    tab.send('SEND', {
      destination: tokenDestination,
      Authorization: `Bearer ${await bank.token(person.login)}`,
    })
}

/** Approvers that `partner-admin`, and so people like them, see. */
async function seenByPartner(bank: BankUnderTest): Promise<ReadonlySet<number>> {
  const rows = await bank.sql<{ id: number }>(
    `SELECT a.id FROM approver a JOIN partner p ON p.id = a.partner_id
    WHERE p.ancestor_ids @> ARRAY[(SELECT partner_id FROM employee WHERE login = 'partner-admin')]`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Tabs of the bank that nothing comes to. */
const deaf = (tabs: readonly Heard[]): Heard[] =>
  tabs.slice(0, 1).map((one) => ({ ...one, person: { login: '', isOfBank: true }, moments: new Map() }))

async function measure(
  bank: BankUnderTest,
  urls: readonly string[],
  tabs: Heard[],
  extent: Extent,
): Promise<Finding> {
  const tabCount = extent.of(1_000, 24)
  await openTabs(bank, urls, tabCount, tabs)
  const approvers = await bank.activeApprovers(type, extent.of(100, 30))
  const ofPartner = await seenByPartner(bank)
  await renew(bank, tabs)
  const pace = { perSecond: extent.of(50, 10), seconds: extent.of(60, 3) }
  const { saves, refused } = await save(bank, urls, approvers, pace)
  await sleep(3_000)
  const { delays, lost, strange } = judge(saves, tabs, ofPartner)
  const closed = tabs.filter(({ tab }) => tab.closed).length
  const usual = Math.round(percentile(delays, 0.5))
  const late = Math.round(percentile(delays, 0.95))
  return {
    measured: `${tabs.length} вкладок, сохранений ${saves.length}, услышано ${delays.length}: p50 ${usual} мс, p95 ${late} мс после ответа; потеряно ${lost}, чужого услышано ${strange}`,
    faults: firstOf([
      ...(tabs.length < tabCount ? [`подписались ${tabs.length} из ${tabCount}`] : []),
      ...(closed > 0 ? [`закрыто вкладок: ${closed}`] : []),
      ...refused,
      ...(lost > 0 ? [`не дошло ${lost} сообщений`] : []),
      ...(strange > 0 ? [`услышано чужого: ${strange}`] : []),
    ]),
    late: late >= latestMs ? [`p95 ${late} мс`] : [],
    control: {
      planted: 'вкладка, к которой ничего не доходит, теряет каждое сообщение',
      found: saves.length > 0 && judge(saves, deaf(tabs), ofPartner).lost === saves.length,
    },
  }
}

export const manyClientsChecks: Check[] = [
  {
    row: 4,
    title: '1 000 живых клиентов двух процессов, 50 сообщений в секунду',
    release: false,
    async run(bank, extent) {
      const second = await bank.beside('second')
      const tabs: Heard[] = []
      const beats = setInterval(() => {
        for (const { tab } of tabs) tab.sendRaw('\n')
      }, heartbeatMs)
      try {
        await second.start(extent.of(60, 150))
        return await measure(bank, [bank.url, second.url], tabs, extent)
      } finally {
        clearInterval(beats)
        for (const { tab } of tabs) tab.close()
        await second.stop()
        await rm(second.dataDir, { recursive: true, force: true })
        await bank.sql(`UPDATE employee SET login = NULL, not_active = true WHERE login LIKE 'listener-%'`)
      }
    },
  },
]
