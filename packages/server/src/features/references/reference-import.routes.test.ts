import { downloadTaskResult, getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as api from '@ipoteka-office/contract/references/reference-imports.ts'
import {
  createDictionary,
  exportDictionary,
  listDictionaryItems,
  startDictionaryExport,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findActor } from '#http/session/session.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { createTaskRunner } from '../notifications/run-task.service.ts'
import { dictionaryExportName, dictionaryExportWork } from './dictionary-export.service.ts'
import { applyWork, applyWorkName, checkWork, checkWorkName } from './reference-import-works.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const boundary = '----import'
const formOf = (name: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])

async function send(
  id: string,
  content: string | Buffer,
  { name = 'файл.csv', missing = 'keep', as = 'admin' }: { name?: string; missing?: string; as?: Login } = {},
) {
  const answer = await bank.app.inject({
    method: 'POST',
    url: `/api/reference-admin/dictionaries/${id}/import?missing=${missing}`,
    headers: {
      authorization: `Bearer ${await bank.tokenOf(as)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: formOf(name, Buffer.from(content as string)),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function run(taskId: number) {
  const { db, files, references } = bank
  const works = {
    [checkWorkName]: checkWork(files),
    [applyWorkName]: applyWork(references),
    [dictionaryExportName]: dictionaryExportWork,
  }
  const errors: unknown[] = []
  const runner = createTaskRunner({ db, files, findActor, works, onError: (error) => errors.push(error) })
  await runner(
    { taskId },
    { id: 'job', attempt: 1, isLastAttempt: true, signal: new AbortController().signal },
  )
  expect(errors).toEqual([])
  return (await bank.call(getTask, { params: { id: String(taskId) } })).body
}

/** Uploads and compares. */
async function check(id: string, content: string | Buffer, options: Parameters<typeof send>[2] = {}) {
  const { status, body } = await send(id, content, options)
  expect(status).toBe(200)
  const task = await run(body.taskId)
  const found = await bank.call(api.getReferenceImport, { params: { id: String(body.id) } })
  return { ...found.body, key: String(body.id), task }
}
const rowsOf = async (key: string, kind?: 'new' | 'changed' | 'deactivated' | 'error') =>
  (
    await bank.call(api.listReferenceImportRows, {
      params: { id: key },
      query: { ...(kind && { kind }), size: 100 },
    })
  ).body.content
const apply = (key: string) => bank.call(api.applyReferenceImport, { params: { id: key }, body: {} })
const read = async (code: string) => (await bank.call(listReferenceItems, { params: { code } })).body

let made = 0
async function dictionary(more: Record<string, unknown> = {}) {
  made += 1
  const { body } = await bank.call(createDictionary, {
    body: {
      code: `imported_${made}`,
      title: `Загружаемый ${made}`,
      attributes: [
        { key: 'limit', label: 'Лимит', type: 'number' },
        { key: 'category', label: 'Категория', type: 'code', dictionary: 'docCategory' },
        { key: 'since', label: 'С даты', type: 'date' },
        { key: 'main', label: 'Основной', type: 'boolean' },
      ],
      ...more,
    },
  })
  return { id: String(body.id), code: body.code }
}
const csv = (...lines: string[]) => lines.join('\r\n')

describe('an import', () => {
  it('shows what it would change and changes nothing before it is applied', async () => {
    const { id, code } = await dictionary()
    const first = await check(id, csv('Код;Название;Лимит', 'A;Первый;10,5', 'B;Второй;', 'C;Третий;3'))
    expect(first).toMatchObject({ state: 'READY', counts: { new: 3, changed: 0, error: 0 } })
    expect(await read(code)).toEqual([])
    const task = await apply(first.key)
    expect(await run(task.body.id)).toMatchObject({ state: 'COMPLETED', done: 3, error: null })
    expect(await read(code)).toEqual([
      { code: 'A', name: 'Первый', limit: 10.5 },
      { code: 'B', name: 'Второй' },
      { code: 'C', name: 'Третий', limit: 3 },
    ])

    const second = await check(
      id,
      csv('code,name,limit,since', 'A,Первый иначе,,20.11.2026', 'B,Второй,,', 'D,Четвёртый,1,2026-01-31'),
      { missing: 'deactivate' },
    )
    expect(second.counts).toEqual({ new: 1, changed: 1, same: 1, deactivated: 1, error: 0 })
    expect(await rowsOf(second.key, 'changed')).toEqual([
      {
        row: 2,
        kind: 'changed',
        code: 'A',
        name: 'Первый иначе',
        errors: [],
        changes: [
          { label: 'Название', oldValue: 'Первый', newValue: 'Первый иначе' },
          { label: 'Лимит', oldValue: '10.5', newValue: '−' },
          { label: 'С даты', oldValue: '−', newValue: '2026-11-20' },
        ],
      },
    ])
    expect(await rowsOf(second.key, 'deactivated')).toMatchObject([
      { row: null, code: 'C', changes: [{ label: 'Активен', oldValue: 'да', newValue: 'нет' }] },
    ])
    await run((await apply(second.key)).body.id)
    expect(await read(code)).toEqual([
      { code: 'A', name: 'Первый иначе', since: '2026-11-20' },
      { code: 'B', name: 'Второй' },
      { code: 'D', name: 'Четвёртый', limit: 1, since: '2026-01-31' },
    ])
    expect((await bank.call(api.getReferenceImport, { params: { id: second.key } })).body).toMatchObject({
      state: 'APPLIED',
      appliedAt: expect.any(String),
    })
    expect((await apply(second.key)).error.message).toBe('Эта загрузка уже применена')
  })

  it('leaves alone what the file has no column for', async () => {
    const { id, code } = await dictionary()
    const first = await check(id, csv('Код;Название;Лимит;Активен', 'A;Первый;5;нет'))
    await run((await apply(first.key)).body.id)
    const second = await check(id, csv('Код;Название', 'A;Имя'))
    expect(await rowsOf(second.key, 'changed')).toMatchObject([
      { changes: [{ label: 'Название', oldValue: 'Первый', newValue: 'Имя' }] },
    ])
    await run((await apply(second.key)).body.id)
    const { body } = await bank.call(listDictionaryItems, { params: { id }, query: { state: 'all' } })
    expect(body.content[0]).toMatchObject({ name: 'Имя', active: false, attributes: { limit: 5 } })
    expect(await read(code)).toEqual([])
  })

  it('tells errors by row, and with one of them applies nothing', async () => {
    const { id, code } = await dictionary()
    const found = await check(
      id,
      csv(
        'Код;Название;Лимит;Категория;С даты;Основной;Активен;Действует с;Действует по',
        'GOOD;Хорошая;1;IDENTITY;01.02.2026;да;да;;',
        ';Без кода;;;;;;;',
        'кириллица;Имя;;;;;;;',
        'A;;;;;;;;',
        'B;Имя;много;;;;;;',
        'C;Имя;;NOTHING;;;;;',
        'D;Имя;;;31.02.2026;;;;',
        'E;Имя;;;;иногда;;;',
        'GOOD;Снова;;;;;;;',
        'F;Имя;;;;;может быть;;',
        'G;Имя;;;;;;02.01.2026;01.01.2026',
      ),
    )
    expect(found.counts).toMatchObject({ new: 1, error: 10 })
    const errors = await rowsOf(found.key, 'error')
    expect(errors.map((row) => [row.row, row.errors.join('|')])).toEqual([
      [3, 'Код: Поле должно быть заполнено'],
      [4, 'Код: Код должен состоять из латинских букв, цифр и знака подчёркивания'],
      [5, 'Название: Поле должно быть заполнено'],
      [6, 'Лимит: Укажите число'],
      [
        7,
        'Выберите «Категория» из справочника «Категория документа»: действующего значения с кодом «NOTHING» в нём нет',
      ],
      [8, 'С даты: Укажите дату'],
      [9, 'Основной: Укажите «да» или «нет»'],
      [10, 'Код: уже есть в строке 2'],
      [11, 'Активен: Укажите «да» или «нет»'],
      [12, 'Действует по: Дата окончания раньше даты начала'],
    ])
    const refused = await apply(found.key)
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'В файле есть строки с ошибками: 10. Исправьте их и загрузите файл заново',
    ])
    expect(await read(code)).toEqual([])
  })

  it('puts items under parents of the file and refuses those that lie under themselves', async () => {
    const { id, code } = await dictionary({ hierarchical: true })
    const good = await check(id, csv('Код;Название;Код родителя', 'LEAF;Лист;ROOT', 'ROOT;Корень;'))
    expect(good.counts).toMatchObject({ new: 2, error: 0 })
    await run((await apply(good.key)).body.id)
    expect(await read(code)).toContainEqual({ code: 'LEAF', name: 'Лист', parentCode: 'ROOT' })
    const bad = await check(
      id,
      csv('Код;Название;Код родителя', 'ROOT;Корень;LEAF', 'X;Чужой;NONE', 'Y;Свой;ROOT'),
    )
    const errors = await rowsOf(bad.key, 'error')
    expect(errors.map((row) => [row.code, row.errors])).toEqual([
      ['ROOT', ['Код родителя: элемент лежит внутри самого себя']],
      ['X', ['Код родителя: Такого элемента нет']],
      // Below the circle it has no way to the top either.
      ['Y', ['Код родителя: элемент лежит внутри самого себя']],
    ])
    const flat = await dictionary()
    const nested = await check(flat.id, csv('Код;Название;Код родителя', 'A;А;', 'B;Б;A'))
    expect((await rowsOf(nested.key, 'error'))[0]?.errors).toEqual([
      'Код родителя: У этого справочника нет вложенности',
    ])
  })

  it('is refused when the dictionary has changed since the comparison, and nothing of it is left', async () => {
    const { id, code } = await dictionary()
    const found = await check(id, csv('Код;Название', 'A;Первый', 'B;Второй'))
    await sql`INSERT INTO reference_item (dictionary, code, name) VALUES (${code}, 'OTHER', 'Другой')`.execute(
      bank.db,
    )
    const task = await run((await apply(found.key)).body.id)
    expect(task).toMatchObject({
      state: 'FAILED',
      error: 'Справочник изменился после проверки файла: загрузите файл заново',
    })
    const { rows } = await sql`SELECT code FROM reference_item WHERE dictionary = ${code}`.execute(bank.db)
    expect(rows).toEqual([{ code: 'OTHER' }])
  })
})

describe('files', () => {
  it('that were exported come back the same, XLSX and CSV', async () => {
    const row = await bank.db
      .selectFrom('reference_dictionary')
      .select('id')
      .where('code', '=', 'region')
      .executeTakeFirstOrThrow()
    const id = String(row.id)
    for (const format of ['xlsx', 'csv'] as const) {
      const file = await bank.call(exportDictionary, { params: { id }, body: { format } })
      expect(file.status).toBe(200)
      const found = await check(id, file.raw.rawPayload, { name: `регион.${format}`, missing: 'deactivate' })
      expect([format, found.counts]).toEqual([
        format,
        { new: 0, changed: 0, deactivated: 0, same: 90, error: 0 },
      ])
      expect((await apply(found.key)).error.message).toBe('Файл ничего не меняет')
    }
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM access_event WHERE object_type = 'Dictionary'`.execute(bank.db)
    expect(rows[0]?.n).toBe(2)
  })

  it('in the encoding of Russian Excel are read', async () => {
    const { id } = await dictionary()
    // «Код;Название» and «A;Имя» in windows-1251.
    const content = Buffer.from(
      'cae4ee643bcde0e7e2e0ede8e50d0a413bc8ecff'.replace('cae4ee64', 'caeee4'),
      'hex',
    )
    const found = await check(id, content)
    expect(await rowsOf(found.key, 'new')).toMatchObject([{ code: 'A', name: 'Имя' }])
  })

  it.each<[string, string, string, string]>([
    ['without a column of codes', 'Название\r\nИмя', 'a.csv', 'Нет столбца «Код»'],
    ['with an unknown column', 'Код;Название;Секрет\r\nA;Имя;1', 'a.csv', 'Неизвестные столбцы: «Секрет»'],
    ['with a column twice', 'Код;code;Название\r\nA;A;Имя', 'a.csv', 'Столбец встречается дважды: code'],
    ['with headings only', 'Код;Название', 'a.csv', 'В файле нет строк'],
  ])('%s fail with the reason', async (_name, content, name, reason) => {
    const { id } = await dictionary()
    const found = await check(id, content, { name })
    expect(found).toMatchObject({ state: 'FAILED', reason })
    expect(found.task).toMatchObject({ state: 'FAILED', error: reason })
    expect((await apply(found.key)).status).toBe(409)
  })

  it('of other names and empty ones are refused at once', async () => {
    const { id } = await dictionary()
    expect((await send(id, 'x', { name: 'a.exe' })).body.fields).toEqual([
      { path: 'file', message: 'Нужен файл XLSX или CSV' },
    ])
    expect((await send(id, '', { name: 'a.csv' })).status).toBe(400)
    expect((await send(id, 'Код;Название', { name: 'a.xlsx' })).body.message).toBe('Принимаются файлы XLSX')
    const bytes = Buffer.from([0x50, 0x4b, 0, 1, 2])
    expect((await send(id, bytes, { name: 'a.csv' })).body.message).toBe('Принимаются файлы CSV')
  })

  it('keep texts that look like formulas', async () => {
    const { id, code } = await dictionary()
    const first = await check(id, csv('Код;Название', "A;'=1+1", 'B;"с ; и ""кавычками"""'))
    await run((await apply(first.key)).body.id)
    expect((await read(code)).map(({ name }) => name)).toEqual(['=1+1', 'с ; и "кавычками"'])
    const file = await bank.call(exportDictionary, { params: { id }, body: { format: 'csv' } })
    expect(file.raw.body).toContain("'=1+1")
    expect((await check(id, file.raw.rawPayload)).counts).toMatchObject({ same: 2, changed: 0 })
  })
})

