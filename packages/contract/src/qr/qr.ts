import { z } from 'zod'
import { PersonRef, PartnerRef } from '../common/refs.ts'
import { Day, FlagParam, SearchText, Version } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Instant, messages, Option, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { qrFields } from './qr-fields.ts'

/** What a code is now: `EXPIRED` after its last day, by the bank's calendar. */
export const qrStates = { ACTIVE: 'Действует', INACTIVE: 'Отключён', EXPIRED: 'Истёк' } as const
export type QrState = keyof typeof qrStates
export const QrState = keyOf(qrStates)

/** Classes of devices that scans are counted by. */
export const qrDevices = {
  PHONE: 'Телефон',
  TABLET: 'Планшет',
  COMPUTER: 'Компьютер',
  ROBOT: 'Робот',
} as const
export type QrDevice = keyof typeof qrDevices

/** A stored QR code. */
export const QrCode = z.object({
  id: Id,
  shortCode: z.string(),
  /** The public short link that the picture holds. */
  link: z.string(),
  partner: PartnerRef,
  employee: PersonRef.nullable(),
  /** `partnerQr`: what kind of partner offers it. */
  partnerType: Option,
  /** `creditProductQr`. */
  product: Option,
  campaign: z.string(),
  /** The last day it works; null: without end. */
  validTo: Day.nullable(),
  state: QrState,
  createdBy: PersonRef,
  createdAt: Instant,
  scanCount: z.int(),
  /** Leads that clients left on its page. */
  leadCount: z.int(),
  lastScanAt: Instant.nullable(),
  version: z.int(),
})
export type QrCode = z.output<typeof QrCode>

export const QrInput = z.object({
  partnerId: Id,
  employeeId: Id.nullable().default(null),
  partnerTypeCode: Code,
  productCode: Code,
  campaign: text(100).default(''),
  validTo: Day.nullable().default(null),
})
export type QrInput = z.output<typeof QrInput>

/**
 * Who sees what: with `Qr.ListAll` the codes of all visible partners; without it one's own (made by or for oneself),
 * and one makes codes for the own partner, for oneself or for nobody in particular.
 */
const access = can('Qr', 'Check')
const Key = z.object({ id: IdParam })

/** 403 for another partner than the own without the right to all; 400 on an employee whom the caller may not use, on unknown codes and on a past `validTo`. */
export const createQr = endpoint({
  method: 'POST',
  path: '/qr',
  summary: 'Новый QR-код',
  access,
  idempotent: true,
  body: QrInput,
  response: QrCode,
  fields: qrFields,
})
export const listQr = endpoint({
  method: 'GET',
  path: '/qr',
  summary: 'QR-коды',
  access,
  query: PageQuery.extend({
    partnerId: IdParam.optional(),
    employeeId: IdParam.optional(),
    productCode: Code.optional(),
    state: QrState.optional(),
    /** Part of the campaign's, the partner's or the employee's name. */
    query: SearchText.default(''),
    /** Made by the caller. */
    mine: FlagParam.default(false),
  }),
  response: pageOf(QrCode),
})
export const getQrOptions = endpoint({
  method: 'GET',
  path: '/qr/options',
  summary: 'Продукты и виды партнёров для QR-кода',
  access,
  response: z.object({
    products: z.array(Option),
    partnerTypes: z.array(Option),
    /** The caller's own partner: the only choice unless `anyPartner`. */
    partner: PartnerRef,
    anyPartner: z.boolean(),
  }),
})
/** Active people of a partner for whom the caller may make codes; at most 20, by a part of the name. */
export const findQrEmployees = endpoint({
  method: 'GET',
  path: '/qr/employees',
  summary: 'Сотрудники партнёра для QR-кода',
  access,
  query: z.object({ partnerId: IdParam, fullName: SearchText.default('') }),
  response: z.array(PersonRef),
})
export const getQr = endpoint({
  method: 'GET',
  path: '/qr/:id',
  summary: 'QR-код',
  access,
  params: Key,
  response: QrCode,
})
/** The link answers a page that the offer has ended; there is no way back: make a new code. */
export const deactivateQr = endpoint({
  method: 'POST',
  path: '/qr/:id/deactivate',
  summary: 'Отключение QR-кода',
  access,
  params: Key,
  body: z.object({ version: Version }),
  response: QrCode,
})
/** Days without scans are there with zero, oldest first; robots are not counted. */
export const getQrScans = endpoint({
  method: 'GET',
  path: '/qr/:id/scans',
  summary: 'Сканирования QR-кода по дням',
  access,
  params: Key,
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  response: z.object({
    total: z.int(),
    days: z.array(z.object({ day: Day, count: z.int() })),
    devices: z.array(z.object({ device: z.string(), name: z.string(), count: z.int() })),
  }),
})
export const getQrImage = endpoint({
  method: 'GET',
  path: '/qr/:id/image',
  summary: 'Картинка QR-кода',
  access,
  params: Key,
  query: z.object({
    format: z.enum(['png', 'svg'], messages.unknownCode).default('png'),
    /** Side in pixels; PNG only. */
    size: z.coerce.number().int().min(128).max(2_048).default(512),
  }),
  produces: 'file',
})
export const getQrPoster = endpoint({
  method: 'GET',
  path: '/qr/:id/poster',
  summary: 'Плакат A4 с QR-кодом, PDF',
  access,
  params: Key,
  produces: 'file',
})
export const listQrHistory = endpoint({
  method: 'GET',
  path: '/qr/:id/history',
  summary: 'История QR-кода',
  access,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
