import { z } from 'zod'
import { PartnerRef, PersonRef } from '../common/refs.ts'
import { ClientInn, ClientPassport, ClientPhone, ClientSnils } from '../common/person/client.ts'
import { Day } from '../common/items.ts'
import { Code, Id, Instant, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { CaseType } from './types/case-types.ts'

/** Why two cases may be of one client. */
export const duplicateReasons = {
  PASSPORT: 'тот же паспорт',
  SNILS: 'тот же СНИЛС',
  INN: 'тот же ИНН',
  NAME_AND_BIRTH: 'те же ФИО и дата рождения',
  PHONE: 'тот же телефон в недавнем деле',
} as const
export type DuplicateReason = keyof typeof duplicateReasons
export const DuplicateReason = z.enum(['PASSPORT', 'SNILS', 'INN', 'NAME_AND_BIRTH', 'PHONE'])

/** A case that seems to be of the same client; only what the caller sees is told. */
export const CaseDuplicate = z.object({
  id: Id,
  type: CaseType,
  number: z.string(),
  stage: Code,
  stageName: z.string(),
  closed: z.boolean(),
  createdAt: Instant,
  clientName: z.string(),
  birthDate: z.string().nullable(),
  passport: z.string().nullable(),
  phone: z.string().nullable(),
  programme: z.string().nullable(),
  amount: z.string().nullable(),
  partner: PartnerRef,
  responsible: PersonRef.nullable(),
  reasons: z.array(DuplicateReason),
})
export type CaseDuplicate = z.output<typeof CaseDuplicate>

/** Whom to look for; what is empty is not compared. */
export const DuplicateWish = z.object({
  lastName: text(100).default(''),
  firstName: text(100).default(''),
  middleName: text(100).default(''),
  birthDate: Day.nullable().default(null),
  passport: ClientPassport.nullable().default(null),
  phone: ClientPhone.nullable().default(null),
  inn: ClientInn.nullable().default(null),
  snils: ClientSnils.nullable().default(null),
  /** The case that is being filled in: its stored numbers stand behind masks, and ИНН and СНИЛС of its client are looked for. */
  exceptId: Id.nullable().default(null),
})
export type DuplicateWish = z.output<typeof DuplicateWish>

/** Among leads, short and full applications and loans that the caller may read; at most 20, the newest first. */
export const findDuplicates = endpoint({
  method: 'POST',
  path: '/case-duplicates',
  summary: 'Поиск дублей клиента',
  access: signedIn,
  body: DuplicateWish,
  response: z.array(CaseDuplicate),
  reads: true,
  asksByNumber: ['passport', 'phone', 'inn', 'snils'],
})
