import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { addressOf, isAllowed, typesOf } from '#testing/endpoint-cells.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, firstOf } from '../check.ts'

const logins = [
  'admin',
  'workload',
  'underwriter',
  'agent',
  'partner-admin',
  'support',
  'norole',
  'blocked',
  // The last stands for all in the short form.
  'viewer',
]
const shutOut = new Set(['norole', 'blocked'])
/**
 * Somebody who is not active may learn just that: the sign-in reads these two about the caller, and reads them in one
 * request with others. Each call inside that request is let in or refused as alone (`together.routes.test.ts`).
 */
const aboutOneself = new Set(['getUserByLogin', 'getOperations', 'readTogether'])

/** Calls that would change the bank are sent with a body that the schema refuses: 400 proves that the caller was let in. */
const harmless = (endpoint: EndpointSpec) =>
  endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: { scorecard: true, version: 'x' } }

async function operationsOf(bank: BankUnderTest, login: string): Promise<OperationsMap> {
  if (shutOut.has(login)) return {}
  return bank.read('GET', `/api/employee/operations?login=${login}`, { login })
}

/** Why the answer contradicts the contract's `access`; null when it does not. */
function judgeCell(name: string, login: string, allowed: boolean, status: number): string | null {
  const refused = status === 401 || status === 403
  if (status >= 500) return `${name} × ${login}: ${status}`
  if (allowed === refused) return `${name} × ${login}: ${status}, а доступ ${allowed ? 'есть' : 'нет'}`
  return null
}

interface Cell {
  readonly name: string
  readonly endpoint: EndpointSpec
  readonly type: string
}

async function allCells(): Promise<Cell[]> {
  return [...(await contractEndpoints())].flatMap(([name, endpoint]) =>
    typesOf(endpoint).map((type) => ({ name, endpoint, type })),
  )
}

async function tryCell(bank: BankUnderTest, { name, endpoint, type }: Cell, login: string): Promise<number> {
  const query = aboutOneself.has(name) ? `?login=${login}` : ''
  const path = `${addressOf(endpoint, type)}${query}`
  return (await bank.send(endpoint.method, path, { ...harmless(endpoint), login })).status
}

interface Answered {
  readonly cell: Cell
  readonly login: string
  readonly held: OperationsMap
  readonly status: number
}

async function everyCell(
  bank: BankUnderTest,
  people: readonly string[],
  extent: Extent,
): Promise<Answered[]> {
  const all = (await allCells()).filter((_, at) => at % extent.of(1, 4) === 0)
  const answers: Answered[] = []
  for (const login of people) {
    const held = await operationsOf(bank, login)
    for (const cell of all) answers.push({ cell, login, held, status: await tryCell(bank, cell, login) })
  }
  return answers
}

/** What contradicts the contract, were the caller to hold these operations. */
const contradictions = (answers: readonly Answered[], heldBy: (answer: Answered) => OperationsMap) =>
  answers.flatMap((answer) => {
    const { cell, login, status } = answer
    const isIn = !shutOut.has(login) && isAllowed(cell.endpoint, { login, held: heldBy(answer) }, cell.type)
    const allowed = isIn || (login === 'blocked' && aboutOneself.has(cell.name))
    return judgeCell(`${cell.name}(${cell.type})`, login, allowed, status) ?? []
  })

/** Ids of two partners' people: rows of one must never reach the other. */
const partners = { agent: 'partner-admin', 'partner-admin': 'agent' } as const

async function ownPartner(bank: BankUnderTest, login: string): Promise<number> {
  const user = await bank.read<{ partner: { id: number } }>(
    'GET',
    `/api/employee/getUserByLogin?login=${login}`,
    {
      login,
    },
  )
  return user.partner.id
}

interface Foreign {
  readonly partnerId: number
  readonly partnerName: string
  readonly approvers: number[]
  readonly applications: { id: number; number: string; client_name: string }[]
  readonly views: { id: number; list_key: string }[]
}

