import { markDocumentDeleted } from '@ipoteka-office/contract/documents/documents.ts'
import * as api from '@ipoteka-office/contract/insurance/agreements.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDocument } from '#testing/documents.ts'
import { makeDistribution, makeInsurer, makeTariff } from '#testing/insurance/insurers.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** Two applications of the agent's partner, the first with an agreement; `partner-admin` is another partner's. */
let bank: TestApp
let caseId: number
let foreignId: number
let agreementId: number
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-24T09:00:00Z') } })
  const insurer = await makeInsurer(bank.db, 1)
  await makeTariff(bank, insurer, '0.21')
  await makeDistribution(bank, [[insurer, 10_000]])
  const [own, foreign] = [await openApplication(bank), await openApplication(bank, { lastName: 'Соседова' })]
  ;[caseId, foreignId] = [Number(own.id), Number(foreign.id)]
  await sql`UPDATE case_file SET amount = 5000000 WHERE id = ${caseId}`.execute(bank.db)
  const body = { caseId, type: 'LIFE' as const }
  agreementId = (await bank.call(api.createAgreement, { body }, { as: 'agent' })).body.id
})
afterAll(() => bank.close())

const params = () => ({ params: { id: String(agreementId) } })
const read = async (as: Login = 'agent') => (await bank.call(api.getAgreement, params(), { as })).body
const attach = async (
  documentIds: number[],
  { as = 'agent', version }: { as?: Login; version?: number } = {},
) =>
  bank.call(
    api.attachAgreementDocuments,
    { ...params(), body: { documentIds, version: version ?? (await read()).version } },
    { as },
  )
const paper = (typeCode: string, ownerId = caseId) =>
  newDocument(bank, { ownerType: 'APPLICATION', ownerId, typeCode })

describe('papers of an agreement', () => {
  it('are papers of the application, attached in an order and taken away again, with a history', async () => {
    const [policy, receipt] = [await paper('POLICY_LIFE'), await paper('POLICY_PAYMENT')]
    const { status, body: one } = await attach([receipt.id, policy.id])
    expect([status, one.documents]).toEqual([
      200,
      [
        { id: receipt.id, title: 'Документ об оплате страховой премии', status: receipt.status },
        { id: policy.id, title: 'Договор (полис) личного страхования', status: policy.status },
      ],
    ])
    expect((await attach([policy.id])).body.documents.map(({ id }) => id)).toEqual([policy.id])
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM change_history
      WHERE object_type = 'insuranceAgreement' AND object_id = ${agreementId} AND action = 'UPDATE' AND new_values ? 'document_ids'`.execute(
      bank.db,
    )
    expect(rows[0]?.count).toBe(2)
    const late = await attach([], { version: one.version })
    expect([late.status, (await read()).documents.length]).toEqual([409, 1])
    // What the application no longer has the agreement does not show either, and nobody attaches it.
    await bank.call(markDocumentDeleted, {
      params: { id: String(policy.id) },
      body: { version: policy.version },
    })
    expect((await read()).documents).toEqual([])
    const gone = await attach([policy.id])
    expect([gone.status, gone.error.message]).toEqual([409, expect.stringContaining('помечен удалённым')])
  })

  it('of another application, of nobody, and twice the same are refused or counted once', async () => {
    const foreign = await paper('POLICY_LIFE', foreignId)
    expect([(await attach([foreign.id])).status, (await attach([2_000_000])).status]).toEqual([404, 404])
    const own = await paper('POLICY_LIFE')
    expect((await attach([own.id, own.id])).body.documents).toHaveLength(1)
  })

  it('are not told to those who may not read them, and an agreement of another partner takes none', async () => {
    const inner = await paper('POLICY_LIFE')
    await attach([inner.id])
    await sql`UPDATE document SET internal = true WHERE id = ${inner.id}`.execute(bank.db)
    expect([(await read('agent')).documents.length, (await read('underwriter')).documents.length]).toEqual([
      0, 1,
    ])
    expect((await attach([inner.id])).status).toBe(404)
    const other = await attach([], { as: 'partner-admin' })
    expect([403, 404]).toContain(other.status)
    expect((await attach([], { as: 'support' })).status).toBe(403)
  })

  it('are not attached to what came to nothing', async () => {
    const { version } = await read()
    await bank.call(
      api.moveAgreement,
      { ...params(), body: { action: 'cancel', version, comment: 'Клиент отказался' } },
      { as: 'agent' },
    )
    const { attaching } = await read()
    expect(attaching.reasonDisabled).toBe('В состоянии «Отменён» документы к договору не прикладывают')
    const refused = await attach([])
    expect([refused.status, refused.error.message]).toEqual([409, attaching.reasonDisabled])
  })
})
