import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import * as api from '@ipoteka-office/contract/references/reference-items.ts'
import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { usingColumns } from './reference-usage.repo.ts'
import { soon } from '#testing/waiting/soon.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

type NewItem = Partial<RequestOf<typeof api.createDictionaryItem>['body']>

const idOf = async (code: string): Promise<string> => {
  const row = await bank.db
    .selectFrom('reference_dictionary')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return String(row.id)
}
const itemsOf = async (id: string, query: Record<string, unknown> = {}) =>
  (await bank.call(api.listDictionaryItems, { params: { id }, query: { size: 100, ...query } })).body
const read = async (code: string) => (await bank.call(listReferenceItems, { params: { code } })).body
const add = (id: string, body: NewItem) =>
  bank.call(api.createDictionaryItem, { params: { id }, body: { code: 'X', name: 'x', ...body } })

let made = 0
const newDictionary = async (more: Record<string, unknown> = {}) => {
  made += 1
  const { status, body } = await bank.call(api.createDictionary, {
    body: { code: `own_${made}`, title: `Свой ${made}`, ...more },
  })
  expect(status).toBe(200)
  return { ...body, key: String(body.id) }
}

describe('the catalogue', () => {
  it('has every dictionary and enumeration with its counts', async () => {
    const { body } = await bank.call(api.listDictionaries, { query: {} }, { as: 'viewer' })
    const kinds = Object.groupBy(body, ({ kind }) => kind)
    expect([kinds.DICTIONARY?.length, kinds.ENUM?.length]).toEqual([136, 100])
    expect(body.find(({ code }) => code === 'all-channel')).toMatchObject({ itemsCount: 10, activeCount: 8 })
  })

  it('is searched by a part of the title or code', async () => {
    const find = async (query: string) =>
      (await bank.call(api.listDictionaries, { query: { query, kind: 'DICTIONARY' } })).body.map(
        ({ code }) => code,
      )
    expect(await find('окоПФ')).toEqual(['okopf'])
    expect(await find('creditCard/')).toHaveLength(8)
    expect(await find('100%')).toEqual([])
  })
})

describe('a dictionary of the bank’s own', () => {
  it('is made, described, filled and read', async () => {
    const own = await newDictionary({
      attributes: [
        { key: 'limit', label: 'Лимит', type: 'number', required: true },
        { key: 'category', label: 'Категория', type: 'code', dictionary: 'docCategory' },
        { key: 'since', label: 'С', type: 'date' },
      ],
    })
    const item = await add(own.key, {
      code: 'FIRST',
      name: '  Первый ',
      attributes: { limit: '1 500,5', category: 'IDENTITY', since: '20.11.2026' },
    })
    expect(item.body).toMatchObject({
      code: 'FIRST',
      name: 'Первый',
      attributes: { limit: 1500.5, category: 'IDENTITY', since: '2026-11-20' },
      delivered: false,
      edited: false,
      version: 1,
    })
    expect(await read(own.code)).toEqual([
      { code: 'FIRST', name: 'Первый', limit: 1500.5, category: 'IDENTITY', since: '2026-11-20' },
    ])
  })

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'Cyrillic in the code',
      { code: 'код' },
      'code',
      'Код должен состоять из латинских букв, цифр и знака подчёркивания',
    ],
    [
      'a slash in the code',
      { code: 'a/b' },
      'code',
      'Код должен состоять из латинских букв, цифр и знака подчёркивания',
    ],
    ['an empty code', { code: '' }, 'code', 'Поле должно быть заполнено'],
    ['an empty title', { title: ' ' }, 'title', 'Поле должно быть заполнено'],
    ['a taken code', { code: 'region' }, 'code', 'Справочник с таким кодом уже есть'],
    [
      'a reserved attribute',
      { attributes: [{ key: 'name', label: 'x', type: 'text' }] },
      'attributes.0.key',
      'Это имя занято',
    ],
    [
      'an attribute of an unknown dictionary',
      { attributes: [{ key: 'a', label: 'x', type: 'code', dictionary: 'nothing' }] },
      'attributes.0.dictionary',
      'Такого справочника нет',
    ],
  ])('with %s is 400', async (_name, more, path, message) => {
    const { status, error } = await bank.call(api.createDictionary, {
      body: { code: 'fine', title: 'Fine', ...more },
    })
    expect(status).toBe(400)
    expect(error.fields).toContainEqual({ path, message })
  })

  it('keeps the description of what its items hold', async () => {
    const own = await newDictionary({ attributes: [{ key: 'a', label: 'Поле', type: 'text' }] })
    await add(own.key, { code: 'A', attributes: { a: 'есть' } })
    const save = (attributes: unknown[]) =>
      bank.call(api.saveDictionary, {
        params: { id: own.key },
        body: { title: 'Новое', attributes, version: 1 } as never,
      })
    const refused = await save([])
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Атрибут «Поле» заполнен у элементов: 1. Сначала очистите его значения',
    ])
    const saved = await save([{ key: 'a', label: 'Другое имя', type: 'text' }])
    expect(saved.body).toMatchObject({ title: 'Новое', version: 2 })
    const old = await save([{ key: 'a', label: 'Другое имя', type: 'text' }])
    expect([old.status, old.error.current]).toEqual([409, expect.objectContaining({ title: 'Новое' })])
  })
})

