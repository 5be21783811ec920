import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { element, writeGar, writeGarFile } from '#testing/gar-files.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { searchAddresses } from './address-search.service.ts'
import { ImportError, importGar } from './gar-import.service.ts'

let bank: TestApp
let folder: string
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gar-'))
  return () => rm(folder, { recursive: true, force: true })
})

async function bring(today = '2026-02-01') {
  const { db, close } = openDatabase({
    connectionString: bank.connectionString,
    poolSize: 1,
    queryTimeout: 0,
  })
  try {
    return await importGar(db, { folder, today })
  } finally {
    await close()
  }
}

const counts = async () => {
  const { rows } = await sql<Record<string, string>>`SELECT
    (SELECT count(*) FROM address_object) AS objects, (SELECT count(*) FROM address_house) AS houses,
    (SELECT count(*) FROM address_adm_hierarchy) AS administrative, (SELECT count(*) FROM address_mun_hierarchy) AS municipal,
    (SELECT count(*) FROM address_parameter) AS parameters, (SELECT count(*) FROM address_search) AS search`.execute(
    bank.db,
  )
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]))
}
const values = async (text: string) =>
  (await searchAddresses(bank.db, text, { limit: 5 })).map(({ value }) => value)

const scale = { regions: ['01', '16'], cities: 2, streets: 10, houses: 5 }
/** Objects of a region: itself, its cities and their streets. */
const whole = {
  objects: 46,
  houses: 200,
  administrative: 246,
  municipal: 246,
  parameters: 46 * 4 + 200,
  search: 46,
}

const object = (more: Readonly<Record<string, string | number>>) =>
  element('OBJECT', {
    ID: 7_000,
    OBJECTID: 101_000_100,
    OBJECTGUID: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    NAME: 'Новая',
    TYPENAME: 'ул',
    LEVEL: 8,
    ISACTUAL: 1,
    ISACTIVE: 1,
    ...more,
  })
const file = (name: string, outer: string, elements: readonly string[], day = '20260301') =>
  writeGarFile(join(folder, '01'), `AS_${name}_${day}_x.XML`, outer, elements)

describe('a delivery of the register', () => {
  it('fills the addresses, which are found at once with their houses and codes', async () => {
    await writeGar(folder, scale)
    const result = await bring()
    expect(result).toMatchObject({ resumed: false, refusals: [], objects: 46 })
    expect(await counts()).toEqual(whole)
    const [house] = await searchAddresses(bank.db, 'город161 лесная 3', { limit: 5 })
    expect(house).toMatchObject({
      value: 'Земля16 обл, г Город161, ул Лесная, д 3',
      typeName: 'дом',
      address: { postalCode: expect.stringMatching(/^\d{6}$/) },
    })
  })

  it('brought again changes nothing', async () => {
    await writeGar(folder, scale)
    await bring()
    const again = await bring()
    expect(again.resumed).toBe(false)
    expect(await counts()).toEqual(whole)
  })

  it('that is newer renames, moves and closes; the former name is still found', async () => {
    await writeGar(folder, scale)
    await bring()
    const street = 101_000_100
    const [before] = await searchAddresses(bank.db, 'город011 мира', { limit: 1 })
    const guid = before?.fiasId ?? ''
    await rm(folder, { recursive: true })
    await file('ADDR_OBJ', 'ADDRESSOBJECTS', [
      object({
        ID: street,
        OBJECTID: street,
        OBJECTGUID: guid,
        NAME: 'Мира',
        ISACTUAL: 0,
        ISACTIVE: 0,
      }),
      object({ ID: 7_001, OBJECTID: street, OBJECTGUID: guid, NAME: 'Космонавтов' }),
    ])
    await file('HOUSES', 'HOUSES', [
      element('HOUSE', {
        ID: 8_000_000_000,
        OBJECTID: street + 1,
        OBJECTGUID: guid,
        HOUSENUM: '1',
        HOUSETYPE: 2,
        ISACTUAL: 1,
        ISACTIVE: 0,
      }),
      element('HOUSE', {
        ID: 8_000_000_001,
        OBJECTID: street + 2,
        OBJECTGUID: guid,
        HOUSENUM: '2',
        ADDNUM1: '7',
        ADDTYPE1: 1,
        HOUSETYPE: 2,
        ISACTUAL: 1,
        ISACTIVE: 1,
      }),
    ])
    await file('ADDR_OBJ_PARAMS', 'PARAMS', [
      element('PARAM', { ID: 9_000_000_000, OBJECTID: street, TYPEID: 5, VALUE: '385999' }),
    ])
    expect((await bring()).refusals).toEqual([])
    const [after] = await searchAddresses(bank.db, 'город011 космонавтов', { limit: 1 })
    expect(after).toMatchObject({
      value: 'Земля01 обл, г Город011, ул Космонавтов',
      address: { postalCode: '385999' },
    })
    expect(after?.objectId).toBe(before?.objectId)
    const former = await searchAddresses(bank.db, 'город011 мира', { limit: 1 })
    expect(former[0]).toMatchObject({ objectId: before?.objectId, oldName: 'Мира' })
    const houses = await searchAddresses(bank.db, 'город011 космонавтов 1', { limit: 5 })
    expect(houses.map(({ value }) => value)).not.toContain(`${after?.value}, д 1`)
    expect(await values('город011 космонавтов 2 к 7')).toContain(`${after?.value}, д 2 к 7`)
  })

  it('an older one after a newer does not take anything back', async () => {
    await writeGar(folder, { ...scale, regions: ['16'] })
    await bring()
    await file('ADM_HIERARCHY', 'ITEMS', [
      `<ITEM ID="1" OBJECTID="1601000100" PARENTOBJID="1600000000" UPDATEDATE="1999-01-01" STARTDATE="1999-01-01" ENDDATE="1999-02-01" ISACTIVE="0" />`,
      `<ITEM ID="2" OBJECTID="1601000100" PARENTOBJID="1600000000" UPDATEDATE="1999-01-01" STARTDATE="1999-01-01" ENDDATE="2079-06-06" ISACTIVE="1" />`,
    ])
    await bring()
    expect((await values('город161 мира'))[0]).toBe('Земля16 обл, г Город161, ул Мира')
  })
})

