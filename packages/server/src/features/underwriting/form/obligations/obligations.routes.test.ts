import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { getChecksGrid } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { evaluateTerms, getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { getUnderwritingForm } from '@ipoteka-office/contract/underwriting/form/room.ts'
import * as api from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import type {
  LedgerRow,
  ObligationLedger,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { orderReports } from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import type { CreditBureau } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import { answerAll, saidBy, undeclared } from '#testing/bureaus/bureau-reports.ts'
import { giveAuthority, saveSection, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3, { exposure: '100000000', deviations: ['OBLIGATION'] })
})
afterAll(() => bank.close())

interface Place {
  readonly id: string
  readonly participantId: string
}

const declaredCredit = {
  ...{ key: 'a', type: 'AUTO', creditor: 'ПАО «Берег»', contractNumber: 'БР-778812', limit: '900000' },
  ...{ balance: '500000', payment: '18000' },
}
const beach: CreditReportData['accounts'][number] = {
  ...undeclared,
  ...{
    id: 'B1',
    uid: null,
    creditor: 'БЕРЕГ',
    contractNumber: 'БР 778812',
    type: 'AUTO',
    limit: '900000.00',
  },
  ...{ balance: '480000.00', payment: '19500.00', openedOn: '2024-05-05' },
}

/** An application at the underwriter with a car loan declared. */
async function opened(serial: number): Promise<Place> {
  const { id } = await underwritten(bank, serial)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM case_participant WHERE case_id = ${Number(id)} AND role = 'MAIN_BORROWER'`.execute(bank.db)
  const participantId = rows[0]?.id ?? 0
  const stage = (code: string) =>
    sql`UPDATE case_file SET stage = ${code} WHERE id = ${Number(id)}`.execute(bank.db)
  await stage('FILLING')
  const data = { noObligations: false, obligations: [declaredCredit] }
  const saved = await saveSection(bank, id, 'OBLIGATIONS', data, { as: 'agent', participantId })
  expect(saved.status, saved.raw.body).toBe(200)
  await stage('UNDERWRITING')
  await sql`
    INSERT INTO auto_check (case_id, code, state, text, requested_at, answered_at, valid_until, attempts)
    VALUES (${Number(id)}, 'PDN_LIMIT', 'OK', 'Замечаний нет', now(), now(), now() + interval '10 days', 1)`.execute(
    bank.db,
  )
  return { id, participantId: String(participantId) }
}

async function reported(
  params: Place,
  accounts: Partial<Record<CreditBureau, CreditReportData['accounts']>>,
): Promise<void> {
  const bureaus = Object.keys(accounts) as CreditBureau[]
  const ordered = await bank.call(orderReports, { params, body: { bureaus } }, { as: 'underwriter' })
  expect(ordered.status, ordered.raw.body).toBe(200)
  await answerAll(
    bank,
    params.id,
    saidBy(({ bureau }) => ({ accounts: accounts[bureau] ?? [] })),
  )
}

const ledger = async (params: Place, as: Login = 'underwriter') =>
  bank.call(api.getObligationLedger, { params }, { as })
const rowAt = ({ rows }: ObligationLedger, creditor: RegExp): LedgerRow => {
  const row = rows.find((one) => creditor.test(one.creditor))
  if (row === undefined) throw new Error(`No row of ${creditor}`)
  return row
}
const take = (place: Place, row: LedgerRow, body: object, as: Login = 'underwriter') =>
  bank.call(
    api.takeObligation,
    {
      params: { ...place, key: row.key },
      body: { version: row.version, state: 'COUNTS', reason: 'BY_BUREAU', ...body } as never,
    },
    { as },
  )
const debtLoads = async ({ id }: Place, as: Login = 'underwriter') => {
  const params = { id }
  const room = await bank.call(getUnderwritingForm, { params, query: {} }, { as })
  const summary = await bank.call(getCaseSummary, { params }, { as })
  const decisions = await bank.call(getDecisions, { params }, { as })
  const means = await bank.call(getCaseMeans, { params }, { as })
  const terms = await bank.call(evaluateTerms, { params, body: decisions.body.requested }, { as })
  const { rows } = await sql<{ text: string }>`
    SELECT text FROM auto_check WHERE case_id = ${Number(id)} AND code = 'PDN_LIMIT'`.execute(bank.db)
  return {
    all: new Set([
      room.body.indicators.debtLoad.value,
      summary.body.figures.debtLoad,
      decisions.body.figures.debtLoad,
      means.body.debtLoad,
      terms.body.debtLoad,
    ]),
    check: rows[0]?.text,
  }
}
const paperOf = async ({ id }: Place): Promise<number> => {
  await sql`INSERT INTO document_set (owner_type, owner_id) VALUES ('APPLICATION', ${Number(id)}) ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
  const { rows } = await sql<{ id: number }>`
    INSERT INTO document (owner_type, owner_id, type_code, title, source, sort)
    VALUES ('APPLICATION', ${Number(id)}, 'DEBT_CERT', 'Справка о долге', 'APPLICANT_DOCS', 900) RETURNING id`.execute(
    bank.db,
  )
  return rows[0]?.id ?? 0
}

