import { z } from 'zod'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant, keyOf } from '../common/scalars.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'

/** What a file is of. */
export const loadSubjects = { PARTNERS: 'Партнёры и филиалы', EMPLOYEES: 'Сотрудники' } as const
export type LoadSubject = keyof typeof loadSubjects

/** Headings of a file of partners; the order is free. The format: docs/organisation-files.md. */
export const partnerHeadings = {
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  shortName: 'Краткое наименование',
  fullName: 'Полное наименование',
  headInn: 'ИНН головной',
  headKpp: 'КПП головной',
  regionCode: 'Регион',
  legalAddress: 'Юридический адрес',
  roleCodes: 'Роли',
} as const

/** Headings of a file of employees. */
export const employeeHeadings = {
  partnerInn: 'ИНН организации',
  partnerKpp: 'КПП организации',
  lastName: 'Фамилия',
  firstName: 'Имя',
  middleName: 'Отчество',
  jobTitle: 'Должность',
  login: 'Логин',
  email: 'Почта',
  phone: 'Телефон',
  userRoles: 'Роли',
  account: 'Вход',
} as const

/** What becomes of a row. */
export const organisationRowKinds = {
  error: 'Ошибки',
  new: 'Новые',
  changed: 'Изменятся',
  same: 'Без изменений',
} as const
export type OrganisationRowKind = keyof typeof organisationRowKinds

export const organisationLoadStates = {
  CHECKING: 'Проверяется',
  READY: 'Проверен',
  APPLYING: 'Применяется',
  APPLIED: 'Загружен',
  FAILED: 'Не принят',
} as const

/** Largest file in bytes and in rows. */
export const maxOrganisationBytes = 5 * 1_048_576
export const maxOrganisationRows = 2_000

/** A file of partners or employees: what it would change, or has changed. */
export const OrganisationLoad = z.object({
  id: Id,
  what: keyOf(loadSubjects),
  fileName: z.string(),
  state: keyOf(organisationLoadStates),
  counts: z.partialRecord(keyOf(organisationRowKinds), z.int()),
  /** Why it was not taken. */
  reason: z.string().nullable(),
  at: Instant,
  appliedAt: Instant.nullable(),
  /** The task that works on it: `getTask` tells the progress. */
  taskId: Id.nullable(),
  /** Of accounts that the load asked for. */
  accounts: z.object({
    waiting: z.int(),
    failed: z.int(),
    made: z.int(),
    /** Made, and nobody has been told a password or sent a letter yet. */
    toIssue: z.int(),
  }),
  /** Whether the identity server can send letters with a link to set a password. */
  canSendLetter: z.boolean(),
})
export type OrganisationLoad = z.output<typeof OrganisationLoad>

/** A row: who it is, and what is wrong with it or what it changes. */
export const OrganisationRow = z.object({
  n: z.int(),
  line: z.int(),
  kind: keyOf(organisationRowKinds),
  title: z.string(),
  notes: z.array(z.string()),
  /** The page of what the row has become. */
  link: z.string().nullable(),
})
export type OrganisationRow = z.output<typeof OrganisationRow>

/** So many passwords are issued by one call. */
export const issuedAtOnce = 20

/** How an account gets its first password. */
export const issueWays = { PASSWORD: 'Временный пароль', LETTER: 'Письмо со ссылкой' } as const

/** A person whose account was looked at: with a password, a letter, or why neither. */
export const IssuedAccess = z.object({
  line: z.int(),
  fullName: z.string(),
  login: z.string(),
  /** Told this once. */
  password: z.string().nullable(),
  refusal: z.string().nullable(),
})
export type IssuedAccess = z.output<typeof IssuedAccess>

/** A file makes new cards and changes those that are there. */
export const loadRights = {
  PARTNERS: can('Partner', 'Read', 'Create', 'Update'),
  EMPLOYEES: can('PartnerEmployee', 'Read', 'Create', 'Update'),
} as const

const One = z.object({ id: IdParam })
const upload = { maxBytes: maxOrganisationBytes } as const

/** CSV or XLSX; nothing changes until it is applied, and the file is not kept. */
export const startPartnersLoad = endpoint({
  method: 'POST',
  path: '/organisation-loads/partners',
  summary: 'Файл партнёров и филиалов: проверка и сравнение',
  access: loadRights.PARTNERS,
  upload,
  response: OrganisationLoad,
})
export const startEmployeesLoad = endpoint({
  method: 'POST',
  path: '/organisation-loads/employees',
  summary: 'Файл сотрудников: проверка и сравнение',
  access: loadRights.EMPLOYEES,
  upload,
  response: OrganisationLoad,
})
/** The caller's own loads: others' are nobody's business. */
export const listOrganisationLoads = endpoint({
  method: 'GET',
  path: '/organisation-loads',
  summary: 'Свои загрузки партнёров и сотрудников',
  access: signedIn,
  query: PageQuery,
  response: pageOf(OrganisationLoad),
})
export const getOrganisationLoad = endpoint({
  method: 'GET',
  path: '/organisation-loads/:id',
  summary: 'Загрузка партнёров или сотрудников: состояние и итоги',
  access: signedIn,
  params: One,
  response: OrganisationLoad,
})
export const listOrganisationRows = endpoint({
  method: 'GET',
  path: '/organisation-loads/:id/rows',
  summary: 'Загрузка партнёров или сотрудников: строки',
  access: signedIn,
  params: One,
  query: PageQuery.extend({ kind: keyOf(organisationRowKinds).optional() }),
  response: pageOf(OrganisationRow),
})
/** All or nothing, by a task; every row is checked again with the rights of then. 409 when the file has mistakes. */
export const applyOrganisationLoad = endpoint({
  method: 'POST',
  path: '/organisation-loads/:id/apply',
  summary: 'Загрузка партнёров или сотрудников: применение',
  access: signedIn,
  params: One,
  body: z.object({}).optional(),
  response: OrganisationLoad,
  idempotent: true,
})
/** First passwords, told this once, or letters, for accounts that the load has made; called again until none is left. */
export const issueLoadedAccess = endpoint({
  method: 'POST',
  path: '/organisation-loads/:id/access',
  summary: 'Первые пароли загруженных сотрудников',
  access: can('PartnerEmployee', 'UpdateIdentity'),
  ownTransactions: true,
  params: One,
  body: z.object({ how: keyOf(issueWays) }),
  response: z.object({ issued: z.array(IssuedAccess), left: z.int() }),
})
