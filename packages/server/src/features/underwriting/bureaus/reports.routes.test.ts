import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { getChecksGrid } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import {
  bureauCodes,
  type CreditBureau,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import * as api from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checksWork } from '#features/full-applications/auto-checks.service.ts'
import { standInChecks } from '#integrations/auto-checks/stand-in.ts'
import { BureauUnavailable } from '#integrations/credit-bureaus/bureau-client.ts'
import { answerAll, bureauParts, saidBy, undeclared } from '#testing/bureaus/bureau-reports.ts'
import { saveSection, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { answerRequest } from './ask-bureau.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

async function opened(serial: number) {
  const { id } = await underwritten(bank, serial)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM case_participant WHERE case_id = ${Number(id)} AND role = 'MAIN_BORROWER'`.execute(bank.db)
  return { id, participantId: String(rows[0]?.id) }
}
type Place = Awaited<ReturnType<typeof opened>>
const history = async (params: Place, as: Login = 'underwriter') =>
  (await bank.call(api.getCreditHistory, { params }, { as })).body
const order = (
  params: Place,
  body: { bureaus: CreditBureau[]; again?: boolean; reason?: string },
  as: Login = 'underwriter',
) => bank.call(api.orderReports, { params, body }, { as })
const of = async (params: Place, bureau: CreditBureau) => {
  const found = (await history(params)).bureaus.find((one) => one.bureau === bureau)
  if (found === undefined) throw new Error(`No ${bureau}`)
  return found
}

describe('an order of reports', () => {
  it('says the price before, waits, and brings what the bureau knows', async () => {
    const place = await opened(71)
    const before = await history(place)
    expect(before).toMatchObject({
      spent: '0.00',
      refusalToOrder: null,
      consent: { refusal: null },
      mayReadRaw: false,
    })
    expect(before.bureaus.map(({ state, cost }) => [state, cost])).toEqual([
      ['NONE', '35.00'],
      ['NONE', '30.00'],
      ['NONE', '28.50'],
    ])
    const ordered = await order(place, { bureaus: [...bureauCodes] })
    expect(ordered.status, ordered.raw.body).toBe(200)
    expect(ordered.body.bureaus.map(({ state }) => state)).toEqual(['WAITING', 'WAITING', 'WAITING'])
    const twice = await order(place, { bureaus: ['OKB'] })
    expect([twice.status, twice.error.message]).toEqual([409, 'ОКБ уже готовит отчёт: дождитесь ответа'])
    const said = saidBy(() => ({ accounts: [undeclared] }))
    await answerAll(bank, place.id, said)
    const after = await history(place)
    expect(after.spent).toBe('93.50')
    for (const { state, report, standIn } of after.bureaus) {
      expect([state, standIn, report?.isFresh, report?.reused]).toEqual(['ANSWERED', true, true, false])
      expect(report).toMatchObject({
        accounts: { active: 1, closed: 0 },
        balance: '400000',
        quality: 'EXCELLENT',
        qualityName: 'Отличная',
      })
    }
    expect(said.asked.map(({ requestId }) => requestId)).toHaveLength(3)
    const { body: facts } = await bank.call(
      api.getBureauFacts,
      { params: { id: place.id } },
      { as: 'underwriter' },
    )
    expect(facts.participants).toMatchObject([
      {
        credits: 1,
        payments: '21000',
        bureaus: [{ bureau: 'NBKI', birthDate: '1990-04-12', passport: '3610123071' }, {}, {}],
      },
    ])
    const { body: hidden } = await bank.call(
      api.getBureauFacts,
      { params: { id: place.id } },
      { as: 'workload' },
    )
    expect(hidden.participants[0]?.bureaus[0]?.passport).toBe('•• •• •••071')
  })

  it('is not paid for twice while a report is fresh, for another application of the same person too', async () => {
    const place = await opened(72)
    await order(place, { bureaus: ['NBKI'] })
    const said = saidBy()
    await answerAll(bank, place.id, said)
    const again = await order(place, { bureaus: ['NBKI'] })
    expect(again.status).toBe(409)
    expect(again.error.message).toMatch(/годен до .*Запросить заново/)
    const without = await order(place, { bureaus: ['NBKI'], again: true })
    expect([without.status, without.raw.body]).toEqual([400, expect.stringContaining('"reason"')])
    const other = await opened(72)
    await sql`UPDATE case_participant SET person_id = (SELECT person_id FROM case_participant WHERE id = ${Number(place.participantId)})
      WHERE id = ${Number(other.participantId)}`.execute(bank.db)
    const reused = await order(other, { bureaus: ['NBKI'] })
    expect(reused.status, reused.raw.body).toBe(200)
    expect(reused.body.bureaus[0]).toMatchObject({ state: 'ANSWERED', report: { reused: true } })
    expect(reused.body.spent).toBe('0.00')
    expect(said.asked).toHaveLength(1)
    const dear = await order(place, { bureaus: ['NBKI'], again: true, reason: 'Клиент погасил кредит' })
    expect(dear.status).toBe(200)
    await answerAll(bank, place.id, said)
    expect((await history(place)).spent).toBe('70.00')
  })

  it('needs a consent in force', async () => {
    const place = await opened(73)
    await sql`UPDATE case_file SET stage = 'FILLING' WHERE id = ${Number(place.id)}`.execute(bank.db)
    const data = {
      personalData: true,
      personalDataOn: '2026-01-01',
      creditHistory: true,
      creditHistoryOn: '2026-01-01',
      signature: 'PAPER',
    }
    const saved = await saveSection(bank, place.id, 'CONSENTS', data, {
      as: 'agent',
      participantId: Number(place.participantId),
    })
    expect(saved.status, saved.raw.body).toBe(200)
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(place.id)}`.execute(bank.db)
    const refused = await order(place, { bureaus: ['OKB'] })
    expect(refused.status).toBe(409)
    expect(refused.error.message).toMatch(/истекло 30.06.2026: получите у клиента новое/)
    expect((await history(place)).refusalToOrder).toBe(refused.error.message)
  })

  it.each(['agent', 'partner-admin'] as const)('is the bank’s own: %s learns nothing', async (as) => {
    const place = await opened(74)
    for (const { status } of [
      await bank.call(api.getCreditHistory, { params: place }, { as }),
      await order(place, { bureaus: ['OKB'] }, as),
      await bank.call(api.getBureauFacts, { params: { id: place.id } }, { as }),
      await bank.call(api.getRawReport, { params: { id: place.id, reportId: '1' } }, { as }),
    ])
      expect([403, 404]).toContain(status)
  })

  it('takes no bureau that there is not, nobody of another application', async () => {
    const place = await opened(75)
    expect((await order(place, { bureaus: ['TINKOFF' as 'OKB'] })).status).toBe(400)
    expect((await order(place, { bureaus: [] })).status).toBe(400)
    expect((await order(place, { bureaus: ['OKB', 'OKB'] })).status).toBe(400)
    const other = await opened(76)
    expect((await order({ ...place, participantId: other.participantId }, { bureaus: ['OKB'] })).status).toBe(
      404,
    )
    expect(
      (
        await bank.call(
          api.getCreditHistory,
          { params: { ...place, participantId: '2147483647' } },
          { as: 'underwriter' },
        )
      ).status,
    ).toBe(404)
  })
})

