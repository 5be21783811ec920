import { z } from 'zod'
import { PartnerRef } from '../common/refs.ts'
import { FlagParam, IdsQuery, SearchText, Version, VersionQuery } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant, messages, requiredText, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { type ObjectType, operations } from '../operations.ts'
import { OperationRef, RoleOperations } from './role-operations.ts'
import { ChangeRequest } from '../change-requests/change-requests.ts'

/** Operations that are the bank's alone: a role with one of them is not given by partners. */
export const bankOperations: readonly { readonly objectType: ObjectType; readonly code: string }[] = [
  { objectType: 'UserRole', code: 'Update' },
  { objectType: 'UserRole', code: 'Approve' },
  { objectType: 'FeatureToggle', code: 'Update' },
  { objectType: 'Dictionary', code: 'Update' },
]

/** Russian names of the object types, for the groups of the matrix. */
export const objectTypeNames: Readonly<Record<ObjectType, string>> = {
  Lead: 'Лиды',
  CaseTask: 'Задачи по делам',
  PersonalData: 'Персональные данные',
  ShortApplication: 'Краткие заявки',
  FullApplication: 'Полные заявки',
  Application: 'Очередь заявок',
  MortgageApplication: 'Кредитные дела',
  MortgageSupportApplication: 'Сопровождение',
  Deal: 'Сделки рефинансирования',
  Partner: 'Партнёры',
  PartnerEmployee: 'Сотрудники партнёров',
  Workgroup: 'Рабочие группы',
  Calculator: 'Калькулятор',
  Calendar: 'Производственный календарь',
  Document: 'Документы',
  CreditProduct: 'Ипотечные продукты',
  Dictionary: 'Справочники',
  FeatureToggle: 'Переключатели функций',
  Parameter: 'Параметры',
  Reference: 'Чтение справочников',
  RealtyObject: 'Предметы ипотеки',
  Underwriting: 'Андеррайтинг',
  IndividualBlacklist: 'Чёрный список: физлица',
  LegalPersonBlacklist: 'Чёрный список: юрлица',
  PhoneBlacklist: 'Чёрный список: телефоны',
  LoanApplication: 'Потребительские заявки',
  LoanDelivery: 'Потребительские кредитные дела',
  LoanProduct: 'Неипотечные продукты',
  TemplateKod: 'Шаблоны КОД',
  FullExpertise: 'Авторизация ипотечных кредитов',
  MonitoringFactor: 'Мониторинг',
  UserRequest: 'Обращения',
  Admin: 'Администрирование',
  Contract: 'Договоры и вознаграждения',
  DealSetting: 'Настройки сделок',
  LandRegistrySetting: 'Настройки Росреестра',
  EmployeeOic: 'Согласующие ОИК',
  EmployeeNis: 'Согласующие НИС',
  EmployeeUnderwriting: 'Распределение андеррайтинга',
  Rule: 'Правила комплектности',
  Insurance: 'Страхование',
  Qr: 'QR-коды',
  NotificationTemplate: 'Шаблоны уведомлений',
  NonLoanRealtyDeal: 'Внешние электронные регистрации',
  UserRole: 'Роли и права',
}

/** The feature toggle: saves of roles wait for a second person. */
export const fourEyesFeature = 'roles.fourEyes'

/** A person as the roles pages show one. */
export const RolePerson = z.object({
  id: Id,
  fullName: z.string(),
  jobTitle: z.string(),
  partner: PartnerRef,
})
export type RolePerson = z.output<typeof RolePerson>

const roleFields = {
  code: requiredText(64).refine((code) => /^[A-Z][A-Z0-9_]*$/.test(code), {
    message: 'Код: латинские заглавные буквы, цифры и подчёркивание, первой — буква',
  }),
  name: requiredText(120),
  description: text(1_000).default(''),
  isDisabled: z.boolean().default(false),
  /** Administrators of partners give it to people of their own partner and of those under it. */
  partnerMayGive: z.boolean().default(false),
  operations: RoleOperations.default({}),
}
/** A role as the form sends it. */
export const RoleInput = z.object(roleFields)
export type RoleInput = z.output<typeof RoleInput>

/** A role in the list. */
export const Role = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  isDisabled: z.boolean(),
  partnerMayGive: z.boolean(),
  /** Who said last that partners may give it or may not; null while nobody has. */
  partnerMayGiveSet: z.object({ by: z.string(), at: Instant }).nullable(),
  /** Active people who hold it, directly or through an active group. */
  peopleCount: z.int(),
  workgroupsCount: z.int(),
  operationsCount: z.int(),
  /** The change that waits for a second person; a role has one at most. */
  pendingRequestId: Id.nullable(),
  version: z.int(),
})
export type Role = z.output<typeof Role>

