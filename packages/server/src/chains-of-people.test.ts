import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverReferences } from '#db/seed/references.ts'
import { isAnyOf } from '#db/same-person.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** One human being with several rows: what each has with the next, and nothing with those further on. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await deliverReferences(bank.db)
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

interface Person {
  readonly name?: string
  readonly born?: string
  readonly passport?: string
  readonly past?: readonly string[]
  readonly snils?: string
  readonly inn?: string
}
let serial = 0
async function person({ name, born, passport, past, snils, inn }: Person): Promise<number> {
  serial += 1
  const [last, first] = (name ?? `Человек${serial} Имя`).split(' ')
  const { rows } = await sql<{ id: number }>`
    INSERT INTO person (partner_id, last_name, first_name, middle_name, birth_date, passport, past_passports, snils, inn)
    VALUES (${[1, 2, 4, 5][serial % 4]}, ${last}, ${first}, '', ${born ?? null}, ${passport ?? null}, ${[...(past ?? [])]}::text[],
      ${snils ?? null}, ${inn ?? null}) RETURNING id`.execute(bank.db)
  return rows[0]?.id ?? 0
}
const sameAs = async (id: number) => {
  const { rows } = await sql<{ id: number }>`SELECT same_people(${id}) AS id`.execute(bank.db)
  return rows.map((row) => row.id).toSorted((a, b) => a - b)
}

describe('people of applications', () => {
  it('are one through others: by СНИЛС, then by a passport that was replaced, then by ИНН', async () => {
    const a = await person({ snils: '10000000001' })
    const b = await person({ snils: '10000000001', passport: '4510000001' })
    const c = await person({ past: ['4510000001'], inn: '500000000001' })
    const d = await person({ inn: '500000000001' })
    for (const one of [a, b, c, d]) expect([one, await sameAs(one)]).toEqual([one, [a, b, c, d]])
  })

  it('are followed for three steps, and no further', async () => {
    const chain: number[] = []
    for (let at = 0; at < 6; at += 1)
      chain.push(
        await person({ snils: `2000000000${Math.floor(at / 2)}`, inn: `60000000000${Math.ceil(at / 2)}` }),
      )
    expect(await sameAs(chain[0] ?? 0)).toEqual(chain.slice(0, 4))
  })

  it('stay two where a number of either speaks against a namesake between them', async () => {
    const born = '1980-02-03'
    const name = 'Двойников Олег'
    const first = await person({ name, born, snils: '30000000001' })
    const nameless = await person({ name, born })
    const second = await person({ name, born, snils: '30000000002' })
    expect(await sameAs(first)).toEqual([first, nameless])
    expect(await sameAs(second)).toEqual([nameless, second])
    expect(await sameAs(nameless)).toEqual([first, nameless, second])
  })

  it('of a number that stands with everybody no more than fifty are followed, fast', async () => {
    const a = await person({ snils: '40000000000', passport: '4610000001' })
    const b = await person({ snils: '40000000000', inn: '700000000000' })
    await sql`INSERT INTO person (partner_id, last_name, first_name, middle_name, inn)
      SELECT 2, 'Толпа' || n, 'Имя', '', '700000000000' FROM generate_series(1, 3000) n`.execute(bank.db)
    const begun = performance.now()
    const found = await sameAs(a)
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect([found.length, found.includes(b)]).toEqual([50, true])
  })

  it('who owe together count in the exposure of each other through a row between', async () => {
    const one = await underwritten(bank, 501)
    const other = await underwritten(bank, 502)
    const personOf = async (id: string) => {
      const { rows } = await sql<{
        id: number
      }>`SELECT person_id AS id FROM case_participant WHERE case_id = ${Number(id)}`.execute(bank.db)
      return rows[0]?.id ?? 0
    }
    await sql`UPDATE person SET snils = '50000000001' WHERE id = ${await personOf(one.id)}`.execute(bank.db)
    await sql`UPDATE person SET inn = '800000000001' WHERE id = ${await personOf(other.id)}`.execute(bank.db)
    expect((await signDecision(bank, { id: one.id, action: 'approve' }, { amount: '6000000' })).status).toBe(
      200,
    )
    // Somebody who is known by both numbers at a third partner.
    await person({ snils: '50000000001', inn: '800000000001' })
    const beyond = await signDecision(bank, { id: other.id, action: 'approve' }, { amount: '6000000' })
    expect([beyond.status, beyond.error.message]).toEqual([
      409,
      expect.stringContaining('Полномочий не хватает'),
    ])
  })
})

