import { z } from 'zod'
import { Percent } from '../common/amounts.ts'
import { Day, FlagParam, IdsQuery, ItemsAnswer, Version, VersionQuery } from '../common/items.ts'
import { Code, Id, IdParam, requiredText, text } from '../common/scalars.ts'
import { can, canInBank, endpoint, signedIn } from '../endpoint.ts'
import { partnerCollection } from './partner-collection.ts'
import { AccreditationState } from './partners.ts'

const RoleKey = z.object({ partnerId: IdParam, roleId: IdParam })
const AccreditationKey = z.object({ partnerId: IdParam, roleId: IdParam, id: IdParam })
const readPartner = can('Partner', 'Read')
/** Roles, accreditation and rates are the operator's: others are answered 403 whatever their rights. */
const changeRoles = can('Partner', 'UpdateRoles')

/** Statuses that people set; what follows from the dates is `AccreditationState`. */
export const accreditationStatuses = {
  PENDING: 'На рассмотрении',
  ACTIVE: 'Действует',
  SUSPENDED: 'Приостановлена',
  REVOKED: 'Отозвана',
} as const
export type AccreditationStatus = keyof typeof accreditationStatuses
export const AccreditationStatus = z.enum(['PENDING', 'ACTIVE', 'SUSPENDED', 'REVOKED'])

export const Accreditation = z.object({
  id: Id,
  /** A code of the dictionary accreditationType. */
  typeCode: z.string(),
  typeName: z.string(),
  status: AccreditationStatus,
  state: AccreditationState,
  /** Days until it ends, of one that is in force; null without an end. */
  daysLeft: z.int().nullable(),
  dateFrom: z.string(),
  dateTo: z.string().nullable(),
  documentName: z.string(),
  documentNumber: z.string(),
  documentDate: z.string().nullable(),
  comment: z.string(),
  version: z.int(),
})
export type Accreditation = z.output<typeof Accreditation>
export const AccreditationInput = z.object({
  typeCode: Code,
  status: AccreditationStatus.default('ACTIVE'),
  dateFrom: Day,
  dateTo: Day.nullable().default(null),
  documentName: text(200).default(''),
  documentNumber: text(60).default(''),
  documentDate: Day.nullable().default(null),
  comment: text(1_000).default(''),
})
export type AccreditationInput = z.output<typeof AccreditationInput>

/** A role of a partner with its accreditations. */
export const PartnerRole = z.object({
  /** Number of the role in the catalogue; with it the role is addressed under the partner. */
  id: Id,
  code: z.string(),
  name: z.string(),
  notActive: z.boolean(),
  comment: z.string(),
  /** Of the best accreditation; null: there is none. */
  state: AccreditationState.nullable(),
  dateTo: z.string().nullable(),
  accreditations: z.array(Accreditation),
  version: z.int(),
})
export type PartnerRole = z.output<typeof PartnerRole>
/** The partner role by which people see every partner's rows. */
export const operatorRoleCode = 'Ahml'
/** What giving it means: asked before it is given. */
export const operatorRoleWarning =
  'Роль «Оператор» открывает всем сотрудникам этой организации данные всех партнёров: заявки, клиентов с документами, сотрудников и отчёты.'

const roles = partnerCollection({
  path: 'role/',
  title: 'Роль партнёра',
  item: PartnerRole,
  input: z.object({
    notActive: z.boolean().default(false),
    comment: text(1_000).default(''),
    /** The caller has read what the role of the operator shows: without it that role is neither given nor switched on. */
    confirmed: z.boolean().default(false),
  }),
  list: z.array(PartnerRole),
  query: z.object({}),
  change: changeRoles,
})
export const listRolesOfPartner = roles.list
/** `roleId` is the number of the role in the catalogue. */
export const addRoleToPartner = endpoint({
  ...roles.create,
  body: z.object({
    roleId: Id,
    comment: text(1_000).default(''),
    confirmed: z.boolean().default(false),
  }),
})
/** `ids` are numbers of the catalogue. One with accreditations or in use is not removed: make it inactive. */
export const removeRolesFromPartner = roles.removeMany
export const getRoleOfPartner = roles.get
export const updateRoleOfPartner = roles.update
export const removeRoleFromPartner = roles.remove

