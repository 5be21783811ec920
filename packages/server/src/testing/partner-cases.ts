import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testAccount, testBic } from './partner-data.ts'
import type { TestApp } from './test-app.ts'
import type { Login } from './test-tokens.ts'

/** Partner 4 is Ural, 5 its branch, 2 Volga; `partner-admin` works at Ural and may update its card. */
export const ural = 4
export const uralBranch = 5
export const volga = 2
/** An id that no row has. */
export const nobody = 2_147_483_000
/** Number of ManagingAgent in the catalogue. */
export const managingAgent = 5

export interface CaseRequest {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

/** A call of the partner's own administrator, or the operator's. */
export interface CallCase {
  readonly name: string
  readonly endpoint: EndpointSpec
  /** Of the partner that is visible to the caller, or of one that is not. */
  readonly request: (partnerId: number) => CaseRequest
  /** What the schema or the rules refuse with 400. */
  readonly invalid?: (partnerId: number) => CaseRequest
  /** Somebody without the right. */
  readonly forbidden: Login
  /** The call is the operator's. */
  readonly operator?: true
  /** A call that is not about one partner: there is nothing that could be invisible. */
  readonly anybody?: true
  /** The request comes with an old version: nothing is changed. */
  readonly stale?: true
}

/** Ids of one row of each collection of Ural. */
export type PartIds = Record<
  'account' | 'contact' | 'region' | 'rate' | 'description' | 'link' | 'accreditation',
  number
>

/** Gives Ural one row in each collection. */
export async function insertParts({ db }: TestApp): Promise<PartIds> {
  const insert = async (statement: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`${sql.raw(statement)} RETURNING id`.execute(db)
    return rows[0]?.id ?? 0
  }
  await insert("INSERT INTO partner_role (partner_id, role_code) VALUES (5, 'LeadCreator')")
  return {
    account: await insert(
      `INSERT INTO partner_account (partner_id, account, bic, main) VALUES (4, '${testAccount(1)}', '${testBic}', true)`,
    ),
    contact: await insert(
      "INSERT INTO contact (partner_id, contact_type_id, value) VALUES (4, 3, 'office@ural.example')",
    ),
    region: await insert("INSERT INTO partner_region (partner_id, region_code) VALUES (4, '66')"),
    rate: await insert(
      "INSERT INTO partner_rate (partner_id, rate_code, value, date_from) VALUES (4, 'BASE', 1.5, '2026-01-01')",
    ),
    description: await insert(
      "INSERT INTO partner_description (partner_id, text) VALUES (4, 'Основной партнёр')",
    ),
    link: await insert(
      "INSERT INTO partner_link (partner_id, linked_partner_id, role_code) VALUES (4, 5, 'ManagingAgent')",
    ),
    accreditation: await insert(
      `INSERT INTO accreditation (partner_id, partner_role_id, type_code, date_from) SELECT 4, id, 'AGENT', '2026-01-01'
       FROM partner_role WHERE partner_id = 4 AND role_code = 'ManagingAgent'`,
    ),
  }
}

/** The address of a partner and what is under it. */
export const of = (partnerId: number, more: object = {}) => ({
  params: { partnerId: String(partnerId), ...more },
})
export const badItem = (partnerId: number) => of(partnerId, { id: 'x' })
/** A period that ends before it begins. */
export const backwards = { dateFrom: '2026-02-01', dateTo: '2026-01-01' }

/** To read one, to delete several, to delete one of an old version: nothing changes. */
export function itemCases(
  kind: string,
  idOf: () => number,
  calls: { get: EndpointSpec; remove: EndpointSpec; removeMany: EndpointSpec },
  operator?: true,
): CallCase[] {
  const item = (partnerId: number) => of(partnerId, { id: String(idOf()) })
  const only = operator ? { operator } : {}
  return [
    { name: `${kind}: read`, endpoint: calls.get, request: item, invalid: badItem, forbidden: 'agent' },
    {
      name: `${kind}: delete several`,
      endpoint: calls.removeMany,
      request: (partnerId) => ({ ...of(partnerId), query: { ids: String(nobody) } }),
      invalid: (partnerId) => ({ ...of(partnerId), query: { ids: '1,,2' } }),
      forbidden: 'viewer',
      ...only,
    },
    {
      name: `${kind}: delete with an old version`,
      endpoint: calls.remove,
      request: (partnerId) => ({ ...item(partnerId), query: { version: 77 } }),
      invalid: item,
      forbidden: 'viewer',
      stale: true,
      ...only,
    },
  ]
}

const send = (bank: TestApp, endpoint: EndpointSpec, request: CaseRequest, as: Login) =>
  bank.call(endpoint, request as never, { as })

const callerOf = ({ operator }: CallCase): Login => (operator ? 'admin' : 'partner-admin')

/** Works, forbidden, invalid, not visible: each of them for every call. */
export function testCalls(cases: readonly CallCase[], bankOf: () => TestApp): void {
  // Before anything is changed.
  it.each(cases.filter((one) => one.invalid !== undefined))(
    '$name: what is not valid is refused with its field',
    async (one) => {
      const request = one.invalid?.(ural) ?? {}
      const { status, error } = await send(bankOf(), one.endpoint, request, callerOf(one))
      expect(status, JSON.stringify(error)).toBe(400)
      expect(error.fields?.length).toBeGreaterThan(0)
    },
  )

  it.each(cases.filter((one) => !one.stale))('$name: works', async (one) => {
    const { status, error } = await send(bankOf(), one.endpoint, one.request(ural), callerOf(one))
    expect(status === 204 ? 200 : status, JSON.stringify(error)).toBe(200)
  })

  it.each(cases.filter((one) => one.stale))('$name: is answered with the present row', async (one) => {
    const { status, error } = await send(bankOf(), one.endpoint, one.request(ural), callerOf(one))
    expect(status, JSON.stringify(error)).toBe(409)
    expect(error.current).toBeDefined()
  })

  it.each(cases)('$name: is forbidden without the right', async ({ endpoint, request, forbidden }) => {
    expect((await send(bankOf(), endpoint, request(ural), forbidden)).status).toBe(403)
  })

  it.each(cases.filter((one) => !one.anybody))('$name: is not there for a partner of others', async (one) => {
    const hidden = one.operator ? nobody : volga
    expect((await send(bankOf(), one.endpoint, one.request(hidden), callerOf(one))).status).toBe(404)
  })
}

/** The operator's calls by a partner's person who holds every right: 403 for the own partner, 404 for others. */
export function testOperatorCalls(cases: readonly CallCase[], bankOf: () => TestApp): void {
  const own = cases.filter(({ operator, anybody }) => operator && !anybody)
  it.each(own)(
    '«$name» is the operator’s, and partners of others are not there',
    async ({ endpoint, request }) => {
      expect((await send(bankOf(), endpoint, request(ural), 'partner-admin')).status).toBe(403)
      expect((await send(bankOf(), endpoint, request(volga), 'partner-admin')).status).toBe(404)
    },
  )
}

/** Gives partners' administrators the rights of partners that only the operator's roles have. */
export async function giveEveryRight(bank: TestApp): Promise<void> {
  for (const operation of ['Create', 'Deactivate', 'UpdateRoles'])
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (5, 'Partner', ${operation})
      ON CONFLICT DO NOTHING`.execute(bank.db)
  bank.session.forget()
}
