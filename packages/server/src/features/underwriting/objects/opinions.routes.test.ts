import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import * as opinions from '@ipoteka-office/contract/underwriting/objects/legal-opinion.ts'
import { getObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { examined } from '#testing/case-walks/realty-check.ts'
import { withAdmin } from '#testing/test-database.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const today = bankDay(systemClock('Europe/Moscow'))
let bank: TestApp
let one: { id: string; number: string; objectId: string }
beforeAll(async () => {
  bank = await testApp()
  one = await examined(bank, 71, today)
})
afterAll(() => bank.close())

const at = (of = one) => ({ id: of.id, objectId: of.objectId })
const review = async () => (await bank.call(getObjectReview, { params: at() }, { as: 'underwriter' })).body

describe('an opinion of a lawyer', () => {
  const ask = (as: Login = 'underwriter', of = one) =>
    bank.call(opinions.askOpinion, { params: at(of), body: { question: 'Чисто ли право?' } }, { as })
  const latest = async () => {
    const [opinion] = (await review()).opinions
    if (opinion === undefined) throw new Error('Nobody was asked')
    return opinion
  }
  const paramsOf = (opinionId: number) => ({ id: one.id, opinionId: String(opinionId) })
  const store = (id: number, answers: object, version: number, as: Login = 'lawyer') =>
    bank.call(opinions.saveOpinion, { params: paramsOf(id), body: { answers, version } }, { as })
  const sign = (id: number, version: number, as: Login = 'lawyer') =>
    bank.call(opinions.signOpinion, { params: paramsOf(id), body: { version } }, { as })

  it('is asked for by whoever examines, once at a time, and holds the object', async () => {
    expect((await ask('lawyer')).status).toBe(403)
    const asked = await ask()
    expect(asked.status, asked.raw.body).toBe(200)
    expect((await ask()).status).toBe(409)
    expect((await review()).holds.map(({ text }) => text)).toContain('Юрист ещё не дал заключения')
    const { rows } = await sql<{ operation: string; open: boolean }>`
      SELECT operation, open FROM case_task WHERE kind = 'LEGAL_OPINION' AND case_id = ${Number(one.id)}`.execute(
      bank.db,
    )
    expect(rows).toEqual([{ operation: 'GiveLegalOpinion', open: true }])
  })

  it('is written and signed by a lawyer who has not prepared the case, whole alone', async () => {
    const { id, version } = await latest()
    expect((await store(id, { text: 'x' }, version, 'underwriter')).status).toBe(403)
    const saved = await store(id, { text: 'Право подтверждено', conclusion: 'CONDITIONS' }, version)
    expect(saved.status, saved.raw.body).toBe(200)
    expect((await store(id, { text: 'Другое' }, version)).status).toBe(409)
    const early = await sign(id, saved.body.version)
    expect(early.status).toBe(400)
    expect(early.raw.body).toContain('Условия')
    const whole = {
      text: 'Право подтверждено',
      conclusion: 'CONDITIONS',
      conditions: 'Снять с учёта до сделки',
    }
    const ready = await store(id, whole, saved.body.version)
    const signed = await sign(id, ready.body.version)
    expect(signed.status, signed.raw.body).toBe(200)
    expect((await sign(id, signed.body.version)).status).toBe(409)
    const { holds } = await review()
    expect(holds.find(({ text }) => text.includes('с условиями'))).toMatchObject({
      part: 'LEGAL',
      isHard: false,
    })
    const { rows } = await sql<{ open: boolean }>`SELECT open FROM case_task
      WHERE kind = 'LEGAL_OPINION' AND case_id = ${Number(one.id)}`.execute(bank.db)
    expect(rows).toEqual([{ open: false }])
  })

  it('is not given by whoever asked for it, whatever rights they hold', async () => {
    const other = await examined(bank, 65, today)
    const { body: asked } = await ask('admin', other)
    const params = { id: other.id, opinionId: String(asked.id) }
    const body = { answers: { text: 'Чисто' }, version: asked.version }
    const own = await bank.call(opinions.saveOpinion, { params, body }, { as: 'admin' })
    expect(own.status).toBe(403)
    expect(own.raw.body).toContain('сами спросили')
  })

  it('stands as PDF where partners do not see it, and never changes', async () => {
    const { id, documentId } = await latest()
    const papers = async (as: Login) =>
      (await bank.call(listDocuments, { query: { ownerType: 'APPLICATION', ownerId: one.id } }, { as })).raw
        .body
    expect(documentId).not.toBeNull()
    expect(await papers('underwriter')).toContain('Правовое заключение')
    expect(await papers('agent')).not.toContain('Правовое заключение')
    await expect(
      withAdmin(bank.connectionString, (owner) =>
        owner.query(`UPDATE legal_opinion SET question = '' WHERE id = ${id}`),
      ),
    ).rejects.toThrow('does not change')
    const { body } = await bank.call(
      opinions.listOpinionHistory,
      { params: paramsOf(id) },
      { as: 'underwriter' },
    )
    expect(body.content.flatMap(({ changes }) => changes.map(({ label }) => label))).toContain('Вывод')
  })

  it('may be taken back by whoever asked, and another be asked for', async () => {
    const { body: asked } = await ask()
    const back = (as: Login) =>
      bank.call(
        opinions.withdrawOpinion,
        { params: paramsOf(asked.id), body: { version: asked.version, reason: 'Выяснили сами' } },
        { as },
      )
    expect((await back('lawyer')).status).toBe(403)
    expect((await back('underwriter')).body).toMatchObject({ withdrawn: 'Выяснили сами' })
    expect((await review()).askable.enabled).toBe(true)
  })
})
