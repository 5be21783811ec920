import { checkContact } from '@ipoteka-office/contract/common/contact-value.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { toPage } from '@ipoteka-office/contract/common/page.ts'
import type {
  OwnContactInput,
  PartnerContact,
  PartnerContactInput,
} from '@ipoteka-office/contract/partner-parts.ts'
import type { PartnerName } from '@ipoteka-office/contract/partners.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import { knownTotal } from '#lib/paging.ts'
import type { Part } from './partner-part.ts'

const columns = {
  contactTypeId: 'contact_type_id',
  value: 'value',
  main: 'main',
  notUsed: 'not_used',
  comment: 'comment',
} as const

const shape = sql`t.id, t.contact_type_id AS "contactTypeId", t.value, t.main, t.not_used AS "notUsed", t.comment,
  (SELECT json_build_object('id', e.id, 'fullName', e.full_name) FROM employee e WHERE e.id = t.employee_id) AS employee,
  t.version`
const order = sql`t.employee_id NULLS FIRST, t.not_used, t.contact_type_id, t.main DESC, t.id`

function checked<Input extends OwnContactInput>(input: Input): Input {
  const value = checkContact(input.contactTypeId, input.value)
  if ('message' in value) throw invalid([{ path: 'value', message: value.message }])
  if (input.main && input.notUsed)
    throw invalid([{ path: 'notUsed', message: 'Основной контакт используется: снимите отметку «основной»' }])
  return { ...input, value: value.value }
}

async function requireEmployee(db: Db, partnerId: number, employeeId: number): Promise<void> {
  const employee = await db
    .selectFrom('employee')
    .select('id')
    .where('id', '=', employeeId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  if (employee === undefined)
    throw invalid([{ path: 'employeeId', message: 'У партнёра нет такого сотрудника' }])
}

/** One of a type is main for the partner, and one for each employee: another one takes it over. */
const takeMain = (
  db: Db,
  partnerId: number,
  employeeId: number | null,
  input: OwnContactInput,
  id: number | null,
) =>
  sql`UPDATE contact SET main = false, version = version + 1
    WHERE partner_id = ${partnerId} AND employee_id IS NOT DISTINCT FROM ${employeeId}::int
      AND contact_type_id = ${input.contactTypeId} AND main AND id IS DISTINCT FROM ${id}::int`.execute(db)

/** Contacts of the partner and of its employees. */
export const contactPart: Part<PartnerContact, PartnerContactInput> = {
  table: 'contact',
  notFound: 'Контакт не найден',
  columns,
  select: (where, limit) => sql`SELECT ${shape} FROM contact t WHERE ${where} ORDER BY ${order} ${limit}`,
  fixed: (_, { employeeId = null }) => ({ employee_id: employeeId }),
  async check({ db }, partnerId, input, before) {
    const { employeeId } = input
    if (before !== null && employeeId !== undefined && employeeId !== (before.employee?.id ?? null))
      throw invalid([{ path: 'employeeId', message: 'Чей это контакт, не меняется: создайте новый' }])
    if (before === null && typeof employeeId === 'number') await requireEmployee(db, partnerId, employeeId)
    return checked(input)
  },
  async settle({ db }, partnerId, input, before) {
    const employeeId = before === null ? (input.employeeId ?? null) : (before.employee?.id ?? null)
    if (input.main) await takeMain(db, partnerId, employeeId, input, before?.id ?? null)
  },
}

/** Contacts of the partner alone. */
export const ownContactPart: Part<PartnerContact, OwnContactInput> = {
  ...contactPart,
  scope: sql<boolean>`t.employee_id IS NULL`,
  fixed: () => ({}),
  check: (_context, _partnerId, input) => Promise.resolve(checked(input)),
  async settle({ db }, partnerId, input, before) {
    if (input.main) await takeMain(db, partnerId, null, input, before?.id ?? null)
  },
}

type ContactOf = z.output<typeof PartnerContact> & { partner: PartnerName }

/** In use: of the partner, of the branches under it and of the employees of them all. */
export async function findAllContacts(db: Db, partnerId: number, query: PageQuery): Promise<Page<ContactOf>> {
  const from = sql`FROM contact t JOIN partner p ON p.id = t.partner_id
    WHERE p.ancestor_ids @> ARRAY[${partnerId}::int] AND NOT t.not_used`
  const { rows } = await sql<ContactOf>`
    SELECT ${shape}, json_build_object('id', p.id, 'shortName', p.short_name) AS partner ${from}
    ORDER BY cardinality(p.ancestor_ids), p.short_name, p.id, ${order}
    LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
  const total = knownTotal(rows.length, query)
  if (total !== undefined) return toPage(rows, total, query)
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${from}`.execute(db)
  return toPage(rows, counted.rows[0]?.count ?? 0, query)
}