describe('an item', () => {
  it('changes, keeps its version when nothing differs, and is seen by the next read', async () => {
    const id = await idOf('sewerageType')
    await read('sewerageType')
    const [first] = (await itemsOf(id)).content
    if (first === undefined) throw new Error('no items')
    const body = { ...first, name: 'Новое имя' }
    const saved = await bank.call(api.saveDictionaryItem, { params: { id: String(first.id) }, body })
    expect(saved.body).toMatchObject({
      name: 'Новое имя',
      version: first.version + 1,
      edited: true,
      delivered: true,
    })
    expect((await read('sewerageType'))[0]?.name).toBe('Новое имя')
    const same = await bank.call(api.saveDictionaryItem, {
      params: { id: String(first.id) },
      body: { ...body, version: first.version + 1 },
    })
    expect(same.body.version).toBe(first.version + 1)
    const old = await bank.call(api.saveDictionaryItem, { params: { id: String(first.id) }, body })
    expect(old.status).toBe(409)
    expect(old.error.current).toMatchObject({ name: 'Новое имя' })
    expect(old.error.by?.descriptor).not.toBe('')
  })

  it('switched off is no longer offered, and its places are told first', async () => {
    const id = await idOf('region')
    const [item] = (await itemsOf(id, { query: 'Самарск' })).content
    if (item === undefined) throw new Error('no item')
    const usage = await bank.call(api.getItemUsage, { params: { id: String(item.id) } })
    expect(usage.body.places).toContainEqual({ place: 'Партнёры: регион', count: 1 })
    await bank.call(api.saveDictionaryItem, {
      params: { id: String(item.id) },
      body: { ...item, active: false },
    })
    expect((await read('region')).map(({ code }) => code)).not.toContain('63')
    expect((await itemsOf(id, { state: 'inactive' })).content.map(({ code }) => code)).toEqual(['63'])
    expect((await itemsOf(id)).totalElements).toBe(89)
  })

  it('used by another dictionary says so', async () => {
    const id = await idOf('docCategory')
    const { content } = await itemsOf(id)
    const identity = content.find(({ code }) => code === 'IDENTITY')
    const { body } = await bank.call(api.getItemUsage, { params: { id: String(identity?.id) } })
    expect(body.places).toContainEqual({ place: 'Справочник «Тип документа»: Категория', count: 7 })
    expect(body.total).toBe(body.places.reduce((sum, { count }) => sum + count, 0))
  })

  it('moves between others, to the first place and where there is no room', async () => {
    const own = await newDictionary()
    for (const code of ['A', 'B', 'C']) await add(own.key, { code })
    const codes = async () => (await itemsOf(own.key)).content.map(({ code }) => code).join('')
    const byCode = async (code: string) =>
      (await itemsOf(own.key)).content.find((item) => item.code === code)?.id ?? 0
    const move = async (code: string, after: string | null) =>
      bank.call(api.moveDictionaryItem, {
        params: { id: String(await byCode(code)) },
        body: { afterId: after === null ? null : await byCode(after) },
      })
    await move('C', null)
    expect(await codes()).toBe('CAB')
    await move('C', 'A')
    expect(await codes()).toBe('ACB')
    for (let turn = 0; turn < 12; turn += 1) {
      await move('B', 'A')
      await move('C', 'A')
    }
    expect(await codes()).toBe('ACB')
    await add(own.key, { code: 'D', afterId: await byCode('A') })
    expect(await codes()).toBe('ADCB')
    expect((await move('A', 'A')).status).toBe(400)
    expect((await read(own.code)).map(({ code }) => code).join('')).toBe('ADCB')
  })

  it('lies under a parent, and never under itself', async () => {
    const own = await newDictionary({ hierarchical: true })
    for (const [code, parentCode] of [
      ['ROOT', null],
      ['CHILD', 'ROOT'],
      ['LEAF', 'CHILD'],
    ] as const)
      expect((await add(own.key, { code, parentCode })).status).toBe(200)
    const { content } = await itemsOf(own.key)
    const [root, child] = content
    expect(root).toMatchObject({ code: 'ROOT', childrenCount: 1 })
    expect(child).toMatchObject({ parentCode: 'ROOT', parentName: 'x' })
    expect((await itemsOf(own.key, { parent: '' })).content.map(({ code }) => code)).toEqual(['ROOT'])
    expect((await itemsOf(own.key, { parent: 'CHILD' })).content.map(({ code }) => code)).toEqual(['LEAF'])
    const under = (parentCode: string) =>
      bank.call(api.saveDictionaryItem, {
        params: { id: String(root?.id) },
        body: { ...root, parentCode } as never,
      })
    expect((await under('LEAF')).error.fields?.[0]?.message).toBe('Родитель лежит внутри этого элемента')
    expect((await under('ROOT')).error.fields?.[0]?.path).toBe('parentCode')
    expect((await under('NONE')).error.fields?.[0]?.message).toBe('Такого элемента нет')
    const flat = await newDictionary()
    expect((await add(flat.key, { parentCode: 'A' })).error.fields?.[0]?.path).toBe('parentCode')
  })

  it.each<[string, NewItem, string]>([
    ['a code with a space', { code: 'A B' }, 'code'],
    ['no name', { name: ' ' }, 'name'],
    ['a taken code', { code: '77' }, 'code'],
    ['an unknown attribute', { attributes: { secret: 1 } }, 'attributes.secret'],
    ['a text for a yes-or-no', { attributes: { isSubject: 'иногда' } }, 'attributes.isSubject'],
    ['an end before the beginning', { validFrom: '2026-02-01', validTo: '2026-01-31' }, 'validTo'],
    ['a day that is none', { validFrom: '2026-02-30' }, 'validFrom'],
    ['NUL in the name', { name: 'a\u0000b' }, 'name'],
  ])('with %s is 400 at its field', async (_name, more, path) => {
    const { status, error } = await add(await idOf('region'), { code: 'NEW', ...more })
    expect(status).toBe(400)
    expect(error.fields?.map((field) => field.path)).toContain(path)
  })

  it('that nobody has is 404', async () => {
    for (const endpoint of [api.getItemUsage, api.listItemHistory])
      expect((await bank.call(endpoint, { params: { id: '999999' } })).status).toBe(404)
    expect((await bank.call(api.getDictionary, { params: { id: '999999' } })).status).toBe(404)
  })
})

