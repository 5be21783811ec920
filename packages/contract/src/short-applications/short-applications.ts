import { z } from 'zod'
import { PersonRef, PartnerRef, NamedRef, NumberedRef } from '../common/refs.ts'
import { CaseDuplicate } from '../cases/case-duplicates.ts'
import { Address } from '../common/address.ts'
import { Money, Months, Percent } from '../common/amounts.ts'
import { ClientFields } from '../common/person/client.ts'
import { isInn } from '../common/identifiers.ts'
import { Day, Version } from '../common/items.ts'
import { isMasked } from '../common/masks.ts'
import type { ParameterCode } from '../parameters/declared.ts'
import type { FiguresOf } from '../parameters/figures.ts'
import { keyOf, Code, Id, IdParam, Instant, messages, text } from '../common/scalars.ts'
import { UnitCode } from '../common/person/passport.ts'
import type { Schema } from '../common/schema.ts'
import { can, endpoint } from '../endpoint.ts'
import { CaseType } from '../cases/types/case-types.ts'

const Optional = <T extends Schema>(schema: T) => z.nullable(schema).default(null)

/** What a client agrees to. */
export const consentKinds = {
  PERSONAL_DATA: 'Обработка персональных данных',
  CREDIT_BUREAU: 'Запрос кредитной истории в БКИ',
  SOCIAL_FUND: 'Запрос сведений СФР и цифрового профиля',
  ADVERTISING: 'Получение рекламных предложений',
} as const
export type ConsentKind = keyof typeof consentKinds
export const ConsentKind = keyOf(consentKinds)
/** Without these an application is not sent on. */
export const requiredConsents: readonly ConsentKind[] = ['PERSONAL_DATA']
/** The parameter with the days for which a consent is good when no other end is named; without an entry it has none. */
export const consentValidity = {
  CREDIT_BUREAU: 'bureau-consent-validity',
  SOCIAL_FUND: 'social-fund-consent-validity',
} as const satisfies Partial<Record<ConsentKind, ParameterCode>>
/** The figures that the end of a consent depends on. */
export type ConsentFigures = FiguresOf<(typeof consentValidity)[keyof typeof consentValidity]>
/** How a consent was signed, with the code of its form (specification 2 §3). */
export const consentSignatures = {
  HANDWRITTEN: 'Собственноручная',
  SIMPLE: 'Простая электронная',
  STRONG_UNQUALIFIED: 'Усиленная неквалифицированная (УНЭП, Госключ)',
  STRONG_QUALIFIED: 'Усиленная квалифицированная (УКЭП)',
} as const
export type ConsentSignature = keyof typeof consentSignatures
export const ConsentSignature = keyOf(consentSignatures)
/** Forms of a consent: the short one goes with a short application. */
export const consentTemplates = {
  SHORT_USER_AGREEMENT: 'Краткое согласие',
  SHORT_USER_AGREEMENT_UKAP: 'Краткое согласие с УКЭП',
  FULL_USER_AGREEMENT: 'Полное согласие',
  FULL_USER_AGREEMENT_UKAP: 'Полное согласие с УКЭП',
  FULL_USER_AGREEMENT_HANDWRITING: 'Полное согласие на бумаге',
} as const
export type ConsentTemplate = keyof typeof consentTemplates
export const ConsentTemplate = keyOf(consentTemplates)

/** A consent of the client or of a co-borrower. */
export const Consent = z.object({
  id: Id,
  kind: ConsentKind,
  /** Key of the co-borrower; null: the client. */
  coBorrowerKey: z.string().nullable(),
  templateCode: ConsentTemplate,
  signature: ConsentSignature,
  signedOn: z.string(),
  validTo: z.string().nullable(),
  revokedOn: z.string().nullable(),
  /** Neither revoked nor over. */
  inForce: z.boolean(),
  /** The scan among the application's documents. */
  document: NamedRef.nullable(),
  version: z.int(),
})
export type Consent = z.output<typeof Consent>

export const ConsentInput = z.object({
  kind: ConsentKind,
  coBorrowerKey: Optional(z.uuid(messages.unknownCode)),
  templateCode: ConsentTemplate.default('SHORT_USER_AGREEMENT'),
  signature: ConsentSignature,
  signedOn: Day,
  /** By `consentDays` when absent. */
  validTo: Optional(Day),
  documentId: Optional(Id),
})
export type ConsentInput = z.output<typeof ConsentInput>