describe('what a bureau may do', () => {
  it('is silent: the request fails in words at the last attempt and costs nothing', async () => {
    const place = await opened(81)
    await order(place, { bureaus: ['OKB'] })
    const silent = {
      kind: 'SERVICE' as const,
      ask: () => Promise.reject(new BureauUnavailable('Бюро не отвечает')),
      tell: () => Promise.reject(new BureauUnavailable('Бюро не отвечает')),
    }
    await expect(answerAll(bank, place.id, silent, { isLast: false })).rejects.toThrow('не отвечает')
    expect((await of(place, 'OKB')).state).toBe('WAITING')
    await answerAll(bank, place.id, silent)
    expect(await of(place, 'OKB')).toMatchObject({ state: 'FAILED', error: 'Бюро не отвечает', report: null })
    expect((await history(place)).spent).toBe('0.00')
    expect((await order(place, { bureaus: ['OKB'] })).status).toBe(200)
  })

  it('sends the report of somebody else: it is not attached, and nothing of it is kept', async () => {
    const place = await opened(82)
    await order(place, { bureaus: ['NBKI'] })
    await answerAll(
      bank,
      place.id,
      saidBy(({ person }) => ({
        subject: { ...person, birthDate: '1961-02-03', passport: '4500000001', pastPassports: [] },
      })),
    )
    const failed = await of(place, 'NBKI')
    expect(failed).toMatchObject({ state: 'FAILED', report: null })
    expect(failed.error).toContain('о другом человеке (не совпадает: дата рождения, паспорт)')
    const { rows } = await sql`SELECT 1 FROM credit_report WHERE case_id = ${Number(place.id)}`.execute(
      bank.db,
    )
    expect(rows).toEqual([])
  })

  it('answers twice and late: the first answer stands alone', async () => {
    const place = await opened(83)
    await order(place, { bureaus: ['SCORING'] })
    const { rows } = await sql<{
      id: number
    }>`SELECT id FROM credit_report_request WHERE case_id = ${Number(place.id)}`.execute(bank.db)
    const parts = bureauParts(bank, saidBy())
    const signal = new AbortController().signal
    await Promise.all([1, 2, 3].map(() => answerRequest(parts, rows[0]?.id ?? 0, { isLast: true, signal })))
    await answerRequest(parts, rows[0]?.id ?? 0, { isLast: true, signal })
    const kept = await sql`SELECT 1 FROM credit_report WHERE case_id = ${Number(place.id)}`.execute(bank.db)
    expect(kept.rows).toHaveLength(1)
  })

  it('is asked in vain when the consent is taken back meanwhile', async () => {
    const place = await opened(84)
    await order(place, { bureaus: ['SCORING'] })
    await sql`UPDATE case_section SET data = data || '{"creditHistory": false}'
      WHERE participant_id = ${Number(place.participantId)} AND section = 'CONSENTS'`.execute(bank.db)
    const said = saidBy()
    await answerAll(bank, place.id, said)
    expect(said.asked).toEqual([])
    expect((await of(place, 'SCORING')).error).toContain('Нет согласия')
  })
})