describe('wrong records', () => {
  it('are told with their file, line and reason; the rest is taken', async () => {
    await writeGar(folder, { ...scale, regions: ['02'] })
    await file(
      'ADDR_OBJ',
      'ADDRESSOBJECTS',
      [
        object({ ID: 1_001, OBJECTID: 102_000_001 }),
        object({ ID: 'нет' }),
        object({ ID: 1_002, OBJECTGUID: '123' }),
        object({ ID: 1_003, LEVEL: 99 }),
        object({ ID: 1_004, NAME: '' }),
        object({ ID: 1_005, ISACTUAL: 'да' }),
        object({ ID: 1_006, NAME: 'н'.repeat(300) }),
        `<OBJECT ID="1007" OBJECTID="5" NAME="Дата" UPDATEDATE="2020-02-31" />\n`,
        `<OBJECT ID=1008 NAME="без кавычек" />\n`,
        `<OBJECT ID="1009" NAME="a < b" />\n`,
        object({ ID: 1_010, OBJECTID: 102_000_002, NAME: 'Последняя &amp; верная' }),
      ],
      '20260301',
    )
    const { refusals, files } = await bring()
    const name = '01/AS_ADDR_OBJ_20260301_x.XML'
    expect(refusals.every((one) => one.file === name)).toBe(true)
    expect(refusals.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '4: ID: нужно число, а в файле «нет»',
      '5: OBJECTGUID: нужен GUID, а в файле «123»',
      '6: LEVEL: нет уровня 99',
      '7: NAME: пусто',
      '8: ISACTUAL: нужно 0 или 1, а в файле «да»',
      '9: NAME: длиннее 250 знаков',
      '10: LEVEL: нужно число, а в файле пусто',
      '11: испорчен тег',
      '12: LEVEL: нужно число, а в файле пусто',
    ])
    expect(files.find((one) => one.file === name)).toMatchObject({ taken: 2, refused: 9, done: true })
  })

  it('do not stop it, nor does a file that breaks off, is no XML or is empty', async () => {
    await writeGar(folder, { ...scale, regions: ['02'] })
    const [region] = ['02']
    const houses = join(folder, region, 'AS_HOUSES_20260126_729c6849-8629-4ba6-9271-7be3045287ae.XML')
    const text = await readFile(houses, 'utf8')
    await writeFile(houses, text.slice(0, text.length / 2))
    await writeFile(join(folder, region, 'AS_MUN_HIERARCHY_20260126_x.XML'), Buffer.alloc(300_000, 0xff))
    await writeFile(join(folder, region, 'AS_HOUSES_PARAMS_20260127_x.XML'), '')
    await writeFile(join(folder, region, 'AS_APARTMENTS_20260126_x.XML'), 'не берётся')
    await writeFile(
      join(folder, region, 'AS_ADM_HIERARCHY_20260127_x.XML'),
      `<ITEMS><ITEM ID="${'9'.repeat(1_000_000)}" /></ITEMS>`,
    )
    const { refusals, objects } = await bring()
    expect(objects).toBeGreaterThan(20)
    const reasons = refusals.map(({ file: name, reason }) => `${name.slice(3, 19)} ${reason}`)
    expect(reasons).toContainEqual('AS_HOUSES_202601 файл обрывается')
    expect(reasons.some((reason) => reason.startsWith('AS_ADM_HIERARCHY значение длиннее 64 КБ'))).toBe(true)
    expect(reasons.some((reason) => reason.startsWith('AS_MUN_HIERARCHY'))).toBe(true)
  })

  it('a folder without a delivery is named', async () => {
    await expect(bring()).rejects.toThrow(ImportError)
    await rm(folder, { recursive: true })
    await expect(bring()).rejects.toThrow(`Нет такой папки: ${folder}`)
  })
})