async function rowsOf(bank: BankUnderTest, login: string, extent: Extent): Promise<Foreign> {
  const partnerId = await ownPartner(bank, login)
  const [partner] = await bank.sql<{ short_name: string }>('SELECT short_name FROM partner WHERE id = $1', [
    partnerId,
  ])
  const approvers = await bank.sql<{ id: number }>('SELECT id FROM approver WHERE partner_id = $1 LIMIT $2', [
    partnerId,
    extent.of(10, 1),
  ])
  return {
    partnerId,
    partnerName: partner?.short_name ?? '',
    approvers: approvers.map((row) => row.id),
    applications: await bank.sql(
      'SELECT id, number, client_name FROM application WHERE partner_id = $1 LIMIT $2',
      [partnerId, extent.of(20, 2)],
    ),
    views: [],
  }
}

async function leaks(
  bank: BankUnderTest,
  login: string,
  foreign: Foreign,
): Promise<{ asked: number; faults: string[] }> {
  const faults: string[] = []
  let asked = 0
  const ask = async (
    method: string,
    path: string,
    body: object | undefined,
    leaked: (text: string) => boolean,
  ) => {
    asked += 1
    const answer = await bank.send(method, `/api${path}`, { body, login })
    if (answer.status === 200 && leaked(answer.text)) faults.push(`${login}: ${method} ${path} отдаёт чужое`)
  }
  const named = (text: string) => text.includes(`"${foreign.partnerName}"`)
  const hasId = (id: number) => (text: string) => new RegExp(`"(id|partnerId)":${id}\\b`).test(text)
  await ask('GET', '/partner', undefined, named)
  const search = { fields: ['fullName', 'shortName'], predicate: 'like', value: foreign.partnerName }
  await ask('POST', '/partner/filter', { searchConditions: [search] }, named)
  await ask('POST', '/search', { text: foreign.partnerName.slice(0, 40) }, named)
  for (const { id, number, client_name } of foreign.applications) {
    await ask('GET', `/application/${id}/assignmentHistory`, undefined, () => true)
    await ask('POST', `/application/${id}/close`, { status: 'EXPIRED' }, () => true)
    await ask('POST', '/application/queue', { search: number }, (text) => text.includes(number))
    await ask('POST', '/search', { text: number }, (text) => text.includes(client_name))
  }
  for (const type of ['oic', 'nis'])
    for (const id of foreign.approvers) {
      for (const part of ['', '/history', '/redistribution', '/applications'])
        await ask(
          'GET',
          `/partner/${type}/${id}${part}`,
          undefined,
          (text) => !text.includes('"totalElements":0'),
        )
      await ask('POST', `/partner/${type}/list?page=0&size=100`, { ids: [id] }, hasId(id))
      await ask(
        'POST',
        `/partner/${type}/bulk`,
        { ids: [id], change: { action: 'status', workStatus: 'PAUSE' } },
        (text) => text.includes('"done":true'),
      )
    }
  return { asked, faults }
}

export const accessChecks: Check[] = [
  {
    row: 22,
    title: 'каждый вызов × каждая роль',
    release: true,
    async run(bank, extent) {
      const answers = await everyCell(bank, logins.slice(-extent.of(logins.length, 1)), extent)
      // Planted: the contract is judged as if everybody held nothing; every granted cell must come out as a fault.
      const planted = contradictions(answers, () => ({}))
      return {
        measured: `${answers.length} ячеек`,
        faults: firstOf(contradictions(answers, ({ held }) => held)),
        control: { planted: 'права вычеркнуты из ожиданий', found: planted.length > 0 },
        notRun: ['вызов вне описания: проверяет structure.test.ts в npm test'],
      }
    },
  },
  {
    row: 23,
    title: 'чужой партнёр: путь, тело, фильтр, поиск',
    release: true,
    async run(bank, extent) {
      const faults: string[] = []
      let asked = 0
      for (const [login, other] of Object.entries(partners)) {
        const seen = await leaks(bank, login, await rowsOf(bank, other, extent))
        asked += seen.asked
        faults.push(...seen.faults)
      }
      // Planted: the same questions about the caller's own rows must be answered with rows.
      const planted = await leaks(bank, 'agent', await rowsOf(bank, 'agent', extent))
      return {
        measured: `${asked} вопросов о чужих строках`,
        faults: firstOf(faults),
        control: { planted: 'вопросы о своих строках', found: planted.faults.length > 0 },
        notRun: [
          'темы websocket — в строке 27; дела, документы и файлы чужого партнёра — another-partner.test.ts в npm test',
        ],
      }
    },
  },
]
