import { z } from 'zod'
import { PageQuery, pageOf } from '../../common/page.ts'
import { PersonRef } from '../../common/refs.ts'
import { Id, IdParam, Instant, keyOf } from '../../common/scalars.ts'
import { canInBank, endpoint } from '../../endpoint.ts'

/** Headings of the core bank's file: what our sample writes; the order is free. The format: docs/payments-file.md. */
export const paymentHeadings = {
  number: 'Номер заявки',
  issuedOn: 'Дата выдачи',
  issued: 'Сумма выдачи',
  month: 'Месяц',
  daysPastDue: 'Дней просрочки',
  balance: 'Остаток долга',
} as const
export type PaymentColumn = keyof typeof paymentHeadings

/** What becomes of a row. */
export const paymentRowKinds = {
  error: 'Ошибки',
  new: 'Новые',
  changed: 'Изменились',
  gone: 'Исключены',
  same: 'Без изменений',
} as const
export type PaymentRowKind = keyof typeof paymentRowKinds

export const paymentLoadStates = {
  CHECKING: 'Проверяется',
  READY: 'Проверен',
  APPLYING: 'Применяется',
  APPLIED: 'Загружен',
  FAILED: 'Не принят',
} as const
export type PaymentLoadState = keyof typeof paymentLoadStates

/** Largest file in bytes and in rows. */
export const maxPaymentBytes = 60 * 1_048_576
export const maxPaymentRows = 500_000

/** `YYYY-MM`. */
export const Month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Укажите месяц: ГГГГ-ММ')

/** A file of payments: what it would change, or has changed. */
export const PaymentLoad = z.object({
  id: Id,
  fileName: z.string(),
  state: keyOf(paymentLoadStates),
  counts: z.partialRecord(keyOf(paymentRowKinds), z.int()),
  /** Months that the file has, in their order; those loaded before are replaced whole. */
  months: z.array(z.object({ month: Month, rows: z.int(), replaces: z.boolean() })),
  /** Why it was not taken. */
  reason: z.string().nullable(),
  by: PersonRef,
  at: Instant,
  appliedBy: PersonRef.nullable(),
  appliedAt: Instant.nullable(),
  /** The task that works on it: `getTask` tells the progress. Null: it came with the bank. */
  taskId: Id.nullable(),
})
export type PaymentLoad = z.output<typeof PaymentLoad>

/** A row as it is looked at: what was typed, and what is wrong with it or what it changes. */
export const PaymentRow = z.object({
  n: z.int(),
  /** Null: of the month as it was loaded before, absent from the file. */
  line: z.int().nullable(),
  kind: keyOf(paymentRowKinds),
  number: z.string(),
  month: Month.nullable(),
  daysPastDue: z.int().nullable(),
  balance: z.string().nullable(),
  notes: z.array(z.string()),
})
export type PaymentRow = z.output<typeof PaymentRow>

const load = canInBank('Underwriting', 'ReadStatistics', 'LoadPayments')
const see = canInBank('Underwriting', 'ReadStatistics')
const One = z.object({ id: IdParam })

/** CSV in UTF-8 or windows-1251, or XLSX; nothing changes until it is applied. */
export const startPaymentLoad = endpoint({
  method: 'POST',
  path: '/underwriting/payments',
  summary: 'Файл платежей АБС: проверка и сравнение',
  access: load,
  upload: { maxBytes: maxPaymentBytes },
  response: PaymentLoad,
})
export const listPaymentLoads = endpoint({
  method: 'GET',
  path: '/underwriting/payments',
  summary: 'Загруженные файлы платежей АБС',
  access: see,
  query: PageQuery,
  response: pageOf(PaymentLoad),
})
export const getPaymentLoad = endpoint({
  method: 'GET',
  path: '/underwriting/payments/:id',
  summary: 'Файл платежей АБС: состояние и итоги сравнения',
  access: see,
  params: One,
  response: PaymentLoad,
})
/** Its rows are kept for a week after the check; those of a loaded month are in the numbers themselves. */
export const listPaymentRows = endpoint({
  method: 'GET',
  path: '/underwriting/payments/:id/rows',
  summary: 'Файл платежей АБС: строки',
  access: load,
  params: One,
  query: PageQuery.extend({ kind: keyOf(paymentRowKinds).optional() }),
  response: pageOf(PaymentRow),
})
/** All or nothing; 409 when the file has mistakes or another one was loaded since the comparison. */
export const applyPaymentLoad = endpoint({
  method: 'POST',
  path: '/underwriting/payments/:id/apply',
  summary: 'Файл платежей АБС: загрузка',
  access: load,
  params: One,
  body: z.object({}).optional(),
  response: PaymentLoad,
  idempotent: true,
})
