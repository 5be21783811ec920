import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { deliverRoles } from './delivered-roles.ts'
import { deliverData } from './delivery.ts'
import { demoAccounts } from './demo-accounts.ts'
import { seedWorkgroupRoles } from './workgroup-roles.ts'

/** Partners every demo and test bank has; the two agents belong to different branches of the tree. */
export const seedPartners = {
  bank: {
    id: 1,
    shortName: 'Ипотечный банк',
    inn: '7701000019',
    kpp: '770101001',
    ogrn: '1027700000019',
    roles: ['Ahml'],
    parentId: null,
    regionCode: '77',
    city: 'Москва',
  },
  volga: {
    id: 2,
    shortName: 'Волга-Ипотека',
    inn: '1650000024',
    kpp: '165001001',
    ogrn: '1091650000023',
    roles: ['RegionalOperator', 'LeadCreator'],
    parentId: null,
    regionCode: '16',
    city: 'Казань',
  },
  volgaBranch: {
    id: 3,
    shortName: 'Волга-Ипотека, филиал в Самаре',
    inn: '1650000024',
    kpp: '631643001',
    ogrn: '1091650000023',
    roles: ['LeadCreator'],
    parentId: 2,
    regionCode: '63',
    city: 'Самара',
  },
  ural: {
    id: 4,
    shortName: 'Уральский ипотечный центр',
    inn: '6670000046',
    kpp: '667001001',
    ogrn: '1106670000040',
    roles: ['RegionalOperator', 'ManagingAgent'],
    parentId: null,
    regionCode: '66',
    city: 'Екатеринбург',
  },
  uralBranch: {
    id: 5,
    shortName: 'Уральский ипотечный центр, филиал в Перми',
    inn: '6670000046',
    kpp: '590243001',
    ogrn: '1106670000040',
    roles: ['ManagingAgent'],
    parentId: 4,
    regionCode: '59',
    city: 'Пермь',
  },
} as const

/** Where each demo sign-in works and what it may do; the employee's id is its place in `demoAccounts` from one. */
const demoWork: Record<string, { partnerId: number; roleId: number; jobTitle: string; notActive?: boolean }> =
  {
    admin: { partnerId: 1, roleId: 1, jobTitle: 'Администратор системы' },
    workload: { partnerId: 1, roleId: 2, jobTitle: 'Руководитель андеррайтинга' },
    underwriter: { partnerId: 1, roleId: 3, jobTitle: 'Старший андеррайтер' },
    agent: { partnerId: 2, roleId: 4, jobTitle: 'Ипотечный агент' },
    'partner-admin': { partnerId: 4, roleId: 5, jobTitle: 'Администратор партнёра' },
    support: { partnerId: 1, roleId: 6, jobTitle: 'Специалист сопровождения' },
    norole: { partnerId: 1, roleId: 3, jobTitle: 'Стажёр' },
    blocked: { partnerId: 1, roleId: 2, jobTitle: 'Андеррайтер', notActive: true },
    viewer: { partnerId: 1, roleId: 7, jobTitle: 'Аудитор' },
    security: { partnerId: 1, roleId: 8, jobTitle: 'Специалист службы безопасности' },
    compliance: { partnerId: 1, roleId: 9, jobTitle: 'Руководитель комплаенса' },
    committee1: { partnerId: 1, roleId: 13, jobTitle: 'Председатель кредитного комитета' },
    committee2: { partnerId: 1, roleId: 13, jobTitle: 'Член кредитного комитета' },
    committee3: { partnerId: 1, roleId: 13, jobTitle: 'Член кредитного комитета' },
    'uw-head': { partnerId: 1, roleId: 10, jobTitle: 'Начальник отдела андеррайтинга' },
    lawyer: { partnerId: 1, roleId: 18, jobTitle: 'Юрист по залогам' },
    verifier: { partnerId: 1, roleId: 19, jobTitle: 'Верификатор' },
    product: { partnerId: 1, roleId: 20, jobTitle: 'Продуктолог' },
    'product-head': { partnerId: 1, roleId: 21, jobTitle: 'Начальник отдела продуктов' },
  }

const workOf = (login: string) => {
  const work = demoWork[login]
  if (!work) throw new Error(`No workplace for the demo sign-in ${login}`)
  return work
}

/** A small installation: one person may save a role. */
async function seedFeatures(db: Db): Promise<void> {
  await db.updateTable('feature_toggle').set({ enabled: false }).where('key', '=', 'roles.fourEyes').execute()
}

