import { z } from 'zod'
import { PartnerRef } from '../common/refs.ts'
import { Address } from '../common/address.ts'
import { isInn, isKpp, isOgrn, isOgrnip } from '../common/identifiers.ts'
import { Day, FlagParam, SearchText, Version } from '../common/items.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Instant, messages, Option, requiredText, text } from '../common/scalars.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'
import { newPartnerFields, partnerFields } from './partner-fields.ts'
import { PartnerItem } from './partner-names.ts'

const readPartner = can('Partner', 'Read')
const updatePartner = can('Partner', 'Update')
const PartnerKey = z.object({ partnerId: IdParam })

/** State of an accreditation on the day; EXPIRING: it ends within the days of the parameter `accreditation-warning`. */
export const accreditationStates = {
  ACTIVE: 'Действует',
  EXPIRING: 'Истекает',
  PENDING: 'На рассмотрении',
  FUTURE: 'Ещё не началась',
  SUSPENDED: 'Приостановлена',
  EXPIRED: 'Истекла',
  REVOKED: 'Отозвана',
} as const
export type AccreditationState = keyof typeof accreditationStates
export const AccreditationState = keyOf(accreditationStates)

/** A role of a partner in short, with the state of its best accreditation; null: none. */
export const PartnerRoleShort = z.object({
  /** Number in the catalogue /partnerRole. */
  id: Id,
  code: z.string(),
  name: z.string(),
  state: AccreditationState.nullable(),
  /** When that accreditation ends. */
  dateTo: z.string().nullable(),
})

/** A partner as lists show it. */
export const PartnerRow = PartnerItem.extend({
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string().nullable(),
  parent: PartnerRef.nullable(),
  branchTypeCode: z.string().nullable(),
  branchTypeName: z.string().nullable(),
  regionCode: z.string().nullable(),
  regionName: z.string().nullable(),
  /** Roles in force. */
  roles: z.array(PartnerRoleShort),
  branchesCount: z.int(),
  notActive: z.boolean(),
  version: z.int(),
})
export type PartnerRow = z.output<typeof PartnerRow>

/** The filter of the list; an absent or empty part does not restrict. */
export const PartnerFilter = z.object({
  /** A part of a name, of ИНН or of ОГРН. */
  search: SearchText.optional(),
  roles: z.array(Code).max(50).optional(),
  /** Own region or one of those where the partner works. */
  regions: z.array(Code).max(200).optional(),
  /** A role in force whose best accreditation is in one of the states; NONE: a role without any. */
  accreditation: z
    .array(z.enum([...AccreditationState.options, 'NONE']))
    .max(8)
    .optional(),
  /** Absent: active and not. */
  notActive: z.boolean().nullish(),
  /** The direct branches of this partner. */
  parentId: Id.nullish(),
  /** Only head offices, or only branches. */
  level: z.enum(['HEAD', 'BRANCH']).nullish(),
})
export type PartnerFilter = z.output<typeof PartnerFilter>

export const partnerSortFields = ['shortName', 'inn', 'region', 'createdAt', 'notActive'] as const
export const PartnerSort = sortOf(partnerSortFields).default({ field: 'shortName', direction: 'asc' })
export type PartnerSort = z.output<typeof PartnerSort>

/** Columns of the list and of its export: key → heading. */
export const partnerColumns = {
  shortName: 'Партнёр',
  inn: newPartnerFields.inn.label,
  kpp: newPartnerFields.kpp.label,
  ogrn: newPartnerFields.ogrn.label,
  roles: newPartnerFields.roleCodes.label,
  accreditation: 'Аккредитация',
  region: newPartnerFields.regionCode.label,
  parent: newPartnerFields.parentId.label,
  branchesCount: 'Филиалы',
  notActive: 'Состояние',
} as const
export type PartnerColumn = keyof typeof partnerColumns

/** The list of the page /partners. */
export const listFilteredPartners = endpoint({
  method: 'POST',
  path: '/partner/filtered',
  summary: 'Список партнёров с отбором',
  access: can('Partner', 'List'),
  reads: true,
  query: PageQuery.extend({ sort: PartnerSort }),
  body: PartnerFilter,
  response: pageOf(PartnerRow),
  hot: true,
})