describe('an enumeration', () => {
  it('takes other names and nothing else', async () => {
    const id = await idOf('enum/Sex')
    const [item] = (await itemsOf(id)).content
    if (item === undefined) throw new Error('no items')
    const save = (more: Record<string, unknown>) =>
      bank.call(api.saveDictionaryItem, { params: { id: String(item.id) }, body: { ...item, ...more } })
    const message = 'Коды и состав перечисления задаёт система: изменить можно только названия'
    for (const refused of [await save({ active: false }), await add(id, { code: 'NEW' })])
      expect([refused.status, refused.error.message]).toEqual([409, message])
    expect((await save({ name: 'Иначе' })).body.name).toBe('Иначе')
    expect((await read('enum/Sex'))[0]?.name).toBe('Иначе')
  })
})

describe('history', () => {
  it('tells changes of a dictionary and of its items as people read them', async () => {
    const own = await newDictionary({
      attributes: [{ key: 'category', label: 'Категория', type: 'code', dictionary: 'docCategory' }],
    })
    const { body: item } = await add(own.key, { code: 'A', name: 'Было', attributes: { category: 'FAMILY' } })
    await bank.call(api.saveDictionaryItem, {
      params: { id: String(item.id) },
      body: { ...item, name: 'Стало', attributes: { category: 'IDENTITY' } },
    })
    const { body } = await bank.call(api.listItemHistory, { params: { id: String(item.id) } })
    expect(body.content[0]).toMatchObject({
      action: 'UPDATE',
      changes: [
        { label: 'Название', oldValue: 'Было', newValue: 'Стало' },
        {
          field: 'attributes.category',
          label: 'Категория',
          oldValue: 'Семейное положение и дети',
          newValue: 'Документы, удостоверяющие личность',
        },
      ],
    })
    const whole = await bank.call(api.listDictionaryHistory, { params: { id: own.key } })
    expect(whole.body.totalElements).toBe(3)
    expect(whole.body.content[0]?.changes[0]?.label).toBe('Элемент A: Название')
    expect(whole.body.content[2]?.changes[0]?.label).toBe('Название')
  })
})

