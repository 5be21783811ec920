import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'
import { RawStomp } from '../stomp.ts'
import { withComma } from '#progress.ts'

/** Whether the person may listen to the topic: a receipt comes, not an error. */
async function maySubscribe(bank: BankUnderTest, login: string, topic: string): Promise<boolean> {
  const client = await RawStomp.open(bank.url)
  if (client === null) return false
  try {
    client.connect(await bank.token(login))
    if ((await client.until(/^CONNECTED/)) === null) return false
    client.send('SUBSCRIBE', { id: '1', destination: topic, receipt: 'r1' })
    return (await client.until(/^(RECEIPT|ERROR)/))?.startsWith('RECEIPT') ?? false
  } finally {
    client.close()
  }
}

const wrongTopics = [
  '/topic/#',
  '/topic/approvers.*',
  '/topic/approvers.nis.',
  '/queue/any',
  '/user/2/queue/x',
  '',
]

/** Topics with whether the person may listen to them. */
async function expectedTopics(bank: BankUnderTest, login: string): Promise<Map<string, boolean>> {
  const path = `/api/employee/operations?login=${login}`
  const operations = await bank.read<Record<string, string[]>>('GET', path, { login })
  const expected = new Map(wrongTopics.map((topic) => [topic, false]))
  for (const type of ['oic', 'nis'] as const) {
    const may = operations[type === 'oic' ? 'EmployeeOic' : 'EmployeeNis']?.includes('Read') ?? false
    expected.set(topics.approvers(type), may).set(topics.unassigned(type), may)
  }
  return expected
}

async function topicMatrix(bank: BankUnderTest): Promise<{ cells: number; faults: string[] }> {
  const faults: string[] = []
  let cells = 1
  for (const login of ['admin', 'workload', 'underwriter', 'agent', 'partner-admin', 'support', 'viewer'])
    for (const [topic, may] of await expectedTopics(bank, login)) {
      cells += 1
      if ((await maySubscribe(bank, login, topic)) !== may)
        faults.push(`${login} × «${topic}»: ${may ? 'не пускает' : 'пускает'}`)
    }
  const [row] = await bank.sql<{ id: number }>(
    `SELECT a.id FROM approver a WHERE a.partner_id NOT IN (SELECT partner_id FROM employee WHERE login = 'agent') LIMIT 1`,
  )
  if (row !== undefined && (await maySubscribe(bank, 'agent', topics.presence('approver', row.id))))
    faults.push('agent слышит, кто открыл чужого согласующего')
  return { cells, faults }
}

/** Frames that break the protocol: the server answers with ERROR or closes, and lives on. */
const broken: [name: string, data: string | Buffer][] = [
  ['SEND в тему', 'SEND\ndestination:/topic/approvers.nis\n\n{"ids":[1]}\0'],
  ['неизвестная команда', 'EXPLODE\n\n\0'],
  ['кадр в 1 МБ', `SUBSCRIBE\nid:1\ndestination:/topic/${'x'.repeat(1_048_576)}\n\n\0`],
  ['10 000 заголовков', `SUBSCRIBE\n${Array.from({ length: 10_000 }, (_, n) => `h${n}:1`).join('\n')}\n\n\0`],
  ['двоичный мусор', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28, 0x00])],
  [
    'сломанный UTF-8',
    Buffer.concat([Buffer.from('SUBSCRIBE\nid:'), Buffer.from([0xc3, 0x28]), Buffer.from('\n\n\0')]),
  ],
  ['отрицательная длина', 'SUBSCRIBE\ncontent-length:-1\nid:1\ndestination:/topic/approvers.nis\n\n\0'],
  ['длина больше тела', 'SUBSCRIBE\ncontent-length:99999999\nid:1\n\nabc\0'],
  ['без destination', 'SUBSCRIBE\nid:1\n\n\0'],
  ['второй CONNECT', 'CONNECT\naccept-version:1.2\n\n\0'],
]

/** The server may rightly wait for the rest of these; the limit of a frame and of a silent connection ends them. */
const unfinished = new Set(['двоичный мусор', 'отрицательная длина', 'длина больше тела'])

async function sendBroken(
  bank: BankUnderTest,
  name: string,
  data: string | Buffer,
  signedIn: boolean,
): Promise<string | null> {
  const client = await RawStomp.open(bank.url)
  if (client === null) return `${name}: сервер больше не принимает соединений`
  try {
    if (signedIn) {
      client.connect(await bank.token('admin'))
      await client.until(/^CONNECTED/)
    }
    client.sendRaw(data)
    const answer = await client.until(/^ERROR/, 1_500)
    if (answer !== null) return /\n\s+at |\.ts:\d/.test(answer) ? `${name}: в ответе стек` : null
    return client.closed || unfinished.has(name) ? null : `${name}: ни ошибки, ни разрыва`
  } finally {
    client.close()
  }
}

