import { z } from 'zod'
import { DateText, Money, Percent } from '#common/amounts.ts'
import { FlagParam, Version } from '#common/items.ts'
import { pageOf, PageQuery } from '#common/page.ts'
import { AllowedAction } from '#common/process.ts'
import { PartnerRef, PersonRef } from '#common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, messages, text } from '#common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { insuranceTypes, insuredSexes, oldest, youngest } from './insurance-kinds.ts'
import { tariffMachine, type TariffState } from './tariff-machine.ts'

/** Headings of an insurer's file: what our sample writes; the order is free. The format: docs/insurance-tariffs.md. */
export const tariffHeadings = {
  inn: 'ИНН страховщика',
  type: 'Вид страхования',
  product: 'Программа',
  ageFrom: 'Возраст от',
  ageTo: 'Возраст до',
  sex: 'Пол',
  occupation: 'Сфера деятельности',
  object: 'Тип объекта',
  builtFrom: 'Год постройки от',
  builtTo: 'Год постройки до',
  material: 'Материал стен',
  rate: 'Тариф, % в год',
  minPremium: 'Минимальная премия',
  from: 'Действует с',
  to: 'Действует по',
} as const
export type TariffColumn = keyof typeof tariffHeadings

/** Columns without which a file cannot be read; the others may be absent as a whole. */
export const neededColumns = ['inn', 'type', 'rate', 'from'] as const satisfies readonly TariffColumn[]

/** Largest file in bytes and in lines. */
export const maxTariffBytes = 5 * 1_048_576
export const maxTariffLines = 2_000
/** Mistakes of a file that are told at once. */
export const maxTariffErrors = 100

/** What becomes of a line against the tariff that is in force on the first day of the new one. */
export const tariffLineKinds = {
  new: 'Новые',
  changed: 'Изменились',
  gone: 'Исключены',
  same: 'Без изменений',
} as const
export type TariffLineKind = keyof typeof tariffLineKinds

const Age = z.int().min(youngest).max(oldest)
/** A line as it is kept; the same as `TariffLine` of the premium. */
export const TariffRow = z.object({
  line: z.int(),
  type: keyOf(insuranceTypes),
  product: Code.nullable(),
  ageFrom: Age.nullable(),
  ageTo: Age.nullable(),
  sex: keyOf(insuredSexes).nullable(),
  occupation: Code.nullable(),
  object: Code.nullable(),
  builtFrom: z.int().nullable(),
  builtTo: z.int().nullable(),
  material: Code.nullable(),
  rate: Percent,
  minPremium: Money.nullable(),
  from: DateText,
  to: DateText.nullable(),
})
export type TariffRow = z.output<typeof TariffRow>

/** A line with what becomes of it, for the screen: codes in words. */
export const ShownTariffRow = z.object({
  n: z.int(),
  line: z.int().nullable(),
  kind: keyOf(tariffLineKinds),
  typeName: z.string(),
  /** Whom and what it is for, in words. */
  scope: z.string(),
  rate: z.string(),
  minPremium: z.string().nullable(),
  from: DateText,
  to: DateText.nullable(),
  before: z
    .object({ rate: z.string(), minPremium: z.string().nullable(), to: DateText.nullable() })
    .nullable(),
})
export type ShownTariffRow = z.output<typeof ShownTariffRow>

/** A tariff of an insurer in short. */
export const Tariff = z.object({
  id: Id,
  /** Of the insurer's tariffs, from 1. */
  number: z.int(),
  insurer: PartnerRef,
  fileName: z.string(),
  state: keyOf(tariffMachine.states as Record<TariffState, unknown>),
  /** The first day on which it takes the place of the one before. */
  validFrom: DateText,
  /** It is what premiums are counted by today. */
  inForce: z.boolean(),
  counts: z.partialRecord(keyOf(tariffLineKinds), z.int()),
  by: PersonRef,
  at: Instant,
  decidedBy: PersonRef.nullable(),
  decidedAt: Instant.nullable(),
  version: z.int(),
})
export type Tariff = z.output<typeof Tariff>

export const TariffCard = Tariff.extend({ actions: z.array(AllowedAction) })
export type TariffCard = z.output<typeof TariffCard>

const see = canInBank('Insurance', 'Distribution')
const One = z.object({ id: IdParam })

/**
 * The ledger's call: XLSX or CSV of one insurer, its whole tariff from a day on. A file with a mistake is refused as a
 * whole, with each line named; a good one waits for the second person.
 */
export const uploadTariff = endpoint({
  method: 'POST',
  path: '/mortgage/uploadTariff',
  summary: 'Загрузить тариф страховщика из файла',
  access: canInBank('Insurance', 'Distribution', 'UploadTariff'),
  upload: { maxBytes: maxTariffBytes },
  response: TariffCard,
})
export const listTariffs = endpoint({
  method: 'GET',
  path: '/insurance/tariffs',
  summary: 'Тарифы страховщиков',
  access: see,
  query: PageQuery.extend({ insurerId: IdParam.optional(), inForce: FlagParam.optional() }),
  response: pageOf(Tariff),
})
export const getTariff = endpoint({
  method: 'GET',
  path: '/insurance/tariffs/:id',
  summary: 'Тариф страховщика',
  access: see,
  params: One,
  response: TariffCard,
})
export const listTariffRows = endpoint({
  method: 'GET',
  path: '/insurance/tariffs/:id/rows',
  summary: 'Строки тарифа страховщика и что в них изменилось',
  access: see,
  params: One,
  query: PageQuery.extend({ kind: keyOf(tariffLineKinds).optional() }),
  response: pageOf(ShownTariffRow),
})
/** By another person than loaded it: 409 to that one. */
export const decideTariff = endpoint({
  method: 'POST',
  path: '/insurance/tariffs/:id/decision',
  summary: 'Решение о тарифе страховщика',
  access: canInBank('Insurance', 'Distribution', 'ApproveTariff'),
  params: One,
  body: z.object({
    action: z.enum(['approve', 'decline', 'withdraw'], messages.unknownCode),
    version: Version,
    comment: text(1_000).default(''),
  }),
  response: TariffCard,
  idempotent: true,
})

const Step = z.object({ label: z.string(), value: z.string(), source: z.string() })
export const PremiumQuote = z.object({
  insurer: PartnerRef,
  tariffId: Id.nullable(),
  /** Null: it is not known, `reason` says why. */
  premium: Money.nullable(),
  reason: z.string().nullable(),
  steps: z.array(Step),
})
export type PremiumQuote = z.output<typeof PremiumQuote>

/** What a year costs at each accredited insurer, the cheapest first. */
export const askPremiums = endpoint({
  method: 'POST',
  path: '/insurance/premiums',
  summary: 'Премии страховщиков по их тарифам, по шагам',
  access: see,
  reads: true,
  body: z.object({
    type: keyOf(insuranceTypes),
    debt: Money.refine((value) => /[1-9]/.test(value), 'Сумма больше нуля'),
    day: DateText.nullable().default(null),
    product: Code.nullable().default(null),
    age: Age.nullable().default(null),
    sex: keyOf(insuredSexes).nullable().default(null),
    occupation: Code.nullable().default(null),
    object: Code.nullable().default(null),
    builtIn: z.int().min(1700).max(2100).nullable().default(null),
    material: Code.nullable().default(null),
  }),
  response: z.object({ day: DateText, sum: Money, quotes: z.array(PremiumQuote) }),
})