/** A role with its operations by object type. */
export const RoleCard = Role.extend({ operations: z.record(z.string(), z.array(z.string())) })
export type RoleCard = z.output<typeof RoleCard>

/** Two operations that one person should not hold together. */
export const DutyWarning = z.object({ first: OperationRef, second: OperationRef, reason: z.string() })
export type DutyWarning = z.output<typeof DutyWarning>

/** What became of a save: applied (`role` is how it is now) or put before a second person (`request`). */
export const RoleSaved = z.object({
  role: RoleCard.nullable(),
  request: ChangeRequest.nullable(),
  warnings: z.array(DutyWarning),
})
export type RoleSaved = z.output<typeof RoleSaved>

const list = can('UserRole', 'List')
const update = can('UserRole', 'Update')
const RoleKey = z.object({ id: IdParam })

export const listRoles = endpoint({
  method: 'GET',
  path: '/userRole/',
  summary: 'Роли пользователей',
  access: list,
  query: z.object({ query: SearchText.default(''), isDisabled: FlagParam.optional() }),
  response: z.array(Role),
})
/** 400 on `code` or `name` when taken, on `operations` when unknown. Only the operator's staff write roles (403). */
export const createRole = endpoint({
  method: 'POST',
  path: '/userRole/',
  summary: 'Новая роль',
  access: update,
  idempotent: true,
  body: RoleInput,
  response: RoleSaved,
})
/** An empty role to start the form with; `code` is free. */
export const getNewRole = endpoint({
  method: 'GET',
  path: '/userRole/new',
  summary: 'Заготовка новой роли',
  access: update,
  response: z.object({
    ...roleFields,
    description: z.string(),
    isDisabled: z.boolean(),
    partnerMayGive: z.boolean(),
    name: z.string(),
  }),
})
/** Rows of the matrix: every object type with its operations. */
export const listObjectTypes = endpoint({
  method: 'GET',
  path: '/userRole/operation/objectType',
  summary: 'Типы объектов с операциями',
  access: list,
  response: z.array(
    z.object({
      objectType: z.string(),
      name: z.string(),
      operations: z.array(
        z.object({ id: Id, code: z.string(), descriptor: z.string(), builtin: z.boolean() }),
      ),
    }),
  ),
})
export const getRole = endpoint({
  method: 'GET',
  path: '/userRole/:id',
  summary: 'Роль',
  access: list,
  params: RoleKey,
  response: RoleCard,
})
/** 409 stale by `version`; 409 while another change of the role waits; 409 when nobody could edit roles any more. */
export const updateRole = endpoint({
  method: 'PUT',
  path: '/userRole/:id',
  summary: 'Изменение роли',
  access: update,
  params: RoleKey,
  body: RoleInput.extend({ version: Version }),
  response: RoleSaved,
})
/** Disables the role. Without `confirmed=true` 409 while people hold it: `current` is `{ peopleCount, people }`. */
export const disableRole = endpoint({
  method: 'DELETE',
  path: '/userRole/:id',
  summary: 'Отключение роли',
  access: update,
  params: RoleKey,
  query: VersionQuery.extend({ confirmed: FlagParam.default(false) }),
  response: RoleSaved,
})
export const listOperationsOfRole = endpoint({
  method: 'GET',
  path: '/userRole/:id/operations',
  summary: 'Операции роли с названиями',
  access: list,
  params: RoleKey,
  response: z.array(OperationRef),
})

// ——— Beyond the ledger ———