/** Active partners for a select: by a part of the name, ИНН or ОГРН. */
export const findPartner = endpoint({
  method: 'GET',
  path: '/partner/findPartner',
  summary: 'Подбор партнёра',
  access: signedIn,
  query: z.object({
    query: SearchText.default(''),
    roleCode: Code.optional(),
    regionCode: Code.optional(),
    size: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: z.array(PartnerItem.extend({ inn: z.string() })),
})
export const findAhmlPartners = endpoint({
  method: 'GET',
  path: '/partner/findAhmlPartners',
  summary: 'Партнёры с ролью оператора',
  access: signedIn,
  response: z.array(PartnerItem.extend({ inn: z.string() })),
})

const optionalText = (isRight: (value: string) => boolean, message: string) =>
  z
    .string()
    .max(40)
    .trim()
    .transform((value) => (value === '' ? null : value))
    .refine((value) => value === null || isRight(value), message)
    .nullable()
    .default(null)

/** The main data of a partner as the form sends them; what a card answers may be sent back as it is. */
export const PartnerInput = z.object({
  shortName: requiredText(200),
  fullName: requiredText(500),
  inn: z.string().max(40).trim().refine(isInn, 'ИНН не проходит проверку контрольной цифры'),
  kpp: optionalText(isKpp, 'КПП: девять знаков, например 770401001'),
  ogrn: optionalText(
    (value) => isOgrn(value) || isOgrnip(value),
    'ОГРН не проходит проверку контрольной цифры',
  ),
  okopfCode: Code.nullable().default(null),
  branchTypeCode: Code.nullable().default(null),
  businessProfileCodes: z.array(Code).max(20).default([]),
  companyGroupCode: Code.nullable().default(null),
  regionCode: Code.nullable().default(null),
  legalAddress: Address.nullable().default(null),
  actualAddress: Address.nullable().default(null),
  postalAddress: Address.nullable().default(null),
  tenancyTypeCode: Code.nullable().default(null),
  tenantTypeCode: Code.nullable().default(null),
  tenancyTo: Day.nullable().default(null),
})
export type PartnerInput = z.output<typeof PartnerInput>

/** What of the main data does not fit together; the form and the server both call it. */
export function partnerIssues({
  inn,
  kpp,
  ogrn,
  tenancyTypeCode,
  tenancyTo,
}: Pick<PartnerInput, 'inn' | 'kpp' | 'ogrn' | 'tenancyTypeCode' | 'tenancyTo'>) {
  const issues: { path: string; message: string }[] = []
  const isPerson = inn.length === 12
  if (isPerson && kpp !== null)
    issues.push({ path: 'kpp', message: 'У предпринимателя нет КПП: оставьте поле пустым' })
  if (!isPerson && kpp === null) issues.push({ path: 'kpp', message: messages.required })
  if (ogrn !== null && (ogrn.length === 15) !== isPerson)
    issues.push({
      path: 'ogrn',
      message: isPerson
        ? 'Для ИНН из 12 цифр укажите ОГРНИП из 15 цифр'
        : 'Для ИНН из 10 цифр укажите ОГРН из 13 цифр',
    })
  if (tenancyTo !== null && (tenancyTypeCode === null || tenancyTypeCode === 'OWN'))
    issues.push({ path: 'tenancyTo', message: 'Срок указывается для аренды: выберите тип владения' })
  return issues
}

/** A partner's card: the main data with the names of their codes. */
export const Partner = z.object({
  id: Id,
  uid: z.string(),
  shortName: z.string(),
  fullName: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string().nullable(),
  okopfCode: z.string().nullable(),
  okopfName: z.string().nullable(),
  branchTypeCode: z.string().nullable(),
  branchTypeName: z.string().nullable(),
  businessProfileCodes: z.array(z.string()),
  businessProfiles: z.array(Option),
  companyGroupCode: z.string().nullable(),
  companyGroupName: z.string().nullable(),
  regionCode: z.string().nullable(),
  regionName: z.string().nullable(),
  legalAddress: Address.nullable(),
  actualAddress: Address.nullable(),
  postalAddress: Address.nullable(),
  tenancyTypeCode: z.string().nullable(),
  tenancyTypeName: z.string().nullable(),
  tenantTypeCode: z.string().nullable(),
  tenantTypeName: z.string().nullable(),
  tenancyTo: z.string().nullable(),
  parentId: Id.nullable(),
  parent: PartnerRef.nullable(),
  roles: z.array(PartnerRoleShort),
  branchesCount: z.int(),
  /** The newest of own/description. */
  description: z.string().nullable(),
  notActive: z.boolean(),
  notActiveSince: z.string().nullable(),
  createdAt: Instant,
  version: z.int(),
})
export type Partner = z.output<typeof Partner>

/** Values of a form that creates a partner, or a branch of the named one. */
export const newPartner = endpoint({
  method: 'GET',
  path: '/partner/new',
  summary: 'Пустая форма партнёра',
  access: can('Partner', 'Create'),
  query: z.object({ parentId: IdParam.optional() }),
  response: Partner.pick({
    shortName: true,
    fullName: true,
    inn: true,
    kpp: true,
    ogrn: true,
    okopfCode: true,
    branchTypeCode: true,
    businessProfileCodes: true,
    companyGroupCode: true,
    regionCode: true,
    legalAddress: true,
    actualAddress: true,
    postalAddress: true,
    tenancyTypeCode: true,
    tenantTypeCode: true,
    tenancyTo: true,
    parentId: true,
    parent: true,
  }),
})

export const PartnerCreate = PartnerInput.extend({
  /** Only the operator creates a partner without a parent; others create branches of their own organisation. */
  parentId: Id.nullable().default(null),
  /** Codes of roles; the operator alone. */
  roleCodes: z.array(Code).max(13).default([]),
  description: text(4_000).default(''),
})
export type PartnerCreate = z.output<typeof PartnerCreate>

/** 400 on `inn` when the pair of ИНН and КПП exists; 403 for what the operator alone may. */
export const createPartner = endpoint({
  method: 'POST',
  path: '/partner',
  summary: 'Новый партнёр',
  access: can('Partner', 'Create'),
  idempotent: true,
  body: PartnerCreate,
  response: Partner,
  fields: newPartnerFields,
})

export const getPartner = endpoint({
  method: 'GET',
  path: '/partner/:partnerId',
  summary: 'Карточка партнёра',
  access: readPartner,
  params: PartnerKey,
  response: Partner,
})
export const getPartnerByUid = endpoint({
  method: 'GET',
  path: '/partner/getByUid/:uid',
  summary: 'Карточка партнёра по uid',
  access: readPartner,
  params: z.object({ uid: z.guid() }),
  response: Partner,
})

export const PartnerUpdate = PartnerInput.extend({
  /** Absent: as it is. A change of the parent, like one of ИНН or ОГРН, is the operator's. */
  parentId: Id.nullable().optional(),
  version: Version,
})
export type PartnerUpdate = z.output<typeof PartnerUpdate>

/** 409 ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE with the present card when `version` is old. */
export const updatePartnerCard = endpoint({
  method: 'PUT',
  path: '/partner/:partnerId',
  summary: 'Изменение карточки партнёра',
  access: updatePartner,
  params: PartnerKey,
  body: PartnerUpdate,
  response: Partner,
  fields: partnerFields,
})

/** Nothing is deleted: the partner becomes inactive. 409 while something depends on it and `confirm` is not given. */
export const deactivatePartner = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId',
  summary: 'Отключение партнёра',
  access: can('Partner', 'Deactivate'),
  params: PartnerKey,
  query: z.object({
    version: z.coerce.number().int().min(1).max(2_147_483_647).describe('Версия карточки'),
    confirm: FlagParam.default(false).describe('Подтверждение: зависимые объекты показаны и остаются'),
  }),
  response: Partner,
})
export const reactivatePartner = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/reactivate',
  summary: 'Включение партнёра',
  access: can('Partner', 'Deactivate'),
  params: PartnerKey,
  idempotent: true,
  body: z.object({ version: Version }),
  response: Partner,
})
