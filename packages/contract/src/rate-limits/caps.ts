import { z } from 'zod'
import { ChangeRequest } from '../change-requests/change-requests.ts'
import { DateText } from '../common/amounts.ts'
import { choice, day, line, longText } from '../common/fields.ts'
import { Version } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { PartnerRef, SignedBy } from '../common/refs.ts'
import { Code, Id, IdParam, keyOf, requiredText } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { authorityProducts } from '../underwriting/authority.ts'
import { LimitPercent } from './points.ts'

/** Dictionaries of the programmes of each kind of lending. */
export const capProgrammes = { MORTGAGE: 'product/type', CASH_LOAN: 'cashLoan/productType' } as const

const Bounds = {
  product: keyOf(authorityProducts),
  /** Null: every one. */
  programme: Code.nullable(),
  /** The partner with whom the bank agreed; null: whoever brings the client. */
  partnerId: Id.nullable(),
  /** Percent a year that the rate of a contract does not pass. */
  rate: LimitPercent,
  validFrom: DateText,
  /** The last day; null: until it is ended. */
  validTo: DateText.nullable(),
}

/** A cap as a person asks for it. */
export const CapInput = z.object({
  ...Bounds,
  /** The agreement or the decision that it comes from. */
  ground: requiredText(300),
})
export type CapInput = z.output<typeof CapInput>

export const capStates = {
  CURRENT: 'Действует',
  FUTURE: 'Начнёт действовать',
  PAST: 'Закончился',
  WITHDRAWN: 'Заменён или отозван',
} as const
export type CapState = keyof typeof capStates

/** A cap as it is read. */
export const RateCap = z.object({
  ...Bounds,
  id: Id,
  programmeName: z.string().nullable(),
  partner: PartnerRef.nullable(),
  ground: z.string(),
  state: keyOf(capStates),
  request: SignedBy.nullable(),
  /** The request that waits for a second person. */
  requestId: Id.nullable(),
  version: Version,
})
export type RateCap = z.output<typeof RateCap>

/** What a cap is given with. */
export const capFields = {
  product: choice('Вид кредита', authorityProducts),
  programme: line('Программа', { hint: 'Пусто: все программы' }),
  partnerId: line('Партнёр', { hint: 'Пусто: кто бы ни привёл клиента' }),
  rate: line('Ставка не выше, %'),
  validFrom: day('Действует с'),
  validTo: day('Действует по', { hint: 'Последний день. Пусто: пока не прекратят' }),
  ground: longText('Основание', { hint: 'Соглашение или решение: номер и дата' }, 300),
  reason: longText('Почему прекращают', {}, 300),
}

/** What is wrong with the days. */
export function capIssues(
  { validFrom, validTo }: Pick<CapInput, 'validFrom' | 'validTo'>,
  today: string,
): { path: string; message: string }[] {
  return [
    ...(validFrom < today
      ? [{ path: 'validFrom', message: 'Прошлое не меняется: укажите сегодняшний день или будущий' }]
      : []),
    ...(validTo !== null && validTo < validFrom
      ? [{ path: 'validTo', message: 'Последний день раньше первого' }]
      : []),
  ]
}

const read = canInBank('Rule', 'MaxRateCalculationRead')
const write = canInBank('Rule', 'MaxRateCalculationRead', 'MaxRateCalculationUpdate')

export const CapFilter = z.object({
  states: z.array(keyOf(capStates)).max(4).default([]),
  products: z.array(keyOf(authorityProducts)).max(2).default([]),
  partnerIds: z.array(Id).max(50).default([]),
})
export type CapFilter = z.output<typeof CapFilter>

export const searchRateCaps = endpoint({
  method: 'POST',
  path: '/maxRate/caps/search',
  summary: 'Потолки ставки по программам и соглашениям',
  access: read,
  query: PageQuery,
  body: CapFilter,
  response: pageOf(RateCap),
  reads: true,
})
export const requestRateCap = endpoint({
  method: 'POST',
  path: '/maxRate/caps',
  summary: 'Потолок ставки: новый, на подтверждение',
  access: write,
  body: CapInput,
  response: ChangeRequest,
  idempotent: true,
})
/** Another cap takes the place of this one on its first day. */
export const requestCapChange = endpoint({
  method: 'POST',
  path: '/maxRate/caps/:id',
  summary: 'Потолок ставки: изменение, на подтверждение',
  access: write,
  params: z.object({ id: IdParam }),
  body: CapInput.extend({ version: Version }),
  response: ChangeRequest,
  idempotent: true,
})
export const requestCapEnd = endpoint({
  method: 'POST',
  path: '/maxRate/caps/:id/end',
  summary: 'Потолок ставки: прекращение, на подтверждение',
  access: write,
  params: z.object({ id: IdParam }),
  body: z.object({
    /** Null: as soon as it is agreed to. */
    lastDay: DateText.nullable(),
    reason: requiredText(300),
    version: Version,
  }),
  response: ChangeRequest,
  idempotent: true,
})
