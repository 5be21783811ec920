import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { operations } from '@ipoteka-office/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { typesOf } from '#testing/endpoint-cells.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  // The administrator of a partner holds everything there is: only where they work stands in the way.
  const all = Object.entries(operations).flatMap(([type, list]) =>
    Object.keys(list).map((operation) => ({ user_role_id: 5, object_type: type, operation })),
  )
  await bank.db
    .insertInto('user_role_operation')
    .values(all)
    .onConflict((c) => c.doNothing())
    .execute()
})
afterAll(() => bank.close())

const isBankOnly = ({ access }: EndpointSpec) => access.kind === 'can' && access.bankOnly === true

it('what acts in the whole bank is changed by the bank’s people alone, whatever rights a partner holds', async () => {
  const guarded = [...(await contractEndpoints()).values()].filter(isBankOnly)
  const objects = new Set(guarded.map(({ path }) => path.split('/')[1]))
  expect([...objects]).toEqual(
    expect.arrayContaining(['calendar', 'document-rules', 'feature-toggles', 'partnerRole']),
  )
  const [first] = guarded
  const refusal = async () =>
    (
      await bank.call(first as never, { params: anyParams(first), body: {} } as never, {
        as: 'partner-admin',
      })
    ).error?.message
  await expect.poll(refusal).toContain('сотрудники банка')
  for (const endpoint of guarded) {
    const request = { params: anyParams(endpoint), body: {} }
    const answer = await bank.call(endpoint as never, request as never, { as: 'partner-admin' })
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, 403])
  }
})

/** Something for every part of the path: rights are looked at before it is read. */
function anyParams(endpoint: EndpointSpec | undefined): Record<string, string> {
  const names = endpoint?.path.match(/:\w+/g) ?? []
  const [type = '1'] = endpoint === undefined ? [] : typesOf(endpoint)
  return Object.fromEntries(
    names.map((name) => [name.slice(1), [':kind', ':target'].includes(name) ? type : '1']),
  )
}