export const listAccreditations = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/role/:roleId/accreditation',
  summary: 'Аккредитации партнёра в роли',
  access: readPartner,
  params: RoleKey,
  response: z.array(Accreditation),
})
export const createAccreditation = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/role/:roleId/accreditation',
  summary: 'Новая аккредитация',
  access: changeRoles,
  params: RoleKey,
  idempotent: true,
  body: AccreditationInput,
  response: Accreditation,
})
export const deleteAccreditations = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/role/:roleId/accreditation',
  summary: 'Удаление аккредитаций',
  access: changeRoles,
  params: RoleKey,
  query: IdsQuery,
  response: ItemsAnswer,
})
export const getAccreditation = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/role/:roleId/accreditation/:id',
  summary: 'Аккредитация',
  access: readPartner,
  params: AccreditationKey,
  response: Accreditation,
})
export const updateAccreditation = endpoint({
  method: 'PUT',
  path: '/partner/:partnerId/role/:roleId/accreditation/:id',
  summary: 'Изменение аккредитации',
  access: changeRoles,
  params: AccreditationKey,
  body: AccreditationInput.extend({ version: Version }),
  response: Accreditation,
})
export const deleteAccreditation = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/role/:roleId/accreditation/:id',
  summary: 'Удаление аккредитации',
  access: changeRoles,
  params: AccreditationKey,
  query: VersionQuery,
})

/* Rates */
export const PartnerRate = z.object({
  id: Id,
  /** A code of the dictionary partnerRate. */
  rateCode: z.string(),
  rateName: z.string(),
  /** Percent a year as a decimal text. */
  value: z.string(),
  dateFrom: z.string(),
  dateTo: z.string().nullable(),
  /** Whether today is within its dates. */
  inForce: z.boolean(),
  comment: z.string(),
  version: z.int(),
})
export type PartnerRate = z.output<typeof PartnerRate>
/** Periods of one rate may not overlap. */
export const PartnerRateInput = z.object({
  rateCode: Code,
  value: Percent.refine((value) => Number(value) <= 100, 'Не более 100 %'),
  dateFrom: Day,
  dateTo: Day.nullable().default(null),
  comment: text(300).default(''),
})
export type PartnerRateInput = z.output<typeof PartnerRateInput>
/** With `isCached=true` the answer may be up to a minute old. */
export const {
  list: listPartnerRates,
  create: createPartnerRate,
  removeMany: deletePartnerRates,
  get: getPartnerRate,
  update: updatePartnerRate,
  remove: deletePartnerRate,
} = partnerCollection({
  path: 'rate/',
  title: 'Ставка партнёра',
  item: PartnerRate,
  input: PartnerRateInput,
  list: z.array(PartnerRate),
  query: z.object({ isCached: FlagParam.default(false) }),
  change: changeRoles,
})

/* The catalogue: the dictionary partnerRole with its numbers */
export const CatalogueRole = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  active: z.boolean(),
  /** Partners that hold it. */
  partnersCount: z.int(),
})
export type CatalogueRole = z.output<typeof CatalogueRole>
/** Number of the role of refinancing buyers (specification 2 §6). */
export const refinancingBuyerRoleId = 4
const CatalogueKey = z.object({ id: IdParam })

export const listPartnerRoles = endpoint({
  method: 'GET',
  path: '/partnerRole',
  summary: 'Каталог ролей партнёров',
  access: signedIn,
  response: z.array(CatalogueRole),
})
export const createPartnerRole = endpoint({
  method: 'POST',
  path: '/partnerRole',
  summary: 'Новая роль партнёров',
  access: canInBank('Dictionary', 'Update'),
  idempotent: true,
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^[A-Za-z][A-Za-z\d_]{1,63}$/, 'Код: латинские буквы, цифры и «_», первой идёт буква'),
    name: requiredText(200),
  }),
  response: CatalogueRole,
})
/** Out of the catalogue, not out of history: a role that no partner holds becomes inactive, one in use says where. */
export const deletePartnerRoles = endpoint({
  method: 'DELETE',
  path: '/partnerRole',
  summary: 'Отключение ролей партнёров',
  access: canInBank('Dictionary', 'Update'),
  query: IdsQuery,
  response: ItemsAnswer,
})
export const getPartnerRole = endpoint({
  method: 'GET',
  path: '/partnerRole/:id',
  summary: 'Роль партнёров',
  access: signedIn,
  params: CatalogueKey,
  response: CatalogueRole,
})
export const findPartnerRoleByCode = endpoint({
  method: 'GET',
  path: '/partnerRole/findByCode/:code',
  summary: 'Роль партнёров по коду',
  access: signedIn,
  params: z.object({ code: Code }),
  response: CatalogueRole,
})
