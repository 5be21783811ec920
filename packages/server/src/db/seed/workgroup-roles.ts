import type { ProcessOperation, WorkProcess } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import type { Db } from '#db/database.ts'

interface SeedRole {
  readonly name: string
  readonly partnerRole: string | null
  readonly description: string
  readonly rights: Partial<Record<WorkProcess, readonly ProcessOperation[]>>
}

const full = ['CREATE', 'VIEW', 'EDIT', 'CHANGE_RESPONSIBLE', 'SEND_TO_NEXT_STEP'] as const
const work = ['VIEW', 'EDIT', 'SEND_TO_NEXT_STEP'] as const
const look = ['VIEW'] as const

const roles: readonly SeedRole[] = [
  {
    name: 'Приём заявок',
    partnerRole: null,
    description: 'Ведёт краткую и полную заявку до передачи в банк',
    rights: { SHORT_APPLICATION: full, FULL_APPLICATION: full },
  },
  {
    name: 'Генерация лидов',
    partnerRole: 'LeadCreator',
    description: 'Заводит краткие заявки и видит, что с ними стало',
    rights: { SHORT_APPLICATION: ['CREATE', 'VIEW'], FULL_APPLICATION: look },
  },
  {
    name: 'Андеррайтинг',
    partnerRole: 'Ahml',
    description: 'Рассматривает заёмщиков и предмет ипотеки',
    rights: { FULL_APPLICATION: look, UNDERWRITING: work, MORTGAGE_LOAN: look },
  },
  {
    name: 'Руководство андеррайтингом',
    partnerRole: 'Ahml',
    description: 'Распределяет рассмотрение между андеррайтерами',
    rights: { FULL_APPLICATION: look, UNDERWRITING: full, MORTGAGE_LOAN: ['VIEW', 'CHANGE_RESPONSIBLE'] },
  },
  {
    name: 'Выдача кредита',
    partnerRole: null,
    description: 'Готовит сделку, подписание и регистрацию',
    rights: { MORTGAGE_LOAN: full, REGISTRATION: work, INSURANCE: look },
  },
  {
    name: 'Сопровождение',
    partnerRole: 'ManagingAgent',
    description: 'Обслуживает выданные кредиты и обращения заёмщиков',
    rights: { MORTGAGE_SUPPORT: full, USER_REQUEST: full, MORTGAGE_LOAN: look },
  },
  {
    name: 'Оценка',
    partnerRole: 'Appraiser',
    description: 'Принимает заказы на оценку и загружает отчёты',
    rights: { APPRAISAL: work },
  },
  {
    name: 'Страхование',
    partnerRole: 'Insurer',
    description: 'Согласует и выпускает полисы',
    rights: { INSURANCE: work },
  },
  {
    name: 'Рефинансирование закладных',
    partnerRole: 'MortgageSupplier',
    description: 'Ведёт сделки по закладным',
    rights: { DEAL_REFINANCING: full, MORTGAGE_LOAN: look },
  },
]

/** The workgroup roles that the product delivers; what exists by name, edited or not, is left as it is. */
export async function seedWorkgroupRoles(db: Db): Promise<void> {
  const added = await db
    .insertInto('workgroup_role')
    .values(
      roles.map(({ name, partnerRole, description }) => ({
        name,
        partner_role_code: partnerRole,
        description,
      })),
    )
    .onConflict((c) => c.column('name').doNothing())
    .returning(['id', 'name'])
    .execute()
  const operations = added.flatMap(({ id, name }) =>
    Object.entries(roles.find((role) => role.name === name)?.rights ?? {}).flatMap(([process, list]) =>
      list.map((operation) => ({ workgroup_role_id: id, process, operation })),
    ),
  )
  if (operations.length > 0) await db.insertInto('workgroup_role_operation').values(operations).execute()
}