describe('the ledger of obligations', () => {
  it('stands each credit once: declared, undeclared, and told by two bureaus', async () => {
    const place = await opened(171)
    const before = (await ledger(place)).body
    expect(before).toMatchObject({ isKnown: false, totals: { taken: '18000' }, editable: { enabled: true } })
    await reported(place, { NBKI: [beach, undeclared], OKB: [undeclared], SCORING: [] })
    const { body } = await ledger(place)
    expect(body.rows).toHaveLength(2)
    expect(rowAt(body, /берег/i)).toMatchObject({
      ...{ declared: '18000', reported: '19500.00', taken: '19500', marks: ['DIFFERS'], asks: true },
      ...{ balance: '480000.00', typeName: 'Автокредит' },
    })
    const hidden = rowAt(body, /канарейка/i)
    expect(hidden).toMatchObject({ declared: null, taken: '21000', marks: ['UNDECLARED', 'TWICE'] })
    expect(hidden.bureaus.map(({ bureau }) => bureau)).toEqual(['NBKI', 'OKB'])
    expect(body.totals).toMatchObject({ declared: '18000', reported: '40500', taken: '40500' })
    const { load } = body
    expect(load.people).toEqual([
      { participantId: Number(place.participantId), name: body.name, payments: '40500' },
    ])
    expect(Number(load.payments)).toBeCloseTo(Number(load.loan) + 40_500, 2)
    const percent = (Number(load.payments) / Number(load.income)) * 100
    expect(Number(load.debtLoad)).toBeCloseTo(percent, 1)
    expect(load.methodVersion).toMatch(/^\d{4}-/)
    // What the agent wrote stays.
    const { body: written } = await bank.call(
      getQuestionnaire,
      { params: { id: place.id } },
      { as: 'underwriter' },
    )
    expect(JSON.stringify(written.sections)).not.toContain('Канарейка')
  })

  it('an undeclared credit comes into the one ПДН of the bank by itself, and goes as the underwriter says', async () => {
    const place = await opened(172)
    const was = await debtLoads(place)
    expect(was.all.size).toBe(1)
    await reported(place, { NBKI: [beach, undeclared] })
    const now = await debtLoads(place)
    expect(now.all.size).toBe(1)
    const [old, more] = [[...was.all][0], [...now.all][0]].map(Number)
    expect(more).toBeGreaterThan(Number(old))
    expect(now.check).toContain(String([...now.all][0]).replace('.', ','))
    // People of the partner are told the ПДН of the questionnaire.
    const agents = await bank.call(getCaseMeans, { params: { id: place.id } }, { as: 'agent' })
    expect(agents.body.debtLoad).toBe([...was.all][0])

    const first = (await ledger(place)).body
    const taken = await take(place, rowAt(first, /канарейка/i), { state: 'REPAID', reason: 'REFINANCED' })
    expect(taken.status, taken.raw.body).toBe(200)
    expect(rowAt(taken.body, /канарейка/i)).toMatchObject({
      taken: '0',
      state: 'REPAID',
      asks: false,
      version: 1,
    })
    expect(taken.body.totals).toMatchObject({ taken: '19500', repaid: '21000' })
    const repaid = await debtLoads(place)
    expect(repaid.all.size).toBe(1)
    expect(Number([...repaid.all][0])).toBeLessThan(Number(more))
    expect(repaid.check).toContain(String([...repaid.all][0]).replace('.', ','))

    const params = { ...place, key: rowAt(taken.body, /канарейка/i).key }
    const dropped = await bank.call(
      api.dropObligation,
      { params, body: { version: 1 } },
      { as: 'underwriter' },
    )
    expect(rowAt(dropped.body, /канарейка/i)).toMatchObject({ taken: '21000', choice: null, version: 2 })
    expect((await debtLoads(place)).all).toEqual(now.all)
    const again = await bank.call(api.dropObligation, { params, body: { version: 2 } }, { as: 'underwriter' })
    expect(again.status).toBe(409)
    const history = await bank.call(api.listObligationHistory, { params, query: {} }, { as: 'underwriter' })
    expect(history.body.content.length).toBe(2)
    expect(history.raw.body).toContain('Гасится этой сделкой')
    const { body: changes } = await bank.call(
      searchCaseChanges,
      { params: { id: place.id }, body: { place: 'WORKSHEET', page: 0, size: 50 } as never },
      { as: 'underwriter' },
    )
    expect(JSON.stringify(changes)).toContain('Гасится этой сделкой')
  })

  it('a decision keeps what of each credit counted, and why', async () => {
    const place = await opened(173)
    await reported(place, { NBKI: [beach, undeclared] })
    const row = rowAt((await ledger(place)).body, /канарейка/i)
    await take(place, row, { state: 'EXCLUDED', reason: 'NOT_THEIRS', words: 'Кредит однофамильца' })
    const signed = await signDecision(bank, { id: place.id, action: 'approve' })
    expect(signed.status, signed.raw.body).toBe(200)
    const { rows } = await sql<{
      kept: { rows: { creditor: string; taken: string; said: { words: string } | null }[] }[]
    }>`
      SELECT snapshot -> 'obligations' AS kept FROM case_decision WHERE case_id = ${Number(place.id)} ORDER BY id DESC LIMIT 1`.execute(
      bank.db,
    )
    expect(rows[0]?.kept[0]?.rows).toContainEqual(
      expect.objectContaining({
        taken: '0',
        said: expect.objectContaining({ words: 'Кредит однофамильца' }),
      }),
    )
  })

  it('takes a credit that stands in a paper alone, corrects it and leaves it out', async () => {
    const place = await opened(174)
    const documentId = await paperOf(place)
    const own = {
      ...{ type: 'CASH', creditor: 'Иванов И. И.', contractNumber: '', limit: '300000', balance: '250000' },
      ...{ payment: '12500', documentId, words: 'Расписка, клиент показал на встрече' },
    }
    const params = place
    const add = (body: object, as: Login = 'underwriter') =>
      bank.call(api.addObligation, { params, body: body as never }, { as })
    expect((await add({ ...own, documentId: 999_999 })).status).toBe(400)
    expect((await add({ ...own, type: 'NO_SUCH' })).status).toBe(400)
    const added = await add(own)
    expect(added.status, added.raw.body).toBe(200)
    const row = rowAt(added.body, /Иванов/)
    expect(row).toMatchObject({
      taken: '12500',
      marks: ['OWN'],
      own: { document: { id: documentId } },
      version: 1,
    })
    const at = { ...place, key: row.key }
    const edit = (body: object) =>
      bank.call(api.editObligation, { params: at, body: { ...own, ...body } as never }, { as: 'underwriter' })
    const edited = await edit({ payment: '13000', version: 1 })
    expect(rowAt(edited.body, /Иванов/)).toMatchObject({ taken: '13000', version: 2 })
    expect((await edit({ payment: '1', version: 1 })).status).toBe(409)
    const out = await take(place, rowAt(edited.body, /Иванов/), {
      ...{ state: 'EXCLUDED', reason: 'SAME', words: 'Тот же долг показало бюро' },
    })
    expect(rowAt(out.body, /Иванов/)).toMatchObject({ taken: '0', state: 'EXCLUDED', version: 3 })
    const told = rowAt(out.body, /берег/i)
    const foreign = await bank.call(
      api.editObligation,
      { params: { ...place, key: told.key }, body: { ...own, version: 1 } },
      { as: 'underwriter' },
    )
    expect(foreign.status).toBe(409)
  })
})

