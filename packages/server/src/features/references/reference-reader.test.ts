import { writeTransaction } from '#db/transaction.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#lib/bank-time.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { ReferenceReader } from './reference-reader.service.ts'
import { soon } from '#testing/waiting/soon.ts'

const clock = systemClock('Europe/Moscow')
const actor = {
  employeeId: 1,
  login: 'admin',
  descriptor: '',
  partnerId: 1,
  isAhml: true,
  operations: {},
}
let bank: TestApp
let other: ReferenceReader
const errors: unknown[] = []
beforeAll(async () => {
  bank = await testApp()
  other = new ReferenceReader({
    db: bank.db,
    connectionString: bank.connectionString,
    clock,
    onError: (error) => errors.push(error),
  })
  await other.start()
})
afterAll(async () => {
  await other.close()
  await bank.close()
})

const author = { employeeId: 1, requestId: 'test' }
const rename = (name: string, code = 'rateType') =>
  writeTransaction(bank.db, author, async (tx) => {
    bank.references.expectChange(code)
    await tx.updateTable('reference_item').set({ name }).where('dictionary', '=', code).execute()
  })
const firstName = async (reader: ReferenceReader, code = 'rateType') => {
  const answer = await reader.list(code, {}, actor)
  return (JSON.parse(answer.body.toString()) as { name: string }[])[0]?.name
}

describe('dictionaries in memory', () => {
  it('are read once: the same answer is given again', async () => {
    expect(await other.list('sex', {}, actor)).toBe(await other.list('sex', {}, actor))
  })

  it('are new on the changing instance at once, every time', async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      await firstName(bank.references)
      await rename(`Имя ${turn}`)
      expect(await firstName(bank.references)).toBe(`Имя ${turn}`)
    }
  })

  it('are new on the other instance within a moment', async () => {
    await firstName(other)
    await rename('Для всех')
    await soon(async () => expect(await firstName(other)).toBe('Для всех'))
  })

  it('stay as they are when the change is taken back', async () => {
    await rename('Осталось')
    const failing = writeTransaction(bank.db, author, async (tx) => {
      bank.references.expectChange('rateType')
      await tx
        .updateTable('reference_item')
        .set({ name: 'Нет' })
        .where('dictionary', '=', 'rateType')
        .execute()
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(await firstName(bank.references)).toBe('Осталось')
  })

  it('are read from the database while the instance does not hear of changes', async () => {
    const deaf = new ReferenceReader({
      db: bank.db,
      connectionString: bank.connectionString.replace(/:\d+\//, ':1/'),
      clock,
      onError: () => undefined,
    })
    await deaf.start()
    await firstName(deaf)
    await rename('Без связи')
    expect(await firstName(deaf)).toBe('Без связи')
    await deaf.close()
  })

  it('follow the day of the bank', async () => {
    let day = '2026-01-31'
    const dated = new ReferenceReader({
      db: bank.db,
      connectionString: bank.connectionString,
      clock: { timeZone: 'Europe/Moscow', now: () => new Date(`${day}T12:00:00Z`) },
      onError: (error) => errors.push(error),
    })
    await dated.start()
    await bank.db
      .updateTable('reference_item')
      .set({ valid_to: '2026-01-31' })
      .where('dictionary', '=', 'pledgeType')
      .execute()
    const count = async () =>
      JSON.parse((await dated.list('pledgeType', {}, actor)).body.toString()).length as number
    expect(await count()).toBe(3)
    day = '2026-02-01'
    expect(await count()).toBe(0)
    await dated.close()
  })

  it('left no error behind', () => {
    expect(errors).toEqual([])
  })
})