export const getRoleSettings = endpoint({
  method: 'GET',
  path: '/userRole/settings',
  summary: 'Порядок изменения ролей',
  access: list,
  response: z.object({
    /** Saves wait for a second person. */
    fourEyes: z.boolean(),
    /** The caller may write roles at all (the right and the operator's staff). */
    canUpdate: z.boolean(),
    canApprove: z.boolean(),
    /** Requests that wait for somebody other than their maker, as the caller is. */
    waitingForMe: z.int(),
  }),
})
export const copyRole = endpoint({
  method: 'POST',
  path: '/userRole/:id/copy',
  summary: 'Копия роли',
  access: update,
  params: RoleKey,
  idempotent: true,
  body: z.object({ code: roleFields.code, name: roleFields.name }),
  response: RoleSaved,
})
export const compareRoles = endpoint({
  method: 'GET',
  path: '/userRole/compare',
  summary: 'Сравнение двух ролей',
  access: list,
  query: z.object({ first: IdParam, second: IdParam }),
  response: z.object({
    first: Role,
    second: Role,
    /** Every operation that either holds. */
    rows: z.array(OperationRef.extend({ inFirst: z.boolean(), inSecond: z.boolean() })),
    onlyFirst: z.int(),
    onlySecond: z.int(),
    both: z.int(),
  }),
})
/** What a change would do, before it is saved: nothing is written. */
export const previewRoleChange = endpoint({
  method: 'POST',
  path: '/userRole/:id/preview',
  summary: 'Последствия изменения роли',
  access: list,
  reads: true,
  params: RoleKey,
  query: PageQuery,
  body: z.object({ isDisabled: z.boolean(), operations: RoleOperations }),
  response: z.object({
    added: z.array(OperationRef),
    removed: z.array(OperationRef),
    warnings: z.array(DutyWarning),
    /** People who hold the role; what each gains or loses counts their other roles too. */
    people: pageOf(RolePerson.extend({ gains: z.int(), loses: z.int() })),
  }),
})
/** Operations by object type as a browser of a person with this role alone would get: for the menu preview. */
export const getRoleMenu = endpoint({
  method: 'GET',
  path: '/userRole/:id/menu',
  summary: 'Операции роли для предпросмотра меню',
  access: list,
  params: RoleKey,
  response: z.record(z.string(), z.array(z.string())),
})
export const listRoleHistory = endpoint({
  method: 'GET',
  path: '/userRole/:id/history',
  summary: 'История роли',
  access: list,
  params: RoleKey,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
/** Object type × operation by role, as XLSX or CSV. */
export const exportRoles = endpoint({
  method: 'GET',
  path: '/userRole/export',
  summary: 'Выгрузка матрицы ролей',
  access: can('UserRole', 'List', 'Export'),
  query: z.object({
    format: z.enum(['xlsx', 'csv'], messages.unknownCode).default('xlsx'),
    withDisabled: FlagParam.default(false),
  }),
  produces: 'file',
})

// ——— Operations of a role as a collection of the ledger ———

export const RoleOperation = OperationRef.extend({ id: Id })
export type RoleOperation = z.output<typeof RoleOperation>
const RoleOperationsKey = z.object({ userRoleId: IdParam })
const RoleOperationKey = z.object({ userRoleId: IdParam, id: IdParam })
const OperationKey = z.object({ objectType: z.string().min(1).max(64), code: z.string().min(1).max(64) })

export const listRoleOperations = endpoint({
  method: 'GET',
  path: '/partner/userRole/:userRoleId/operation/',
  summary: 'Операции роли',
  access: list,
  params: RoleOperationsKey,
  response: z.array(RoleOperation),
})
export const addRoleOperation = endpoint({
  method: 'POST',
  path: '/partner/userRole/:userRoleId/operation/',
  summary: 'Добавление операции роли',
  access: update,
  params: RoleOperationsKey,
  idempotent: true,
  body: OperationKey,
  response: RoleSaved,
})
export const removeRoleOperations = endpoint({
  method: 'DELETE',
  path: '/partner/userRole/:userRoleId/operation/',
  summary: 'Снятие нескольких операций с роли',
  access: update,
  params: RoleOperationsKey,
  query: IdsQuery,
  response: RoleSaved,
})
export const getRoleOperation = endpoint({
  method: 'GET',
  path: '/partner/userRole/:userRoleId/operation/:id',
  summary: 'Операция роли',
  access: list,
  params: RoleOperationKey,
  response: RoleOperation,
})
/** Puts another operation in the place of this one. */
export const replaceRoleOperation = endpoint({
  method: 'PUT',
  path: '/partner/userRole/:userRoleId/operation/:id',
  summary: 'Замена операции роли',
  access: update,
  params: RoleOperationKey,
  body: OperationKey,
  response: RoleSaved,
})
export const removeRoleOperation = endpoint({
  method: 'DELETE',
  path: '/partner/userRole/:userRoleId/operation/:id',
  summary: 'Снятие операции с роли',
  access: update,
  params: RoleOperationKey,
  response: RoleSaved,
})

/** Whether the product itself knows the operation (and a screen or a call asks for it). */
export const isBuiltinOperation = (objectType: string, code: string): boolean =>
  Object.hasOwn(operations, objectType) && Object.hasOwn(operations[objectType as ObjectType], code)