describe('who may', () => {
  it('only those with the right, while the feature is on, and not for enumerations', async () => {
    const { id } = await dictionary()
    expect((await send(id, 'x', { as: 'viewer' })).status).toBe(403)
    expect(
      (await bank.call(exportDictionary, { params: { id }, body: { format: 'csv' } }, { as: 'agent' }))
        .status,
    ).toBe(403)
    expect((await send('999999', 'x')).status).toBe(404)
    const sex = await bank.db
      .selectFrom('reference_dictionary')
      .select('id')
      .where('code', '=', 'enum/Sex')
      .executeTakeFirstOrThrow()
    expect((await send(String(sex.id), 'x')).body.message).toContain('Перечисления из файла не загружаются')
    await sql`UPDATE feature_toggle SET killed = true WHERE key = 'references.import'`.execute(bank.db)
    expect((await send(id, 'x')).body.message).toBe(
      'Загрузка справочников из файла выключена администратором',
    )
    await sql`UPDATE feature_toggle SET killed = false WHERE key = 'references.import'`.execute(bank.db)
    expect((await bank.call(api.getReferenceImport, { params: { id: '999999' } })).status).toBe(404)
    expect(
      (await bank.call(api.listReferenceImportRows, { params: { id: '999999' }, query: {} })).status,
    ).toBe(404)
    expect((await apply('999999')).status).toBe(404)
  })
})

