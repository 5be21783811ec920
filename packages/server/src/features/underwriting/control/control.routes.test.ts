import { searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import {
  getControls,
  listControlHistory,
  saveControl,
  signControl,
  startControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { withAdmin } from '#testing/test-database.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import { systemClock } from '#lib/bank-time.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { startControls } from './control-moves.service.ts'

let bank: TestApp
let id: string
beforeAll(async () => {
  bank = await testApp()
  // The head of the room controls what the underwriter has sent.
  await sql`INSERT INTO employee_user_role VALUES (2, 3) ON CONFLICT DO NOTHING`.execute(bank.db)
  ;({ id } = await underwritten(bank, 31))
  await giveAuthority(bank, 3, { exposure: '100000000' })
  expect((await move('verify')).status).toBe(200)
})
afterAll(() => bank.close())

const verifier = 'workload'
async function move(action: string, as: Login = 'underwriter', of = id) {
  const { body } = await bank.call(getCase, { params: { id: of } }, { as })
  return bank.call(
    moveCase,
    { params: { id: of }, body: { action, version: body.version, comment: 'Проверить занятость' } },
    { as },
  )
}
const sheet = async (as: Login = verifier, of = id) =>
  (await bank.call(getControls, { params: { id: of } }, { as })).body
const first = async (of = id) => {
  const [control] = (await sheet(verifier, of)).controls
  if (control === undefined) throw new Error('No form has been begun')
  return control
}
const whole = {
  photoMatches: 'YES',
  papersValid: 'YES',
  employerExists: 'YES',
  employerAnswer: 'ООО «Заря»',
  employerMatch: 'MATCH',
  calls: [{ key: 'a', who: 'EMPLOYER', result: 'REACHED', madeAt: '10:15', said: 'Работает' }],
  signDictates: false,
  result: 'POSITIVE',
  conclusion: 'Клиент и работодатель подтвердили сведения',
}
const save = (answers: object, version: number, as: Login = verifier, controlId = 0) =>
  bank.call(saveControl, { params: { id, controlId: String(controlId) }, body: { answers, version } }, { as })
const sign = (controlId: number, version: number, as: Login = verifier) =>
  bank.call(signControl, { params: { id, controlId: String(controlId) }, body: { version } }, { as })

it('begins when the application is sent, with what the questionnaire answers on the script', async () => {
  const control = await first()
  expect(control).toMatchObject({ cause: 'HAND', causeText: 'Проверить занятость', roleName: 'Заёмщик' })
  expect(control.questions).toContainEqual({
    key: 'employer',
    ask: 'Где вы работаете?',
    said: 'ООО «Заря»',
  })
  expect(control.editable).toEqual({ enabled: true, reasonDisabled: null })
})

it('is closed to whoever sent it, and the way back is closed until it is signed', async () => {
  const { id: controlId, version } = await first()
  expect((await save(whole, version, 'underwriter', controlId)).status).toBe(403)
  expect((await sign(controlId, version, 'underwriter')).status).toBe(403)
  const [shown] = (await sheet('underwriter')).controls
  expect(shown?.editable.reasonDisabled).toContain('решает другой сотрудник')
  const back = await move('verified', verifier)
  expect(back.status).toBe(409)
  expect(back.raw.body).toContain('Подпишите форму контроля')
})

it('refuses what is no answer, and a version that is not the last', async () => {
  const { id: controlId, version } = await first()
  for (const answers of [{ photoMatches: 'MAYBE' }, { unknown: 1 }, { calls: [{ who: 'MOBILE' }] }])
    expect((await save(answers, version, verifier, controlId)).status).toBe(400)
  expect((await save({ photoMatches: 'YES' }, version, verifier, controlId)).status).toBe(200)
  const late = await save({ photoMatches: 'NO' }, version, verifier, controlId)
  expect(late.status).toBe(409)
  expect(late.raw.body).toContain('"photoMatches":"YES"')
})

it('is signed whole alone, once, and stands as PDF among the documents where partners do not see it', async () => {
  const { id: controlId, version } = await first()
  const early = await sign(controlId, version)
  expect(early.status).toBe(400)
  expect(early.raw.body).toContain('Заключение')
  const saved = await save(whole, version, verifier, controlId)
  expect(saved.status, saved.raw.body).toBe(200)
  const signed = await sign(controlId, saved.body.version)
  expect(signed.status, signed.raw.body).toBe(200)
  expect(signed.body).toMatchObject({ editable: { enabled: false } })
  expect(signed.body.signedBy?.id).toBe(2)
  expect((await save(whole, signed.body.version, verifier, controlId)).status).toBe(409)
  const papers = async (as: Login) =>
    (await bank.call(listDocuments, { query: { ownerType: 'APPLICATION', ownerId: id } }, { as })).raw.body
  expect(await papers('underwriter')).toContain('CONTROL_FORM')
  expect(await papers('agent')).not.toContain('CONTROL_FORM')
  const document = await bank.call(
    { method: 'GET', path: `/document/${signed.body.documentId}`, summary: '', access: { kind: 'signedIn' } },
    {},
    { as: 'agent' },
  )
  expect(document.status).toBe(404)
  await expect(
    withAdmin(bank.connectionString, (owner) =>
      owner.query(`UPDATE individual_control SET answers = '{}' WHERE id = ${controlId}`),
    ),
  ).rejects.toThrow('does not change')
})

it('keeps its versions, which the history of the application tells too', async () => {
  const { id: controlId } = await first()
  const { body } = await bank.call(
    listControlHistory,
    { params: { id, controlId: String(controlId) } },
    { as: 'underwriter' },
  )
  const told = body.content.flatMap(({ changes }) =>
    changes.map(({ label, newValue }) => `${label}: ${newValue}`),
  )
  expect(told).toContain('Заключение: Положительное')
  const { body: all } = await bank.call(
    searchCaseChanges,
    { params: { id }, body: { sections: ['CONTROL'] } },
    { as: 'underwriter' },
  )
  expect(all.totalElements).toBe(body.totalElements)
})

it('lets the application go back, and another person be controlled', async () => {
  const { free } = await sheet()
  const [person] = free
  const started = await bank.call(
    startControl,
    { params: { id }, body: { participantId: person?.participantId ?? 0 } },
    { as: verifier },
  )
  expect(started.status, started.raw.body).toBe(200)
  const twice = await bank.call(
    startControl,
    { params: { id }, body: { participantId: person?.participantId ?? 0 } },
    { as: verifier },
  )
  expect(twice.status).toBe(409)
  const saved = await save(whole, started.body.version, verifier, started.body.id)
  expect((await sign(started.body.id, saved.body.version)).status).toBe(200)
  expect((await move('verified', verifier)).status).toBe(200)
  expect((await sheet()).startable.reasonDisabled).toContain('отправьте заявку на контроль')
})

describe('what begins a control', () => {
  const arrive = async (of: string, share: string) => {
    const parameters = {
      ...deliveredParameters,
      parameter: (async (code: never, day: string) =>
        String(code).startsWith('control-share')
          ? share
          : deliveredParameters.parameter(code, day)) as typeof deliveredParameters.parameter,
    }
    const engine = caseEngine({ clock: systemClock('Europe/Moscow'), parameters })
    await startControls({
      ...{ db: bank.db, engine, caseId: Number(of), from: 'AUTO_CHECKS', to: 'UNDERWRITING' },
      ...{ action: 'checksPassed', mover: bySystem, reason: null, comment: null },
    })
    return (await sheet(verifier, of)).controls
  }

  it('is the lot of the programme’s share, the same whoever draws again', async () => {
    const { id: other } = await underwritten(bank, 32)
    expect(await arrive(other, '0')).toEqual([])
    const drawn = await arrive(other, '100')
    expect(drawn).toMatchObject([{ cause: 'CHANCE' }])
    expect(await arrive(other, '100')).toHaveLength(1)
    const refused = await signDecision(bank, { id: other, action: 'approve' })
    expect(refused.status).toBe(409)
    expect(refused.raw.body).toContain('Назначен контроль физлица')
  })

  it('is a check that stops', async () => {
    const { id: other } = await underwritten(bank, 33)
    await sql`UPDATE auto_check SET state = 'FAIL' WHERE id = (
      SELECT min(id) FROM auto_check WHERE case_id = ${Number(other)})`.execute(bank.db)
    expect(await arrive(other, '0')).toMatchObject([{ cause: 'TRIGGER' }])
  })
})

it.each(['agent', 'partner-admin'] as const)('is for people of the bank: %s learns nothing', async (as) => {
  const path = { params: { id } }
  const one = { id, controlId: '1' }
  for (const { status } of [
    await bank.call(getControls, path, { as }),
    await bank.call(startControl, { ...path, body: { participantId: 1 } }, { as }),
    await bank.call(saveControl, { params: one, body: { answers: {}, version: 1 } }, { as }),
    await bank.call(signControl, { params: one, body: { version: 1 } }, { as }),
    await bank.call(listControlHistory, { params: one }, { as }),
  ])
    expect([403, 404]).toContain(status)
})