interface Employee {
  readonly last: string
  readonly born?: string
  readonly paper?: string
  readonly phone?: string
}
async function employee({ last, born, paper, phone }: Employee): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO employee (partner_id, last_name, first_name, birth_date, phone, login)
    VALUES (1, ${last}, 'Пётр', ${born ?? null}, ${phone ?? null}, ${`chain-${(serial += 1)}`}) RETURNING id`.execute(
    bank.db,
  )
  const id = rows[0]?.id ?? 0
  if (paper !== undefined)
    await sql`INSERT INTO employee_document (employee_id, kind, type_code, number)
      VALUES (${id}, 'OTHER', 'PASSPORT_RF', ${paper})`.execute(bank.db)
  return id
}

describe('employees', () => {
  it('are one by a paper under another name, and through it by that name', async () => {
    const maiden = await employee({ last: 'Девичий', paper: '45 10 777001' })
    const married = await employee({ last: 'Замужний', paper: '4510777001' })
    const third = await employee({ last: 'Замужний' })
    const stranger = await employee({ last: 'Посторонний', paper: '4510777002' })
    for (const [one, other] of [
      [maiden, married],
      [maiden, third],
      [third, maiden],
    ] as const)
      expect([one, other, await isAnyOf(bank.db, one, [other])]).toEqual([one, other, true])
    expect(await isAnyOf(bank.db, stranger, [maiden, married, third])).toBe(false)
  })

  it('born on other days are two, whoever of no known day has their name', async () => {
    const older = await employee({ last: 'Тёзкин', born: '1970-01-01' })
    const younger = await employee({ last: 'Тёзкин', born: '1995-05-05' })
    await employee({ last: 'Тёзкин' })
    expect(await isAnyOf(bank.db, older, [younger])).toBe(false)
  })
})

it('reads a few rows of many to tell who is one person', async () => {
  for (let part = 0; part < 6; part += 1)
    await sql`INSERT INTO employee (partner_id, last_name, first_name, login)
      SELECT 1, ${`Сотрудник${part}`} || n, 'Имя', 'many-' || ${part}::int || '-' || n FROM generate_series(1, 1000) n`.execute(
      bank.db,
    )
  await sql`ANALYZE employee, employee_document`.execute(bank.db)
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM employee WHERE login LIKE 'many-%' ORDER BY id LIMIT 20`.execute(bank.db)
  // On one connection: what it learns of the tables with its first question is read once, and plans are remembered.
  const read = await bank.db.transaction().execute(async (tx) => {
    const counts: number[] = []
    for (const { id } of rows) {
      const plan = await sql<{
        'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[]
      }>`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT same_employees(${sql.lit(id)})`.execute(tx)
      const found = plan.rows[0]?.['QUERY PLAN'][0]?.Plan
      counts.push((found?.['Shared Hit Blocks'] ?? 999) + (found?.['Shared Read Blocks'] ?? 999))
    }
    return counts
  })
  expect(Math.max(...read.slice(10))).toBeLessThan(80)
})

describe('an employee who is a person of the application', () => {
  const refusal = async (id: string) =>
    (await bank.call(getCase, { params: { id } }, { as: 'underwriter' })).body.actions.find(
      ({ code }) => code === 'approve',
    )?.reasonDisabled ?? ''
  const borrower = (id: string) => sql`(SELECT person_id FROM case_participant WHERE case_id = ${Number(id)})`

  it('does not decide on it, by a chain of papers either', async () => {
    const { id } = await underwritten(bank, 503)
    expect(await refusal(id)).not.toContain('участник')
    await sql`UPDATE person SET snils = '60000000001' WHERE id = ${borrower(id)}`.execute(bank.db)
    await person({ snils: '60000000001', passport: '4710000001' })
    await sql`INSERT INTO employee_document (employee_id, kind, type_code, number)
      VALUES (3, 'OTHER', 'PASSPORT_RF', '47 10 000001')`.execute(bank.db)
    expect(await refusal(id)).toContain('Вы участник этой заявки')
    const signed = await signDecision(bank, { id, action: 'approve' })
    expect([signed.status, signed.error.message]).toEqual([409, expect.stringContaining('участник')])
    await sql`DELETE FROM employee_document WHERE employee_id = 3`.execute(bank.db)
    expect(await refusal(id)).not.toContain('участник')
  })

  it('is known by the name with the birth date or the phone, and by no namesake', async () => {
    const { id } = await underwritten(bank, 504)
    await sql`UPDATE person p SET last_name = e.last_name, first_name = e.first_name, middle_name = coalesce(e.middle_name, ''),
      birth_date = '1981-01-01', phone = '79990001122' FROM employee e WHERE e.id = 3 AND p.id = ${borrower(id)}`.execute(
      bank.db,
    )
    expect(await refusal(id)).not.toContain('участник')
    await sql`UPDATE employee SET phone = '+7 (999) 000-11-22' WHERE id = 3`.execute(bank.db)
    expect(await refusal(id)).toContain('участник')
    await sql`UPDATE employee SET phone = NULL, birth_date = '1981-01-01' WHERE id = 3`.execute(bank.db)
    expect(await refusal(id)).toContain('участник')
    await sql`UPDATE employee SET birth_date = '1982-01-01' WHERE id = 3`.execute(bank.db)
    expect(await refusal(id)).not.toContain('участник')
  })
})