describe('a raw report', () => {
  it('is sealed where it lies, opened by the right alone, and every reading is in the journal', async () => {
    const place = await opened(85)
    await order(place, { bureaus: ['NBKI'] })
    await answerAll(
      bank,
      place.id,
      saidBy(() => ({ accounts: [undeclared] })),
    )
    const { rows } = await sql<{ id: number; sealed: Buffer; key: string }>`
      SELECT id, sealed, key_id AS key FROM credit_report WHERE case_id = ${Number(place.id)}`.execute(
      bank.db,
    )
    const [stored] = rows
    expect(stored?.key).toBe('training')
    expect(stored?.sealed.includes(Buffer.from('CreditReport'))).toBe(false)
    const params = { id: place.id, reportId: String(stored?.id) }
    expect((await bank.call(api.getRawReport, { params }, { as: 'underwriter' })).status).toBe(403)
    const read = await bank.call(api.getRawReport, { params }, { as: 'admin' })
    expect(read.status, read.raw.body).toBe(200)
    expect(read.body).toMatchObject({ bureau: 'NBKI', encoding: 'windows-1251', unknown: [] })
    expect(read.body.xml).toContain('<Surname>Сомова</Surname>')
    await bank.call(api.getRawReport, { params }, { as: 'admin' })
    const { body: log } = await bank.call(searchAccessLog, { body: { actions: ['VIEW'] } })
    expect(log.content.filter(({ what }) => what?.startsWith('Исходный отчёт НБКИ'))).toHaveLength(2)
    const other = await opened(86)
    expect(
      (await bank.call(api.getRawReport, { params: { ...params, id: other.id } }, { as: 'admin' })).status,
    ).toBe(404)
    await expect(sql`UPDATE credit_report SET content = '{}'`.execute(bank.db)).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('the checks of the bureaus', () => {
  const work = async (id: string, bureaus: ReturnType<typeof saidBy>) => {
    const { db, engine, keys } = bureauParts(bank, bureaus)
    const context = { signal: new AbortController().signal } as never
    await checksWork({ db, engine, checks: () => standInChecks({ delayMs: 1 }), reports: { bureaus, keys } })(
      { caseId: Number(id) },
      context,
    )
  }
  const cells = async (id: string) => {
    const { body } = await bank.call(getChecksGrid, { params: { id } }, { as: 'underwriter' })
    return body.cells.filter(({ code }) => code.startsWith('BKI'))
  }
  const asked = (id: string) =>
    sql`INSERT INTO auto_check (case_id, participant_id, code, requested_at)
      SELECT ${Number(id)}, p.id, c.code, now() FROM case_participant p, unnest(ARRAY['BKI_NBKI', 'BKI_OKB', 'BKI_SCORING']) c (code)
      WHERE p.case_id = ${Number(id)} ON CONFLICT (case_id, code, participant_id, realty_id) DO UPDATE SET state = 'WAITING',
        valid_until = NULL, answered_at = NULL`.execute(bank.db)

  it('are answered by the reports: one question a bureau, whoever asks again', async () => {
    const place = await opened(87)
    await asked(place.id)
    const said = saidBy(({ bureau }) => ({
      accounts: [{ ...undeclared, overdueDays: bureau === 'OKB' ? 91 : 0 }],
    }))
    await work(place.id, said)
    expect((await cells(place.id)).map(({ code, state }) => `${code} ${state}`).toSorted()).toEqual([
      'BKI_NBKI OK',
      'BKI_OKB FAIL',
      'BKI_SCORING OK',
    ])
    await asked(place.id)
    await work(place.id, said)
    expect(said.asked).toHaveLength(3)
    expect((await history(place)).bureaus.map(({ state, requestedBy }) => [state, requestedBy])).toEqual(
      bureauCodes.map(() => ['ANSWERED', null]),
    )
  })

  it('say why there is no answer, and wait for one', async () => {
    const place = await opened(88)
    await asked(place.id)
    await sql`DELETE FROM case_section WHERE participant_id = ${Number(place.participantId)} AND section = 'CONSENTS'`.execute(
      bank.db,
    )
    const said = saidBy()
    await work(place.id, said).catch(() => undefined)
    const [cell] = await cells(place.id)
    expect(cell).toMatchObject({ state: 'ERROR', text: expect.stringContaining('Нет согласия') })
    expect(said.asked).toEqual([])
  })
})
