import { z } from 'zod'
import { PersonRef, PartnerRef } from '../common/refs.ts'
import { isBic } from '../common/bank-account.ts'
import { ContactTypeId, checkContact } from '../common/person/contact-value.ts'
import { Day, FlagParam, SearchText } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Code, Id, IdParam, Instant, requiredText, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { partnerCollection } from './partner-collection.ts'
import { PartnerItem } from './partner-names.ts'
import { partnerFields } from './partner-fields.ts'
import { Partner, PartnerFilter, PartnerInput, PartnerRow } from './partners.ts'

const PartnerKey = z.object({ partnerId: IdParam })
const readPartner = can('Partner', 'Read')
/** An empty query of a small collection, answered whole. */
const Whole = z.object({})

/* Accounts */
export const PartnerAccount = z.object({
  id: Id,
  account: z.string(),
  bic: z.string(),
  bankName: z.string(),
  correspondentAccount: z.string(),
  purpose: z.string(),
  main: z.boolean(),
  notUsed: z.boolean(),
  version: z.int(),
})
export type PartnerAccount = z.output<typeof PartnerAccount>
/** The key of the account is checked by the БИК: `isBankAccount`. Making one main takes it from the other. */
export const PartnerAccountInput = z.object({
  account: z
    .string()
    .trim()
    .regex(/^\d{20}$/, 'Счёт: 20 цифр'),
  bic: z.string().trim().refine(isBic, 'БИК: девять цифр, первая 0'),
  purpose: text(300).default(''),
  main: z.boolean().default(false),
  notUsed: z.boolean().default(false),
})
export type PartnerAccountInput = z.output<typeof PartnerAccountInput>
export const {
  list: listPartnerAccounts,
  create: createPartnerAccount,
  removeMany: deletePartnerAccounts,
  get: getPartnerAccount,
  update: updatePartnerAccount,
  remove: deletePartnerAccount,
} = partnerCollection({
  path: 'account/',
  title: 'Счёт партнёра',
  item: PartnerAccount,
  input: PartnerAccountInput,
  list: z.array(PartnerAccount),
  query: Whole,
})

/* Contacts */
export const PartnerContact = z.object({
  id: Id,
  contactTypeId: ContactTypeId,
  /** A phone in E.164, a site with its scheme. */
  value: z.string(),
  main: z.boolean(),
  notUsed: z.boolean(),
  comment: z.string(),
  /** Whose it is; null: the partner's own. */
  employee: PersonRef.nullable(),
  version: z.int(),
})
export type PartnerContact = z.output<typeof PartnerContact>
const ContactFields = z.object({
  contactTypeId: ContactTypeId,
  /** Checked and written in one form by `checkContact`. */
  value: requiredText(300),
  main: z.boolean().default(false),
  notUsed: z.boolean().default(false),
  comment: text(300).default(''),
})
export const OwnContactInput = ContactFields
export type OwnContactInput = z.output<typeof OwnContactInput>
/** `employeeId` is given with a new contact of an employee of the partner and does not change later. */
export const PartnerContactInput = ContactFields.extend({ employeeId: Id.nullable().optional() })
export type PartnerContactInput = z.output<typeof PartnerContactInput>

/** What is wrong with the value of a contact; the form and the server both call it. */
export function contactIssues({ contactTypeId, value }: Pick<OwnContactInput, 'contactTypeId' | 'value'>) {
  const checked = checkContact(contactTypeId, value)
  return 'message' in checked ? [{ path: 'value', message: checked.message }] : []
}

const ContactQuery = PageQuery.extend({
  contactTypeId: z.coerce.number().pipe(ContactTypeId).optional(),
  employeeId: IdParam.optional(),
  notUsed: FlagParam.optional(),
})
/** Of the partner and of its employees. */
export const {
  list: listPartnerContacts,
  create: createPartnerContact,
  removeMany: deletePartnerContacts,
  get: getPartnerContact,
  update: updatePartnerContact,
  remove: deletePartnerContact,
} = partnerCollection({
  path: 'contact',
  title: 'Контакт партнёра или сотрудника',
  item: PartnerContact,
  input: PartnerContactInput,
  list: pageOf(PartnerContact),
  query: ContactQuery,
})
/** Of the partner alone. */
export const {
  list: listOwnContacts,
  create: createOwnContact,
  removeMany: deleteOwnContacts,
  get: getOwnContact,
  update: updateOwnContact,
  remove: deleteOwnContact,
} = partnerCollection({
  path: 'own/contact',
  title: 'Собственный контакт партнёра',
  item: PartnerContact,
  input: OwnContactInput,
  list: z.array(PartnerContact),
  query: Whole,
})
/** In use: of the partner, of the branches under it and of the employees of them all. */
export const listAllContacts = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/own/allContact',
  summary: 'Все контакты партнёра, его филиалов и сотрудников',
  access: readPartner,
  params: PartnerKey,
  query: PageQuery,
  response: pageOf(PartnerContact.extend({ partner: PartnerRef })),
})