describe('the command', () => {
  const start = (...more: string[]): ChildProcess =>
    spawn(process.execPath, [resolve(import.meta.dirname, '../../cli/import-gar.ts'), folder, ...more], {
      env: { NODE_ENV: 'test', DATABASE_URL: bank.connectionString },
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const outputOf = (child: ChildProcess) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    return () => text
  }
  const read = async () => {
    const { rows } = await sql<{
      records: number
    }>`SELECT coalesce(sum(records), 0)::int AS records FROM address_import_file
      WHERE import_id = (SELECT max(id) FROM address_import)`.execute(bank.db)
    return rows[0]?.records ?? 0
  }

  it('killed in the middle goes on where it stopped, and the end is the same', async () => {
    await writeGar(folder, { regions: ['03', '04'], cities: 3, streets: 150, houses: 10 })
    await sql`DELETE FROM address_import`.execute(bank.db)
    let killed = 0
    for (const stopAt of [1, 9_000]) {
      const child = start()
      const ended = once(child, 'exit')
      while (child.exitCode === null && (await read()) < stopAt) await sleep(10)
      child.kill('SIGKILL')
      await ended
      if (child.signalCode === 'SIGKILL') killed += 1
    }
    expect(killed).toBe(2)
    const before = await read()
    const last = start()
    const output = outputOf(last)
    const [code] = await once(last, 'exit')
    expect(output()).toContain('продолжается')
    expect(output()).toContain('Загружено')
    expect(code).toBe(0)
    expect(before).toBeGreaterThan(0)
    const { rows } = await sql<{ records: number; taken: number; imports: number }>`
      SELECT sum(records)::int AS records, sum(taken)::int AS taken, (SELECT count(*)::int FROM address_import) AS imports
      FROM address_import_file`.execute(bank.db)
    // Objects, houses, both hierarchies and parameters of two regions, and three types; every record is counted once.
    const objects = 2 * (1 + 3 + 450)
    const houses = 2 * 4_500
    expect(rows[0]).toEqual({
      records: 3 + objects * 7 + houses * 5,
      taken: 3 + objects * 7 + houses * 4,
      imports: 1,
    })
    expect((await values('город042 садовая 7'))[0]).toBe('Земля04 обл, г Город042, ул Садовая, д 7')
  }, 120_000)

  it('ends with 2 and a report when records were refused, and with 1 when there is nothing to bring', async () => {
    await writeGar(folder, { ...scale, regions: ['05'] })
    await file('ADDR_OBJ', 'ADDRESSOBJECTS', [object({ LEVEL: 'х' })])
    const report = join(folder, 'report.csv')
    const child = start('--report', report)
    const output = outputOf(child)
    expect((await once(child, 'exit'))[0]).toBe(2)
    expect(output()).toContain('LEVEL: нужно число')
    expect(await readFile(report, 'utf8')).toContain('01/AS_ADDR_OBJ_20260301_x.XML;3;1;LEVEL: нужно число')
    await rm(folder, { recursive: true })
    const other = start()
    const [code] = await once(other, 'exit')
    expect(code).toBe(1)
  }, 60_000)
})