async function brokenFrames(bank: BankUnderTest): Promise<string[]> {
  const newest = async () =>
    (await bank.sql<{ version: number }>('SELECT max(version) AS version FROM approver'))[0]?.version
  const before = await newest()
  const faults: (string | null)[] = []
  for (const signedIn of [true, false])
    for (const [name, data] of broken) faults.push(await sendBroken(bank, name, data, signedIn))
  if ((await newest()) !== before) faults.push('кадр SEND что-то изменил')
  if (!(await bank.product.isReady())) faults.push('сервер не пережил сломанных кадров')
  return faults.filter((fault) => fault !== null)
}

async function origins(bank: BankUnderTest): Promise<string[]> {
  const faults: string[] = []
  for (const origin of ['https://evil.example', 'null', `${bank.url}.evil.example`, 'http://localhost:1'])
    if ((await RawStomp.open(bank.url, { origin })) !== null) faults.push(`принят Origin ${origin}`)
  const own = await RawStomp.open(bank.url, { origin: bank.url })
  if (own === null) faults.push('не принят свой Origin')
  own?.close()
  return faults
}

async function listeners(bank: BankUnderTest, count: number): Promise<RawStomp[]> {
  const clients: RawStomp[] = []
  for (let n = 0; n < count; n += 1) {
    const client = await subscribeAgain(bank, ['admin', 'workload'][n % 2] ?? 'admin')
    if (client !== null) clients.push(client)
  }
  return clients
}

async function subscribeAgain(bank: BankUnderTest, login: string): Promise<RawStomp | null> {
  const client = await RawStomp.open(bank.url)
  if (client === null) return null
  client.connect(await bank.token(login))
  if ((await client.until(/^CONNECTED/)) === null) return null
  client.send('SUBSCRIBE', { id: '1', destination: topics.approvers('nis'), receipt: 'r' })
  return (await client.until(/^RECEIPT/)) === null ? null : client
}

/** Every client must hear of a save made now. */
async function deaf(bank: BankUnderTest, clients: readonly RawStomp[]): Promise<number> {
  for (const client of clients) client.frames.length = 0
  const [approver] = await bank.activeApprovers('nis', 1)
  const now = await bank.read<Approver>('GET', `/api/partner/nis/${approver?.id}`)
  await bank.read('PUT', `/api/partner/nis/${now.id}`, {
    body: { ...now, mortgageApplicationsLimit: (now.mortgageApplicationsLimit ?? 0) + 1 },
    headers: { 'x-scorecard': randomUUID() },
  })
  const heard = await Promise.all(clients.map((client) => client.until(/^MESSAGE/, 5_000)))
  return heard.filter((frame) => frame === null).length
}

export const liveChecks: Check[] = [
  {
    row: 15,
    title: 'перезапуск при открытых вкладках',
    release: false,
    async run(bank, extent) {
      const count = extent.of(20, 4)
      const clients = await listeners(bank, count)
      const faults: string[] = []
      const late: string[] = []
      if (clients.length < count) faults.push(`подписались ${clients.length} из ${count}`)
      const deafBefore = await deaf(bank, clients)
      if (deafBefore > 0) faults.push(`до перезапуска не услышали ${deafBefore}`)
      const begun = performance.now()
      await bank.product.kill()
      const returning = bank.product.start(extent.of(30, 90))
      // As the browser does: an attempt every 5 s.
      const again: RawStomp[] = []
      const attempt = async (n: number) => {
        for (let tries = 0; tries < 6; tries += 1) {
          await sleep(tries === 0 ? 200 * (n % 20) : 5_000)
          const client = await subscribeAgain(bank, ['admin', 'workload'][n % 2] ?? 'admin').catch(() => null)
          if (client !== null) return again.push(client)
        }
        return 0
      }
      await Promise.all([returning, ...clients.map((_, n) => attempt(n))])
      const seconds = (performance.now() - begun) / 1_000
      if (seconds > 20) late.push(`все вернулись только через ${withComma(seconds)} с`)
      if (again.length < clients.length) faults.push(`вернулись ${again.length} из ${clients.length}`)
      const deafAfter = await deaf(bank, again)
      if (deafAfter > 0) faults.push(`после перезапуска не услышали ${deafAfter}`)
      const planted = await deaf(bank, clients)
      for (const client of again) client.close()
      return {
        measured: `${again.length} вкладок подписаны снова через ${withComma(seconds)} с`,
        faults,
        late,
        control: {
          planted: 'соединения, оборванные перезапуском, не слышат',
          found: planted === clients.length,
        },
      }
    },
  },
  {
    row: 27,
    title: 'websocket: Origin, темы × роли × партнёры, SEND, размер кадра',
    release: true,
    async run(bank) {
      const matrix = await topicMatrix(bank)
      const faults = [...matrix.faults, ...(await origins(bank)), ...(await brokenFrames(bank))]
      const planted = await maySubscribe(bank, 'admin', topics.approvers('nis'))
      return {
        measured: `${matrix.cells} пар тема × роль, ${broken.length * 2} сломанных кадров, 5 Origin`,
        faults: firstOf(faults),
        control: { planted: 'разрешённая подписка распознаётся как пропущенная', found: planted },
      }
    },
  },
]
