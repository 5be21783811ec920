import { headers } from '@ipoteka-office/contract/common/headers.ts'
import { getCaseSection, saveCaseSection } from '@ipoteka-office/contract/cases/case-sections.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { dropOldMarks } from './save-marks.service.ts'

let bank: TestApp
let id: string
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await openApplication(bank))
})
afterAll(() => bank.close())

const device = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
let amount = 1_000_000
/** Saves a section as a browser does, with this mark, from this address. */
async function save(mark: string | undefined, remoteAddress: string): Promise<number> {
  const params = { id, section: 'CREDIT' as const }
  const { body } = await bank.call(getCaseSection, { params }, { as: 'agent' })
  amount += 1_000
  const answer = await bank.app.inject({
    method: saveCaseSection.method,
    url: `/api/case/${id}/section/CREDIT`,
    remoteAddress,
    headers: {
      authorization: `Bearer ${await bank.tokenOf('agent')}`,
      ...(mark !== undefined && { [headers.deviceMark]: mark }),
    },
    payload: { data: { ...body.data, amount: String(amount) }, version: body.version },
  })
  return answer.statusCode
}
const marks = async () =>
  (
    await sql<{ section: string; device: string | null; address: string | null; by: number }>`
    SELECT section, device, host(address) AS address, employee_id AS by FROM save_mark
    WHERE case_id = ${Number(id)} ORDER BY id DESC`.execute(bank.db)
  ).rows
const tied = async () =>
  (
    await sql<{ value: string }>`SELECT value FROM case_tie WHERE case_id = ${Number(id)} AND source = 'MARK'
    ORDER BY value`.execute(bank.db)
  ).rows.map(({ value }) => value)

it.each([
  ['a mark and an address', device, '203.0.113.7', device, '203.0.113.7'],
  ['an address of IPv4 inside IPv6', device, '::ffff:203.0.113.8', device, '203.0.113.8'],
  ['no mark', undefined, '2001:db8::1', null, '2001:db8::1'],
  ['a mark that is none', '<script>', '203.0.113.7', null, '203.0.113.7'],
  ['a mark without end', 'a'.repeat(65), '203.0.113.7', null, '203.0.113.7'],
])('a save with %s is written down', async (_, mark, from, kept, address) => {
  expect(await save(mark, from)).toBe(200)
  expect((await marks())[0]).toEqual({ section: 'CREDIT', device: kept, address, by: 4 })
})

it('ties the case to the device and the addresses, once each', async () => {
  expect(await tied()).toEqual(['2001:db8::1', '203.0.113.7', '203.0.113.8', device])
})

it('is kept for the months of the parameter, and the ties go with the last of them', async () => {
  const clock = { timeZone: 'Europe/Moscow', now: () => new Date() }
  await sql`UPDATE save_mark SET at = now() - interval '13 months'
    WHERE case_id = ${Number(id)} AND host(address) <> '203.0.113.8'`.execute(bank.db)
  expect(await dropOldMarks(bank.db, { clock, parameters: deliveredParameters })).toBe(4)
  expect(await tied()).toEqual(['203.0.113.8', device])
  expect(await dropOldMarks(bank.db, { clock, parameters: deliveredParameters })).toBe(0)
})
