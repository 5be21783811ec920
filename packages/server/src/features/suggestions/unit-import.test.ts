import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemoPassportUnits } from '#db/seed/passport-units.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { importUnits, UnitFileError } from './unit-import.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await seedDemoPassportUnits(bank.db)
})
afterAll(() => bank.close())

const unitsOf = async (code: string) =>
  (
    await sql<{ name: string; origin: string }>`SELECT name, origin FROM passport_unit WHERE code = ${code}
      ORDER BY name`.execute(bank.db)
  ).rows

describe('the directory of units that issue passports', () => {
  it('is taken whole in place of the training data; wrong lines are told', async () => {
    const text = [
      '\uFEFFcode;name',
      '710-001;УМВД РОССИИ ПО ТУЛЬСКОЙ ОБЛАСТИ',
      '710003;  ОТДЕЛОМ   УФМС  ',
      '71-1;КОРОТКИЙ КОД',
      '710-004;',
      '',
      '772-053;ОВД ЗЮЗИНО Г. МОСКВЫ',
      '710-003;ОТДЕЛОМ УФМС',
    ].join('\r\n')
    const first = await importUnits(bank.db, text)
    expect(first).toMatchObject({
      total: 3,
      added: 2,
      refused: [
        { line: 4, reason: 'код — шесть цифр, например 772-053' },
        { line: 5, reason: 'нет наименования' },
      ],
    })
    expect(first.removed).toBeGreaterThan(500)
    expect(await unitsOf('710-001')).toEqual([
      { name: 'УМВД РОССИИ ПО ТУЛЬСКОЙ ОБЛАСТИ', origin: 'IMPORTED' },
    ])
    expect(await unitsOf('710-003')).toEqual([{ name: 'ОТДЕЛОМ УФМС', origin: 'IMPORTED' }])
    expect(await unitsOf('710-002')).toEqual([])
    expect((await unitsOf('772-053')).length).toBe(8)
    expect(await importUnits(bank.db, text)).toMatchObject({ added: 0, removed: 0 })
  })

  it('replaces what was imported before and leaves what the product delivers', async () => {
    expect(await importUnits(bank.db, '500-001,ГУ МВД РОССИИ ПО МОСКОВСКОЙ ОБЛАСТИ')).toEqual({
      total: 1,
      added: 1,
      removed: 2,
      refused: [],
    })
    expect((await unitsOf('772-053')).length).toBe(8)
  })

  it('of no units is refused, and nothing is lost', async () => {
    for (const text of ['', 'просто текст', '"', 'a,b,c\n1,2,3'])
      await expect(importUnits(bank.db, text)).rejects.toBeInstanceOf(UnitFileError)
    expect((await unitsOf('500-001')).length).toBe(1)
  })
})