/* Regions */
export const PartnerRegion = z.object({
  id: Id,
  regionCode: z.string(),
  regionName: z.string(),
  comment: z.string(),
  version: z.int(),
})
export type PartnerRegion = z.output<typeof PartnerRegion>
export const PartnerRegionInput = z.object({ regionCode: Code, comment: text(300).default('') })
export type PartnerRegionInput = z.output<typeof PartnerRegionInput>
export const {
  list: listPartnerRegions,
  create: createPartnerRegion,
  removeMany: deletePartnerRegions,
  get: getPartnerRegion,
  update: updatePartnerRegion,
  remove: deletePartnerRegion,
} = partnerCollection({
  path: 'region/',
  title: 'Регион работы партнёра',
  item: PartnerRegion,
  input: PartnerRegionInput,
  list: z.array(PartnerRegion),
  query: Whole,
})

/* Descriptions */
export const PartnerDescription = z.object({
  id: Id,
  text: z.string(),
  author: z.string().nullable(),
  createdAt: Instant,
  version: z.int(),
})
export type PartnerDescription = z.output<typeof PartnerDescription>
/** Newest first; the newest is the description of the card. */
export const {
  list: listPartnerDescriptions,
  create: createPartnerDescription,
  removeMany: deletePartnerDescriptions,
  get: getOwnDescription,
  update: updatePartnerDescription,
  remove: deletePartnerDescription,
} = partnerCollection({
  path: 'own/description',
  title: 'Описание партнёра',
  item: PartnerDescription,
  input: z.object({ text: requiredText(4_000) }),
  list: pageOf(PartnerDescription),
  query: PageQuery,
})

/* Partners that work with this one */
export const PartnerLink = z.object({
  id: Id,
  linkedPartnerId: Id,
  partner: PartnerItem.extend({ inn: z.string(), notActive: z.boolean() }),
  /** What it is for this partner: a code of the catalogue of partner roles. */
  roleCode: z.string(),
  roleName: z.string(),
  dateFrom: z.string().nullable(),
  dateTo: z.string().nullable(),
  comment: z.string(),
  version: z.int(),
})
export type PartnerLink = z.output<typeof PartnerLink>
/** The linked partner must be visible to the caller and hold the role. */
export const PartnerLinkInput = z.object({
  linkedPartnerId: Id,
  roleCode: Code,
  dateFrom: Day.nullable().default(null),
  dateTo: Day.nullable().default(null),
  comment: text(300).default(''),
})
export type PartnerLinkInput = z.output<typeof PartnerLinkInput>
export const {
  list: listPartnerLinks,
  create: createPartnerLink,
  removeMany: deletePartnerLinks,
  get: getPartnerLink,
  update: updatePartnerLink,
  remove: deletePartnerLink,
} = partnerCollection({
  path: 'partner',
  title: 'Связь с партнёром',
  item: PartnerLink,
  input: PartnerLinkInput,
  list: pageOf(PartnerLink),
  query: PageQuery.extend({ roleCode: Code.optional() }),
})
/** Links with the role LeadCreator that are in force today and whose partner is active. */
export const listLeadGenerators = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/partner/leadGenerators',
  summary: 'Генераторы лидов партнёра',
  access: readPartner,
  params: PartnerKey,
  response: z.array(PartnerLink),
})

/** What is wrong with a pair of dates; the forms and the server call it. */
export const periodIssues = ({ dateFrom, dateTo }: { dateFrom: string | null; dateTo: string | null }) =>
  dateFrom !== null && dateTo !== null && dateFrom > dateTo
    ? [{ path: 'dateTo', message: 'Окончание не может быть раньше начала' }]
    : []

/* Branches */
const branches = partnerCollection({
  path: 'branch/',
  title: 'Филиал партнёра',
  item: Partner,
  input: PartnerInput,
  list: pageOf(PartnerRow),
  query: PageQuery.extend({ search: SearchText.optional(), notActive: FlagParam.optional() }),
})
/** The direct branches, by name. */
export const listBranches = branches.list
/** A new branch; or, with `partnerId` and `version` alone, a partner without a parent becomes one (the operator alone). */
export const createBranch = endpoint({
  ...branches.create,
  body: z.union([
    z.strictObject({ partnerId: Id, version: z.int().min(1).max(2_147_483_647) }),
    PartnerInput,
  ]),
  fields: partnerFields,
})
/** Detaches the branches: they become partners without a parent (the operator alone). */
export const deleteBranches = branches.removeMany
export const getBranch = branches.get
export const updateBranch = endpoint({ ...branches.update, fields: partnerFields })
export const deleteBranch = branches.remove

/** Active partners of the subtree that work in the region; those at home there come first. */
export const findSuitableBranches = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/branch/find-suitable',
  summary: 'Подходящие филиалы по региону и типу',
  access: readPartner,
  params: PartnerKey,
  query: z.object({
    regionCode: Code.optional(),
    branchTypeCode: Code.optional(),
    search: SearchText.optional(),
    size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  response: z.array(PartnerRow),
})
/** Partners without a parent that may become branches of this one. */
export const findFreeBranches = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/branch/find-free',
  summary: 'Партнёры, которые могут стать филиалами',
  access: readPartner,
  params: PartnerKey,
  query: PageQuery.extend({ search: PartnerFilter.shape.search }),
  response: pageOf(PartnerRow),
})

export const accountKeyMessage = 'Счёт не проходит проверку ключа для этого БИК'
export const unknownBankMessage = 'Банка с таким БИК нет в справочнике Банка России'
