import * as api from '@ipoteka-office/contract/blacklists/list-loads.ts'
import { searchBlacklist } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { getComplianceSheet } from '@ipoteka-office/contract/compliance/compliance.ts'
import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import { getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { authorityRetroTurn } from '#features/compliance/authority-retro.service.ts'
import { checksWork, requestChecks } from '#features/full-applications/auto-checks.service.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { standInChecks } from '#integrations/auto-checks/stand-in.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { fillApplication, openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { authorityParser, UnreadableList } from './authority-xml.rules.ts'
import { loadApplyName, loadApplyWork, loadCheckName, loadCheckWork } from './load-works.service.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date() }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const boundary = '----load'
async function send(target: api.LoadTarget, name: string, content: string | Buffer, as: Login = 'security') {
  const answer = await bank.app.inject({
    method: 'POST',
    url: `/api/blacklist/loads/${target}`,
    headers: {
      authorization: `Bearer ${await bank.tokenOf(as)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      ),
      Buffer.from(content as string),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  return { status: answer.statusCode, body: answer.json<api.ListLoad & { message?: string }>() }
}
async function run(taskId: number) {
  const { db, files } = bank
  const works = { [loadCheckName]: loadCheckWork(files, clock), [loadApplyName]: loadApplyWork(clock) }
  const errors: unknown[] = []
  const runner = createTaskRunner({ db, files, findActor, works, onError: (error) => errors.push(error) })
  const signal = new AbortController().signal
  await runner({ taskId }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  expect(errors).toEqual([])
}
const read = async ({ target, id }: Pick<api.ListLoad, 'target' | 'id'>) =>
  (await bank.call(api.getListLoad, { params: { target, id: String(id) } }, { as: 'security' })).body
const rowsOf = async ({ target, id }: Pick<api.ListLoad, 'target' | 'id'>, kind?: api.LoadRowKind) => {
  const params = { target, id: String(id) }
  const query = { size: '100', ...(kind && { kind }) }
  return (await bank.call(api.listLoadRows, { params, query }, { as: 'security' })).body.content
}
async function checked(target: api.LoadTarget, name: string, content: string | Buffer) {
  const { status, body } = await send(target, name, content)
  expect(status, JSON.stringify(body)).toBe(200)
  await run(body.taskId)
  return read(body)
}
const ask = ({ target, id }: api.ListLoad, as: Login = 'security') =>
  bank.call(
    api.requestListLoad,
    { params: { target, id: String(id) }, body: { comment: 'Перечень за ноябрь' } },
    { as },
  )
async function decide(requestId: number | null, as: Login, what: 'approve' | 'reject' = 'approve') {
  const params = { id: String(requestId ?? 0) }
  const { body } = await bank.call(api.loadRequests.get, { params }, { as: 'compliance' })
  return bank.call(
    api.loadRequests[what],
    { params, body: { version: body.version, comment: 'Сверено' } },
    { as },
  )
}
async function approved(load: api.ListLoad) {
  const asked = await ask(load)
  expect(asked.status, asked.raw.body).toBe(200)
  const { status, raw } = await decide(asked.body.requestId, 'compliance')
  expect(status, raw.body).toBe(200)
  const now = await read(load)
  if (now.state === 'APPLYING') await run(now.taskId)
  return read(load)
}

const heading = 'Фамилия;Имя;Отчество;Дата рождения;Паспорт;ИНН;Категория;Источник;Основание'
const line = (n: number, more = '') =>
  `Загрузов${more};Пробник;Иванович;14.03.1979;00 12 3456${10 + n};;Мошенничество;Служба безопасности;Акт ${n}`
const csv = (...lines: string[]) => [heading, ...lines].join('\r\n')
const windows1251 = (text: string) =>
  Buffer.from(
    text.split('').map((sign) => {
      const code = sign.charCodeAt(0)
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
    }),
  )

describe('a file of entries', () => {
  it('is compared row by row, asked for as one request, and acts when another person agrees', async () => {
    const file = csv(line(1), line(2, 'а'), line(1), 'Иванов;;;;;;Мошенничество;Служба безопасности;')
    const load = await checked('individuals', 'список.csv', file)
    expect(load).toMatchObject({ state: 'READY', counts: { new: 2, duplicate: 1, error: 1 } })
    expect((await rowsOf(load, 'duplicate'))[0]?.notes).toEqual(['Повторяет строку 2'])
    const [wrong] = await rowsOf(load, 'error')
    expect(wrong).toMatchObject({
      line: 5,
      notes: expect.arrayContaining([expect.stringContaining('Основание')]),
    })
    expect((await ask(load)).error.message).toContain('строки с ошибками: 1')

    const whole = await checked('individuals', 'список.csv', windows1251(csv(line(1), line(2, 'а'), line(1))))
    expect((await ask(whole, 'underwriter')).status).toBe(403)
    const asked = await ask(whole)
    expect(asked.body).toMatchObject({ state: 'REQUESTED', requestId: expect.any(Number) })
    expect((await decide(asked.body.requestId, 'security')).status).toBe(403)
    const before = await bank.call(
      searchBlacklist,
      { params: { kind: 'individuals' }, body: { search: 'Загрузов' } },
      { as: 'security' },
    )
    expect(before.body.totalElements).toBe(0)
    expect((await decide(asked.body.requestId, 'compliance')).status).toBe(200)
    const applying = await read(whole)
    expect(applying).toMatchObject({ state: 'APPLYING', approver: { fullName: expect.any(String) } })
    await run(applying.taskId)
    await run(applying.taskId)
    expect(await read(whole)).toMatchObject({ state: 'ACTIVE' })
    const { body } = await bank.call(
      searchBlacklist,
      { params: { kind: 'individuals' }, body: { search: 'Загрузов' } },
      { as: 'security' },
    )
    expect(body.content).toMatchObject([
      { state: 'ACTIVE', level: 'REVIEW' },
      { state: 'ACTIVE', level: 'REVIEW' },
    ])
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM blacklist_retro r
      JOIN blacklist_identity i ON i.entry_id = r.entry_id WHERE i.title LIKE 'Загрузов%'`.execute(bank.db)
    expect(rows[0]?.count).toBe(2)

    const again = await checked('individuals', 'список.csv', csv(line(1), line(3, 'б')))
    expect(again.counts).toEqual({ new: 1, duplicate: 1 })
    expect((await rowsOf(again, 'duplicate'))[0]?.notes[0]).toMatch(/Уже в списке: запись № \d+, .*Паспорт/)
  })

  it('rejected goes back to whoever made it; a maker with the right to approve does not approve their own', async () => {
    const load = await checked(
      'phones',
      'номера.csv',
      [
        'Номер;Владелец;Категория;Источник;Основание',
        '+79161234567;Сидоров;Мошенничество;Служба безопасности;Звонки клиентам',
      ].join('\n'),
    )
    expect(load.counts).toEqual({ new: 1 })
    const own = await bank.call(
      api.requestListLoad,
      { params: { target: 'phones', id: String(load.id) }, body: { comment: 'Звонки' } },
      { as: 'compliance' },
    )
    expect((await decide(own.body.requestId, 'compliance')).status).toBe(403)
    expect((await decide(own.body.requestId, 'admin', 'reject')).status).toBe(200)
    expect(await read(load)).toMatchObject({ state: 'READY', requestId: null })
    expect(await approved(load)).toMatchObject({ state: 'ACTIVE' })
  })

  it('that is hostile or no table is refused with words', async () => {
    const cases: [string, string | Buffer, RegExp][] = [
      ['a.csv', 'Кто;Зачем\nя;так', /Неизвестные столбцы/],
      ['a.csv', 'Фамилия;Фамилия\nа;б', /встречается дважды|Нет столбцов/],
      ['a.csv', heading, /нет строк/],
      ['a.csv', 'Фамилия\nа', /Нет столбцов/],
    ]
    for (const [name, content, words] of cases) {
      const load = await checked('individuals', name, content)
      expect([load.state, load.reason]).toEqual(['FAILED', expect.stringMatching(words)])
    }
    expect((await send('individuals', 'a.xlsx', 'PK\u0003\u0004 не архив')).status).toBe(400)
    expect((await send('individuals', 'a.exe', 'MZ')).status).toBe(400)
    expect((await send('authority', 'a.csv', heading)).status).toBe(400)
    for (const as of ['underwriter', 'agent', 'viewer'] as const)
      expect((await send('individuals', 'a.csv', csv(line(1)), as)).status).toBe(403)
    // What a program would take for a formula is kept as text, and our own files put an apostrophe before it.
    const formula = await checked(
      'phones',
      'ф.csv',
      [
        'Номер;Владелец;Категория;Источник;Основание',
        '+79161234568;"=cmd|\'/c calc\'!A1";Мошенничество;Служба безопасности;@SUM(1)',
      ].join('\n'),
    )
    expect(formula.counts).toEqual({ new: 1 })
  })
})

const subject = (
  id: number,
  name: string,
  born = '1979-03-14',
  more = '',
) => `<Субъект><ИдСубъекта>${id}</ИдСубъекта>
  <ТипСубъекта><Наименование>Физическое лицо</Наименование></ТипСубъекта>
  <ФЛ><ФИО>${name}</ФИО><ДатаРождения>${born}</ДатаРождения>${more}</ФЛ></Субъект>`
const listOf = (day: string, ...subjects: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
  <Перечень><ДатаПеречня>${day}</ДатаПеречня><АктуальныйПеречень>${subjects.join('\n')}</АктуальныйПеречень></Перечень>`

describe('the authority’s list', () => {
  it('is read subject by subject, with papers, former names and organisations', () => {
    const parser = authorityParser()
    const papers = `<СписокДокументов><Документ><ТипДокумента><Наименование>Паспорт</Наименование></ТипДокумента>
      <Серия>0012</Серия><Номер>345678</Номер></Документ></СписокДокументов>
      <СписокДрФЛ><ДрФЛ><ФИО>ПРЕЖНИЙ ИВАН</ФИО></ДрФЛ></СписокДрФЛ>`
    const firm = `<Субъект><ИдСубъекта>9</ИдСубъекта><ЮЛ><Наименование>ООО ТЕНЬ</Наименование><ОГРН>1027700132195</ОГРН></ЮЛ></Субъект>`
    const found = parser.write(
      listOf('2026-11-01', subject(1, 'ТЕНЕВ ИВАН ПЕТРОВИЧ', '14.03.1979', papers), firm),
    )
    expect(parser.end()).toBe('2026-11-01')
    expect(found).toMatchObject([
      {
        number: '1',
        list: 'individuals',
        issues: [],
        data: {
          lastName: 'ТЕНЕВ',
          birthDate: '1979-03-14',
          passport: '0012345678',
          formerNames: [{ lastName: 'ПРЕЖНИЙ', firstName: 'ИВАН' }],
        },
      },
      { number: '9', list: 'legalPersons', data: { fullName: 'ООО ТЕНЬ', ogrn: '1027700132195' } },
    ])
  })

  it('that is hostile is refused', () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><Перечень>&a;</Перечень>'
    expect(() => authorityParser().write(bomb)).toThrow(UnreadableList)
    expect(() => authorityParser().write(`<a>${'<b>'.repeat(60)}`)).toThrow(/слишком глубок/)
    expect(() => authorityParser().write('<a><b></a>')).toThrow(/повреждён/)
    const empty = authorityParser()
    empty.write('<Перечень></Перечень>')
    expect(() => empty.end()).toThrow(/не перечень/)
  })

  it('acts when another person agrees; the next version shows what is new, changed and gone', async () => {
    const first = await checked(
      'authority',
      'list.xml',
      listOf('2026-01-10', subject(1, 'ПЕРВЫЙ ИВАН'), subject(2, 'ВТОРОЙ ИВАН'), subject(3, 'ТРЕТИЙ ИВАН')),
    )
    expect(first).toMatchObject({ state: 'READY', listDate: '2026-01-10', counts: { new: 3 } })
    expect(await approved(first)).toMatchObject({ state: 'ACTIVE' })
    const second = await checked(
      'authority',
      'list.xml',
      listOf(
        '2026-02-10',
        subject(1, 'ПЕРВЫЙ ИВАН'),
        subject(2, 'ВТОРОЙ ИВАН', '1980-01-01'),
        subject(4, 'ЧЕТВЁРТЫЙ ИВАН'),
      ),
    )
    expect(second.counts).toEqual({ same: 1, changed: 1, new: 1, gone: 1 })
    expect((await rowsOf(second, 'gone'))[0]?.title).toBe('ТРЕТИЙ ИВАН')
    const other = await checked('authority', 'list.xml', listOf('2026-02-11', subject(7, 'СЕДЬМОЙ ИВАН')))
    const asked = await ask(other)
    expect(await approved(second)).toMatchObject({ state: 'ACTIVE' })
    expect(await read(first)).toMatchObject({ state: 'REPLACED' })
    const outdated = await decide(asked.body.requestId, 'compliance')
    expect(outdated.status).toBe(409)
    const old = await checked('authority', 'list.xml', listOf('2026-01-01', subject(1, 'ПЕРВЫЙ ИВАН')))
    expect([old.state, old.reason]).toEqual(['FAILED', expect.stringContaining('новее')])
    const twice = await checked(
      'authority',
      'list.xml',
      listOf('2026-03-01', subject(1, 'А Б'), subject(1, 'В Г')),
    )
    expect(twice.counts).toEqual({ changed: 1, gone: 2, error: 1 })
  })

  it('answers the check with its day, and a new version is tried on open cases', async () => {
    const engine = caseEngine({ clock, references: bank.references, parameters: deliveredParameters })
    const work = (id: string) =>
      checksWork({ db: bank.db, engine, checks: () => standInChecks({ delayMs: 1 }) })(
        { caseId: Number(id) },
        {
          signal: new AbortController().signal,
        } as never,
      )
    const one = await openApplication(bank)
    await fillApplication(bank, one, 951)
    const person = { lastName: 'Перечнев', firstName: 'Аким', middleName: 'Лукич', birthDate: '1979-03-14' }
    const own = { ...wholeSections.PERSONAL, ...person, inn: '', snils: '', passport: '3610777951' }
    await saveSection(bank, one.id, 'PERSONAL', own, { as: 'agent', participantId: one.borrower })
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(one.id)}`.execute(bank.db)
    await requestChecks(bank.db, Number(one.id), clock.now())
    await work(one.id)
    const answer = async () => {
      const { rows } = await sql<{ state: string; text: string }>`SELECT state, text FROM auto_check
        WHERE case_id = ${Number(one.id)} AND code = 'TERRORIST_115FZ' ORDER BY id LIMIT 1`.execute(bank.db)
      return rows[0]
    }
    expect((await answer())?.text).toMatch(/Совпадений нет, перечень от 10\.02\.2026, старше допустимого/)
    const load = await checked(
      'authority',
      'list.xml',
      listOf('2026-03-10', subject(77, 'ПЕРЕЧНЕВ АКИМ ЛУКИЧ')),
    )
    await approved(load)
    await authorityRetroTurn({ db: bank.db, engine })
    await work(one.id)
    expect(await answer()).toEqual({ state: 'HELD', text: heldWords })
    const { body } = await bank.call(getComplianceSheet, { params: { id: one.id } }, { as: 'compliance' })
    expect(body.hits[0]?.text).toMatch(/ПЕРЕЧНЕВ АКИМ ЛУКИЧ, 14\.03\.1979, № 77 в перечне/)
  })
})

it('a task of a load is its maker’s', async () => {
  const { body } = await send('individuals', 'a.csv', csv(line(9, 'в')))
  const { status } = await bank.call(getTask, { params: { id: String(body.taskId) } }, { as: 'agent' })
  expect(status).toBe(404)
})
