import type { ItemUsage } from '@ipoteka-office/contract/references/reference-items.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A column whose values are codes of a dictionary. */
export interface UsingColumn {
  readonly dictionary: string
  readonly table: string
  readonly column: string
  readonly isList?: true
  /** Only rows of this kind. */
  readonly kind?: string
  readonly place: string
}

/** Every column that holds codes of a dictionary: what «где используется» counts. */
export const usingColumns: readonly UsingColumn[] = [
  {
    dictionary: 'loanApplicationLevel',
    table: 'application',
    column: 'level_code',
    place: 'Заявки: уровень',
  },
  {
    dictionary: 'loanApplicationStatus',
    table: 'application',
    column: 'outside_status',
    place: 'Заявки: статус во внешней системе',
  },
  { dictionary: 'region', table: 'application', column: 'region_code', place: 'Заявки: регион' },
  {
    dictionary: 'workStatus',
    table: 'approver',
    column: 'work_status',
    place: 'Согласующие: рабочий статус',
  },
  {
    dictionary: 'loanApplicationLevel',
    table: 'approver',
    column: 'level_codes',
    isList: true,
    place: 'Согласующие: уровни',
  },
  {
    dictionary: 'loanApplicationStatus',
    table: 'approver',
    column: 'status_codes',
    isList: true,
    place: 'Согласующие: статусы заявок',
  },
  {
    dictionary: 'region',
    table: 'approver',
    column: 'region_codes',
    isList: true,
    place: 'Согласующие: регионы',
  },
  { dictionary: 'region', table: 'partner', column: 'region_code', place: 'Партнёры: регион' },
  { dictionary: 'okopf', table: 'partner', column: 'okopf_code', place: 'Партнёры: ОКОПФ' },
  {
    dictionary: 'partner/branchType',
    table: 'partner',
    column: 'branch_type_code',
    place: 'Партнёры: тип подразделения',
  },
  {
    dictionary: 'partner/businessProfile',
    table: 'partner',
    column: 'business_profile_codes',
    isList: true,
    place: 'Партнёры: профиль деятельности',
  },
  {
    dictionary: 'companyGroup',
    table: 'partner',
    column: 'company_group_code',
    place: 'Партнёры: группа компаний',
  },
  {
    dictionary: 'partner/tenancyType',
    table: 'partner',
    column: 'tenancy_type_code',
    place: 'Партнёры: владение офисом',
  },
  {
    dictionary: 'partner/tenantType',
    table: 'partner',
    column: 'tenant_type_code',
    place: 'Партнёры: арендодатель',
  },
  { dictionary: 'region', table: 'partner_region', column: 'region_code', place: 'Партнёры: регионы работы' },
  { dictionary: 'partnerRole', table: 'partner_role', column: 'role_code', place: 'Партнёры: роли' },
  { dictionary: 'partnerRole', table: 'partner_link', column: 'role_code', place: 'Партнёры: связи' },
  {
    dictionary: 'partnerRole',
    table: 'workgroup_role',
    column: 'partner_role_code',
    place: 'Роли рабочих групп',
  },
  {
    dictionary: 'accreditationType',
    table: 'accreditation',
    column: 'type_code',
    place: 'Партнёры: аккредитация',
  },
  { dictionary: 'partnerRate', table: 'partner_rate', column: 'rate_code', place: 'Партнёры: ставки' },
  {
    dictionary: 'partner/reassignmentType',
    table: 'partner_reassignment',
    column: 'type_code',
    place: 'Переназначения: тип',
  },
  {
    dictionary: 'region',
    table: 'partner_reassignment',
    column: 'region_code',
    place: 'Переназначения: регион',
  },
  {
    dictionary: 'authorityType',
    table: 'employee_document',
    column: 'type_code',
    kind: 'AUTHORITY',
    place: 'Сотрудники: документы',
  },
  {
    dictionary: 'docType',
    table: 'employee_document',
    column: 'type_code',
    kind: 'OTHER',
    place: 'Сотрудники: документы',
  },
  { dictionary: 'docType', table: 'document', column: 'type_code', place: 'Документы заявок и партнёров' },
  { dictionary: 'partnerQr', table: 'qr_code', column: 'partner_type_code', place: 'QR-коды: партнёр' },
  { dictionary: 'creditProductQr', table: 'qr_code', column: 'product_code', place: 'QR-коды: продукт' },
]

async function countIn(db: Db, { table, column, isList, kind }: UsingColumn, code: string): Promise<number> {
  const place = sql.ref(column)
  const condition = isList === true ? sql`${place} @> ARRAY[${code}::text]` : sql`${place} = ${code}`
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table)}
    WHERE ${condition} ${kind === undefined ? sql`` : sql`AND kind = ${kind}`}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Items of other dictionaries whose attributes name this one. */
async function countInAttributes(db: Db, dictionary: string, code: string): Promise<ItemUsage['places']> {
  const { rows } = await sql<{ place: string; count: number }>`
    SELECT 'Справочник «' || d.title || '»: ' || (a ->> 'label') AS place, count(*)::int AS count
    FROM reference_dictionary d CROSS JOIN LATERAL jsonb_array_elements(d.attributes) a
    JOIN reference_item i ON i.dictionary = d.code AND i.attributes ->> (a ->> 'key') = ${code}
    WHERE a ->> 'type' = 'code' AND a ->> 'dictionary' = ${dictionary} GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}

/** Where an item is used and how many times; places where it is not are left out. */
export async function findUsage(db: Db, dictionary: string, code: string): Promise<ItemUsage> {
  const places: ItemUsage['places'] = []
  for (const using of usingColumns.filter((one) => one.dictionary === dictionary))
    places.push({ place: using.place, count: await countIn(db, using, code) })
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM reference_item
    WHERE dictionary = ${dictionary} AND parent_code = ${code}`.execute(db)
  places.push({ place: 'Вложенные элементы', count: rows[0]?.count ?? 0 })
  places.push(...(await countInAttributes(db, dictionary, code)))
  const used = places.filter(({ count }) => count > 0)
  return { total: used.reduce((sum, { count }) => sum + count, 0), places: used }
}