describe('what is said of an obligation', () => {
  it('of an old version is refused with the ledger as it stands', async () => {
    const place = await opened(175)
    const row = rowAt((await ledger(place)).body, /берег/i)
    const more = { source: 'OTHER', payment: '20000', reason: 'CAUTION' }
    expect((await take(place, row, more)).status).toBe(200)
    const late = await take(place, row, { ...more, payment: '30000' })
    expect(late.status).toBe(409)
    expect(late.raw.body).toContain('"taken":"20000"')
    expect(late.raw.body).toContain('"descriptor":"Соловьёва')
  })

  it.each<[string, object, number]>([
    ['an unknown state', { state: 'GONE' }, 400],
    ['an unknown reason', { source: 'BUREAU', reason: 'WISH' }, 400],
    ['a source that tells nothing', { source: 'BUREAU' }, 400],
    ['less than is known, without a paper', { source: 'OTHER', payment: '1', reason: 'CAUTION' }, 400],
    ['a payment that is none', { source: 'OTHER', payment: '-5', reason: 'CAUTION' }, 400],
    ['an endless payment', { source: 'OTHER', payment: '9'.repeat(14), reason: 'CAUTION' }, 400],
    ['somebody else’s paper', { source: 'OTHER', payment: '99999', reason: 'BY_PAPER', documentId: 1 }, 400],
    ['words with a hole', { state: 'EXCLUDED', reason: 'OTHER', words: 'a\u0000b' }, 400],
    ['endless words', { state: 'EXCLUDED', reason: 'OTHER', words: 'я'.repeat(501) }, 400],
    ['a version below none', { version: -1, source: 'OTHER', payment: '99999', reason: 'CAUTION' }, 400],
  ])('%s is refused', async (_, body, status) => {
    hostile ??= await opened(176)
    const row = rowAt((await ledger(hostile)).body, /берег/i)
    const answer = await take(hostile, row, body)
    expect(answer.status, answer.raw.body).toBe(status)
  })
  let hostile: Place | undefined

  it('of a row that is not there, or of nobody, is refused', async () => {
    const place = await opened(177)
    const row = rowAt((await ledger(place)).body, /берег/i)
    const of = (key: string, participantId = place.participantId) =>
      take(
        { ...place, participantId },
        { ...row, key },
        { source: 'OTHER', payment: '99999', reason: 'CAUTION' },
      )
    expect((await of('told.nothing')).status).toBe(404)
    expect((await of("told.' OR 1=1")).status).toBe(400)
    expect((await of(row.key, '999999')).status).toBe(404)
    expect((await ledger({ ...place, participantId: '999999' })).status).toBe(404)
  })

  it.each<[Login, number]>([
    ['agent', 404],
    ['partner-admin', 404],
    ['viewer', 403],
    ['workload', 403],
  ])('%s does not say it', async (as, status) => {
    const place = await opened(178)
    const row = rowAt((await ledger(place)).body, /берег/i)
    const answer = await take(place, row, { source: 'OTHER', payment: '99999', reason: 'CAUTION' }, as)
    expect([403, 404]).toContain(answer.status)
    expect(status).toBeGreaterThan(0)
    if (as === 'agent' || as === 'partner-admin')
      expect([403, 404]).toContain((await ledger(place, as)).status)
  })

  it('is said at underwriting alone', async () => {
    const place = await opened(179)
    const row = rowAt((await ledger(place)).body, /берег/i)
    await sql`UPDATE case_file SET stage = 'APPROVED' WHERE id = ${Number(place.id)}`.execute(bank.db)
    const answer = await take(place, row, { source: 'OTHER', payment: '99999', reason: 'CAUTION' })
    expect(answer.status).toBe(409)
    expect((await ledger(place)).body.editable.enabled).toBe(false)
  })
})

