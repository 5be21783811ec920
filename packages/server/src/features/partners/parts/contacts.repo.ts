import type { PartnerRef } from '@ipoteka-office/contract/common/refs.ts'
import type { ContactTypeId } from '@ipoteka-office/contract/common/person/contact-value.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type {
  OwnContactInput,
  PartnerContact,
  PartnerContactInput,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'
import type { PartRows } from './partner-part.repo.ts'

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
const select = (where: RawBuilder<boolean>, limit: RawBuilder<unknown>): RawBuilder<PartnerContact> =>
  sql`SELECT ${shape} FROM contact t WHERE ${where} ORDER BY ${order} ${limit}`

/** Of the partner and of its employees. */
export const contactRows: PartRows<PartnerContact, PartnerContactInput> = {
  table: 'contact',
  columns,
  select,
  fixed: (_, { employeeId = null }) => ({ employee_id: employeeId }),
}

/** Of the partner alone. */
export const ownContactRows: PartRows<PartnerContact, OwnContactInput> = {
  table: 'contact',
  columns,
  select,
  scope: sql<boolean>`t.employee_id IS NULL`,
}

/** What the list may be narrowed by. */
export const contactConditions = (filter: {
  readonly contactTypeId?: ContactTypeId | undefined
  readonly employeeId?: number | undefined
  readonly notUsed?: boolean | undefined
}): RawBuilder<boolean>[] => [
  ...(filter.contactTypeId === undefined ? [] : [sql<boolean>`t.contact_type_id = ${filter.contactTypeId}`]),
  ...(filter.employeeId === undefined ? [] : [sql<boolean>`t.employee_id = ${filter.employeeId}`]),
  ...(filter.notUsed === undefined ? [] : [sql<boolean>`t.not_used = ${filter.notUsed}`]),
]

export async function isEmployeeOf(db: Db, partnerId: number, employeeId: number): Promise<boolean> {
  const employee = await db
    .selectFrom('employee')
    .select('id')
    .where('id', '=', employeeId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return employee !== undefined
}

/** No contact of the type is main any longer, of the partner or of the employee; but for the one. */
export async function clearMainContact(
  db: Db,
  { partnerId, employeeId }: { readonly partnerId: number; readonly employeeId: number | null },
  contactTypeId: number,
  exceptId: number | null,
): Promise<void> {
  await sql`UPDATE contact SET main = false, version = version + 1
    WHERE partner_id = ${partnerId} AND employee_id IS NOT DISTINCT FROM ${employeeId}::int
      AND contact_type_id = ${contactTypeId} AND main AND id IS DISTINCT FROM ${exceptId}::int`.execute(db)
}

type ContactOf = PartnerContact & { partner: PartnerRef }

/** In use: of the partner, of the branches under it and of the employees of them all. */
export async function findAllContacts(db: Db, partnerId: number, query: PageQuery): Promise<Page<ContactOf>> {
  const from = sql`FROM contact t JOIN partner p ON p.id = t.partner_id
    WHERE p.ancestor_ids @> ARRAY[${partnerId}::int] AND NOT t.not_used`
  const read = sql<ContactOf>`
    SELECT ${shape}, json_build_object('id', p.id, 'shortName', p.short_name) AS partner ${from}
    ORDER BY cardinality(p.ancestor_ids), p.short_name, p.id, ${order}
    LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countOf(db, from),
  })
}