/** Roles of those who borrow together with the client: codes of `borrowerType`. */
export const coBorrowerRoles = {
  CO_BORROWER: 'Созаёмщик',
  SPOUSE: 'Супруг(а) — созаёмщик',
  GUARANTOR: 'Поручитель',
} as const
export const CoBorrower = z.object({
  /** Given by the browser: rows keep it when others come and go. */
  key: z.uuid(messages.unknownCode),
  role: keyOf(coBorrowerRoles),
  ...ClientFields,
  income: Optional(Money),
})
export type CoBorrower = z.output<typeof CoBorrower>

const Inn = z
  .string()
  .max(20)
  .trim()
  .refine(
    (value) => value === '' || isMasked(value) || isInn(value),
    'ИНН не проходит проверку контрольной цифры',
  )
  .transform((value) => (value === '' ? null : value))

/** What the client asks for. */
export const CreditWish = z.object({
  /** `product/type`. */
  programmeCode: Optional(Code),
  /** `loanGoals`. */
  goalCode: Optional(Code),
  objectPrice: Optional(Money),
  downPayment: Optional(Money),
  amount: Optional(Money),
  months: Optional(Months),
  rate: Optional(Percent),
  /** `mortgageObjectType`. */
  objectTypeCode: Optional(Code),
  lifeInsurance: Optional(z.boolean()),
  electronicRegistration: Optional(z.boolean()),
})
/** A short application as the form sends it: a draft may lack all but the name. */
export const ShortApplicationInput = z.object({
  ...CreditWish.shape,
  ...ClientFields,
  passportIssuedOn: Optional(Day),
  passportUnitCode: Optional(UnitCode),
  passportIssuer: text(300).default(''),
  birthPlace: text(300).default(''),
  address: Optional(Address),
  income: Optional(Money),
  /** `incomeVerificationType`. */
  incomeVerification: Optional(Code),
  /** Payments on other loans a month. */
  obligations: Optional(Money),
  employerName: text(300).default(''),
  employerInn: Optional(Inn),
  salaryBank: text(200).default(''),
  salaryBankBic: Optional(z.string().regex(/^\d{9}$/, 'БИК: девять цифр')),
  salaryClient: Optional(z.boolean()),
  regionCode: Optional(Code),
  /** `channel`, `source`, `initialSource`. */
  channelCode: Optional(Code),
  sourceCode: Optional(Code),
  initialSourceCode: Optional(Code),
  coBorrowers: z.array(CoBorrower).max(10, 'Не более 10 участников').default([]),
  comment: text(4_000).default(''),
})
export type ShortApplicationInput = z.output<typeof ShortApplicationInput>

/** States of a request for the preliminary decision. */
export const preDecisionStates = {
  WAITING: 'Запрошено',
  APPROVED: 'Одобрено предварительно',
  REJECTED: 'Отказано',
  FAILED: 'Не получено',
  CANCELLED: 'Не понадобилось',
} as const
export const PreDecisionState = keyOf(preDecisionStates)
/** A request to the decision engine and its answer. */
export const PreDecision = z.object({
  id: Id,
  requestedAt: Instant,
  requestedBy: z.string(),
  state: PreDecisionState,
  answeredAt: Instant.nullable(),
  attempts: z.int(),
  /** STAND_IN: an invented answer of a training stand. */
  source: z.enum(['SERVICE', 'STAND_IN']).nullable(),
  requestNumber: z.string().nullable(),
  score: z.int().nullable(),
  maxAmount: z.string().nullable(),
  rate: z.string().nullable(),
  debtLoad: z.string().nullable(),
  /** Reasons of a refusal, conditions of an approval. */
  notes: z.array(z.string()),
  error: z.string().nullable(),
})
export type PreDecision = z.output<typeof PreDecision>

/** Another case that somebody has tied this one to. */
export const LinkedCase = z.object({
  id: Id,
  type: CaseType,
  number: z.string(),
  stageName: z.string(),
  clientName: z.string(),
  relation: z.enum(['SOURCE', 'SAME_CLIENT']),
})
export type LinkedCase = z.output<typeof LinkedCase>

