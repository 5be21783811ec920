import { createRealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { sql } from 'kysely'
import { underwritten } from './questionnaires.ts'
import type { TestApp } from './test-app.ts'

/** A standing home of one owner, appraised by an accredited firm; `day` is the bank's. */
export const homeOf = (day: string, more: Record<string, unknown> = {}) => ({
  role: 'MORTGAGESUBJECT' as const,
  type: 'FLAT',
  numberType: 'CADASTRAL' as const,
  number: '16:50:0110101:123',
  address: { value: 'г. Казань, ул. Баумана, д. 5, кв. 12', regionCode: '16' },
  area: '54',
  price: '6000000',
  rightKind: 'PROPERTY' as const,
  ownership: 'PROPERTY' as const,
  owners: [
    {
      holders: [{ kind: 'PERSON' as const, name: 'Ёлкин Пётр' }],
      share: { numerator: 1, denominator: 1 },
      record: '',
    },
  ],
  extractDate: day,
  encumbrances: [],
  appraisals: [
    {
      appraiser: 'ООО «Верная оценка»',
      reportNumber: '7',
      reportDate: day,
      marketValue: '6100000',
      liquidationValue: null,
    },
  ],
  building: {},
  comment: '',
  ...more,
})

/** What the extract of such a home says. */
export const extractOf = (day: string, more: Record<string, unknown> = {}) => ({
  extractNumber: 'КУВИ-001/2026-1',
  extractDate: day,
  extractCadastral: '16:50:0110101:123',
  extractAddress: 'Казань, Баумана, д. 5, кв. 12',
  extractArea: '54',
  extractRightKind: 'PROPERTY',
  extractOwnership: 'PROPERTY',
  extractOwners: [{ key: 'a', name: 'Елкин Петр' }],
  ...more,
})

/** The bank knows the appraiser of the homes above. */
export async function accreditAppraiser(bank: TestApp): Promise<void> {
  await sql`
    WITH role AS (INSERT INTO partner_role (partner_id, role_code) VALUES (5, 'Appraiser') RETURNING id),
    named AS (UPDATE partner SET short_name = 'Верная Оценка' WHERE id = 5)
    INSERT INTO accreditation (partner_id, partner_role_id, type_code, date_from)
    SELECT 5, id, 'APPRAISER', current_date - 400 FROM role`.execute(bank.db)
}

/** An application of the agent at the examination of its object, which a colleague of the agent has presented. */
export async function examined(
  bank: TestApp,
  serial: number,
  day: string,
): Promise<{ id: string; number: string; objectId: string }> {
  const one = await underwritten(bank, serial)
  const at = async (stage: string) => {
    await sql`UPDATE case_file SET stage = ${stage} WHERE id = ${Number(one.id)}`.execute(bank.db)
    await sql`UPDATE case_stage SET stage = ${stage} WHERE case_id = ${Number(one.id)} AND left_at IS NULL`.execute(
      bank.db,
    )
  }
  await at('REALTY_SELECTION')
  const made = await bank.call(
    createRealtyObject,
    { params: { id: one.id }, body: homeOf(day) },
    { as: 'agent' },
  )
  if (made.status !== 200) throw new Error(`The object was not made: ${made.raw.body}`)
  await at('REALTY_CHECK')
  return { ...one, objectId: String(made.body.id) }
}