describe('open browsers', () => {
  it('hear which dictionary has changed', async () => {
    const own = await newDictionary()
    const instance = await liveInstance(bank)
    const tab = new Tab(instance.url, await bank.tokenOf('agent'))
    try {
      await tab.connect()
      await tab.subscribe(topics.dictionaries)
      await add(own.key, { code: 'A' })
      const heard = () => tab.of(topics.dictionaries).flatMap((body) => (body as { codes: string[] }).codes)
      await soon(() => expect(heard()).toContain(own.code))
    } finally {
      await tab.leave()
      await instance.close()
    }
  })
})

describe('without the right', () => {
  it.each(['agent', 'workload', 'partner-admin'] as const)('%s sees nothing of it', async (as) => {
    expect((await bank.call(api.listDictionaries, { query: {} }, { as })).status).toBe(403)
    const id = await idOf('region')
    expect((await bank.call(api.listDictionaryItems, { params: { id }, query: {} }, { as })).status).toBe(403)
  })

  it('the auditor sees and changes nothing', async () => {
    const id = await idOf('region')
    const { status } = await bank.call(
      api.createDictionaryItem,
      { params: { id }, body: { code: 'Z', name: 'z' } },
      { as: 'viewer' },
    )
    expect(status).toBe(403)
    const made = await bank.call(api.createDictionary, { body: { code: 'z', title: 'z' } }, { as: 'viewer' })
    expect(made.status).toBe(403)
  })
})

describe('the register of uses', () => {
  it('names columns and dictionaries that there are', async () => {
    for (const { table, column, dictionary } of usingColumns) {
      const { rows } = await sql`
        SELECT 1 FROM information_schema.columns c, reference_dictionary d
        WHERE c.table_name = ${table} AND c.column_name = ${column} AND d.code = ${dictionary}`.execute(
        bank.db,
      )
      expect([table, column, dictionary, rows.length]).toEqual([table, column, dictionary, 1])
    }
  })
})