/** A short application's card; its head (stage, deadline, actions) is `getCase`. */
export const ShortApplication = z.object({
  ...CreditWish.shape,
  id: Id,
  number: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  sex: ClientFields.sex,
  birthDate: z.string().nullable(),
  passport: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  passportIssuedOn: z.string().nullable(),
  passportUnitCode: z.string().nullable(),
  passportIssuer: z.string(),
  birthPlace: z.string(),
  address: Address.nullable(),
  income: z.string().nullable(),
  incomeVerification: z.string().nullable(),
  obligations: z.string().nullable(),
  employerName: z.string(),
  employerInn: z.string().nullable(),
  salaryBank: z.string(),
  salaryBankBic: z.string().nullable(),
  salaryClient: z.boolean().nullable(),
  regionCode: z.string().nullable(),
  channelCode: z.string().nullable(),
  sourceCode: z.string().nullable(),
  initialSourceCode: z.string().nullable(),
  coBorrowers: z.array(
    z.object({
      key: z.string(),
      role: z.string(),
      lastName: z.string(),
      firstName: z.string(),
      middleName: z.string(),
      sex: ClientFields.sex,
      birthDate: z.string().nullable(),
      passport: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      income: z.string().nullable(),
    }),
  ),
  comment: z.string(),
  stage: Code,
  partner: PartnerRef,
  /** Fields that can no longer be changed, and why; all of them when the application is closed. */
  locked: z.object({ fields: z.array(z.string()), reason: z.string() }).nullable(),
  consents: z.array(Consent),
  links: z.array(LinkedCase),
  preDecisions: z.array(PreDecision),
  createdAt: Instant,
  createdBy: PersonRef.nullable(),
  version: z.int(),
})
export type ShortApplication = z.output<typeof ShortApplication>

const Key = z.object({ id: IdParam })
const read = can('ShortApplication', 'Read')
const update = can('ShortApplication', 'Update')

/** 409 with `current.duplicates` (a list of `CaseDuplicate`) while some of them are neither confirmed nor linked. */
export const createShortApplication = endpoint({
  method: 'POST',
  path: '/shortApp',
  summary: 'Новая краткая заявка',
  access: can('ShortApplication', 'Create'),
  body: ShortApplicationInput.extend({
    /** The caller's own partner, or the lead's, when absent. */
    partnerId: Optional(Id),
    /** The lead it is made of. */
    leadId: Optional(Id),
    confirmedDuplicates: z.array(Id).max(50).default([]),
    /** Cases of the same client to tie it to. */
    linkTo: z.array(Id).max(20).default([]),
  }),
  response: ShortApplication,
  idempotent: true,
  asksByNumber: ['passport', 'phone'],
})
/** What a refused creation carries as `current`. */
export const FoundDuplicates = z.object({ duplicates: z.array(CaseDuplicate) })

/** The form of an application made of a lead: what the lead knows. */
export const newShortApplication = endpoint({
  method: 'GET',
  path: '/shortApp/new',
  summary: 'Пустая форма краткой заявки или по данным лида',
  access: can('ShortApplication', 'Create'),
  query: z.object({ leadId: IdParam.optional() }),
  response: ShortApplication.pick({
    lastName: true,
    firstName: true,
    middleName: true,
    sex: true,
    birthDate: true,
    passport: true,
    phone: true,
    email: true,
    programmeCode: true,
    amount: true,
    regionCode: true,
    channelCode: true,
    sourceCode: true,
    comment: true,
    partner: true,
  }).extend({ lead: NumberedRef.nullable() }),
})
export const getShortApplication = endpoint({
  method: 'GET',
  path: '/shortApp/:id',
  summary: 'Карточка краткой заявки',
  access: read,
  params: Key,
  response: ShortApplication,
})
export const updateShortApplication = endpoint({
  method: 'PUT',
  path: '/shortApp/:id',
  summary: 'Изменение краткой заявки',
  access: update,
  params: Key,
  body: ShortApplicationInput.extend({ version: Version }),
  response: ShortApplication,
})
/** Ties it to another case of the same client, or unties it. */
export const linkShortApplication = endpoint({
  method: 'PUT',
  path: '/shortApp/:id/link/:otherId',
  summary: 'Связь с другим делом клиента',
  access: update,
  params: z.object({ id: IdParam, otherId: IdParam }),
  body: z.object({ linked: z.boolean() }),
  response: ShortApplication,
})
/** Makes the full application; 409 with the reason when the machine or a guard does not allow it. */
export const convertShortApplication = endpoint({
  method: 'POST',
  path: '/shortApp/:id/convert',
  summary: 'Создание полной заявки',
  access: can('ShortApplication', 'Send'),
  params: Key,
  /** The head's version. */
  body: z.object({ version: Version }),
  response: NumberedRef,
  idempotent: true,
})

export const addConsent = endpoint({
  method: 'POST',
  path: '/shortApp/:id/consent',
  summary: 'Новое согласие',
  access: update,
  params: Key,
  body: ConsentInput,
  response: ShortApplication,
  idempotent: true,
})
/** Changes a consent; `revokedOn` ends it, null takes that back. */
export const updateConsent = endpoint({
  method: 'PUT',
  path: '/shortApp/:id/consent/:consentId',
  summary: 'Изменение и отзыв согласия',
  access: update,
  params: z.object({ id: IdParam, consentId: IdParam }),
  body: ConsentInput.extend({ revokedOn: Optional(Day), version: Version }),
  response: ShortApplication,
})