describe('the column of bureaus in the comparison', () => {
  const cells = async (place: Place) => {
    const { body } = await bank.call(
      getUnderwritingForm,
      { params: { id: place.id }, query: {} },
      { as: 'underwriter' },
    )
    const of = (field: string) => {
      const row = body.rows.find((one) => one.field === field)
      return { counted: row?.counted, ...row?.cells.find(({ source }) => source === 'BUREAU') }
    }
    return { of, marks: body.marks }
  }

  it('says what the latest report says, with the bureau and the day, while a consent is in force', async () => {
    const place = await opened(180)
    expect((await cells(place)).of('lastName').state).toBe('ABSENT')
    await reported(place, { NBKI: [beach, undeclared], OKB: [undeclared] })
    const { of, marks } = await cells(place)
    expect(of('lastName')).toMatchObject({
      state: 'SAME',
      note: expect.stringMatching(/^(НБКИ|ОКБ) от \d\d\./),
    })
    expect(of('debtCount')).toMatchObject({ state: 'DIFFERS', shown: '2', counted: '2' })
    expect(of('debtPayments')).toMatchObject({ state: 'DIFFERS', note: expect.stringContaining('НБКИ от') })
    expect(marks.obligations).toBe('WARN')
    await sql`UPDATE case_section SET data = data || '{"creditHistory": false}'
      WHERE case_id = ${Number(place.id)} AND section = 'CONSENTS'`.execute(bank.db)
    const without = await cells(place)
    expect(without.of('lastName').state).toBe('ABSENT')
    // What the bank has learnt while it might stays in its ПДН: no one lowers it by taking a consent back.
    expect((await ledger(place)).body.totals.taken).toBe('40500')
  })
})

it('the grid of checks says the ПДН of the ledger too', async () => {
  const place = await opened(181)
  await reported(place, { NBKI: [undeclared] })
  const { body } = await bank.call(getChecksGrid, { params: { id: place.id } }, { as: 'underwriter' })
  const { load } = (await ledger(place)).body
  expect(JSON.stringify(body)).toContain(`ПДН ${load.debtLoad?.replace('.', ',')}`)
})