async function seedPeople(db: Db): Promise<void> {
  await db
    .insertInto('partner')
    .values(
      Object.values(seedPartners).map((p) => ({
        id: p.id,
        short_name: p.shortName,
        full_name: `Общество с ограниченной ответственностью «${p.shortName}»`,
        inn: p.inn,
        kpp: p.kpp,
        ogrn: p.ogrn,
        okopf_code: '12300',
        uid: sql<string>`md5(${`partner ${p.id}`})::uuid`,
        business_profile_codes: [p.roles.some((role) => role === 'Ahml') ? 'BANK' : 'REGIONAL_OPERATOR'],
        legal_address: JSON.stringify({
          value: `г. ${p.city}, ул. Примерная, д. ${p.id}`,
          regionCode: p.regionCode,
        }),
        branch_type_code: p.parentId === null ? 'HEAD' : 'BRANCH',
        parent_id: p.parentId,
        region_code: p.regionCode,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('partner_role')
    .values(
      Object.values(seedPartners).flatMap(({ id, roles }) =>
        roles.map((role_code) => ({ partner_id: id, role_code })),
      ),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('employee')
    .values(
      demoAccounts.map((a, index) => ({
        id: index + 1,
        partner_id: workOf(a.login).partnerId,
        last_name: a.lastName,
        first_name: a.firstName,
        middle_name: a.middleName,
        job_title: workOf(a.login).jobTitle,
        login: a.login,
        identity_id: a.id,
        not_active: workOf(a.login).notActive ?? false,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('workgroup')
    .values([
      { id: 1, partner_id: 1, name: 'Согласование ОИК', head_id: 2, daily_plan: 40 },
      { id: 2, partner_id: 1, name: 'Согласование НИС', head_id: 2, daily_plan: 60 },
    ])
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('workgroup_employee')
    .values([
      { workgroup_id: 1, employee_id: 2 },
      { workgroup_id: 2, employee_id: 2 },
      { workgroup_id: 1, employee_id: 3 },
    ])
    .onConflict((c) => c.doNothing())
    .execute()
}

async function seedRights(db: Db): Promise<void> {
  await deliverRoles(db)
  await db
    .insertInto('employee_user_role')
    .values(
      demoAccounts.map((a, index) => ({ employee_id: index + 1, user_role_id: workOf(a.login).roleId })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
}

/** A few approvers of each department; the last one of each is employed by a partner, for the tests of visibility. */
async function seedApprovers(db: Db): Promise<void> {
  const people: [string, string, string, number][] = [
    ['Абрамова', 'Елена', 'Игоревна', 1],
    ['Бережной', 'Артём', 'Павлович', 1],
    ['Васильева-Ким', 'Ольга', 'Романовна', 1],
    ['Добронравов', 'Святослав', 'Юрьевич', 4],
    ['Ёлкина', 'Вера', 'Аркадьевна', 2],
  ]
  await db
    .insertInto('employee')
    .values(
      people.map(([last_name, first_name, middle_name, partner_id], index) => ({
        id: 20 + index,
        partner_id,
        last_name,
        first_name,
        middle_name,
        job_title: index % 2 === 0 ? 'Старший андеррайтер' : 'Андеррайтер',
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  const base = {
    level_codes: ['LEVEL_2', 'LEVEL_3'],
    all_partners: true,
    all_regions: true,
    shift_from: '09:00',
    shift_by: '18:00',
    max_open: 20,
    work_status: 'ACTIVE',
  }
  const rows = people.flatMap((_, index) =>
    (['oic', 'nis'] as const).map((type) => ({
      ...base,
      id: index * 2 + (type === 'oic' ? 1 : 2),
      type,
      employee_id: 20 + index,
      // Names and employer are set by the trigger.
      partner_id: 0,
      full_name: '',
      status_codes: type === 'nis' ? ['DOCS_CHECK', 'UNDERWRITING', 'VERIFICATION', 'CONTROL'] : [],
      ...(index === 1 && { shift_from: '22:00', shift_by: '06:00', level_codes: ['LEVEL_2'] }),
      ...(index === 2 && { work_status: 'PAUSE' }),
    })),
  )
  await db
    .insertInto('approver')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
}

const tables = ['partner', 'employee', 'workgroup', 'approver'] as const

/** The operator, its people, roles and first approvers, on what the product delivers. */
export async function seedOperator(db: Db): Promise<void> {
  await seedFeatures(db)
  await seedPeople(db)
  await seedRights(db)
  await seedApprovers(db)
  await seedWorkgroupRoles(db)
  for (const table of tables)
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT max(id) FROM ${sql.table(table)}))`.execute(
      db,
    )
}

/** The least that sign-in, rights and the approver screens need; may be repeated, changes nothing that exists. */
export async function seedOrganisation(db: Db): Promise<void> {
  await deliverData(db)
  await seedOperator(db)
}