/** The full size and its time are measured by the benchmark. */
const rows = 12_000

describe('a large file', () => {
  it('is compared and applied in the background while the server answers', {
    timeout: 120_000,
  }, async () => {
    const { id, code } = await dictionary()
    const lines = Array.from({ length: rows }, (_, n) => `CODE_${n};Название элемента ${n};${n};IDENTITY;да`)
    let slowest = 0
    let calls = 0
    let over = false
    const visitor = async () => {
      while (!over) {
        const begun = performance.now()
        await read('region')
        slowest = Math.max(slowest, performance.now() - begun)
        calls += 1
        await new Promise((done) => setTimeout(done, 20))
      }
    }
    const visiting = visitor()
    const found = await check(id, csv('Код;Название;Лимит;Категория;Основной', ...lines))
    expect(found.counts).toMatchObject({ new: rows, error: 0 })
    const task = await run((await apply(found.key)).body.id)
    over = true
    await visiting
    expect(task).toMatchObject({ state: 'COMPLETED', done: rows })
    expect(calls).toBeGreaterThan(10)
    expect(slowest).toBeLessThan(2_000)
    const tooMany = await bank.call(listReferenceItems, { params: { code } })
    expect(tooMany.error.message).toContain('по страницам')
    const exported = await bank.call(startDictionaryExport, { params: { id }, body: { format: 'csv' } })
    expect(await run(exported.body.id)).toMatchObject({ state: 'COMPLETED', done: rows })
    const file = await bank.call(downloadTaskResult, { params: { id: String(exported.body.id) } })
    expect(file.raw.body.trim().split('\r\n')).toHaveLength(rows + 1)
    expect((await bank.call(exportDictionary, { params: { id }, body: { format: 'csv' } })).status).toBe(409)
  })
})
