import { qrFields } from '@ipoteka-office/contract/qr/qr-fields.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'
import { codeIssues } from '#features/references/known-codes.service.ts'
import { randomBytes } from 'node:crypto'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type QrCode, type QrInput, qrDevices } from '@ipoteka-office/contract/qr/qr.ts'
import type { Db } from '#db/database.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import { sellableQrCodes } from '#features/products/offered/partner-offer.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { requireMayEnter } from '#lib/field-rights.ts'
import { renderPoster } from './qr-poster.ts'
import { renderPng, renderSvg } from './qr-render.ts'
import {
  countScans,
  findQrCode,
  findQrCodes,
  findQrOptions,
  findQrPartner,
  findQrPeople,
  insertQrCode,
  lockQrCode,
  markInactive,
  type QrFilter,
  type QrRow,
} from './qr.repo.ts'
import { qrIssues, stateOf } from './qr.rules.ts'

/** What the area needs beside the database. */
export interface QrParts {
  readonly clock: BankClock
  /** Address of the short links, without a slash at the end. */
  readonly linkUrl: string
}

/** Codes of all people, and codes for any visible partner and person. */
const seesAll = (actor: Actor) => actor.operations.Qr?.includes('ListAll') === true

function toQrCode({ notActive, partnerNotActive, ...row }: QrRow, { clock, linkUrl }: QrParts): QrCode {
  return {
    ...row,
    link: `${linkUrl}/q/${row.shortCode}`,
    state: stateOf({ notActive, partnerNotActive, validTo: row.validTo }, bankDay(clock)),
  }
}

export async function getQr(db: Db, actor: Actor, id: number, parts: QrParts): Promise<QrCode> {
  const row = await findQrCode(db, actor, seesAll(actor), id)
  if (row === undefined) throw notFound('QR-код не найден')
  return toQrCode(row, parts)
}

export async function listQr(
  db: Db,
  actor: Actor,
  query: QrFilter & PageQuery,
  parts: QrParts,
): Promise<Page<QrCode>> {
  const filter = { ...query, seesAll: seesAll(actor), today: bankDay(parts.clock) }
  const page = await findQrCodes(db, actor, filter, query)
  return { ...page, content: page.content.map((row) => toQrCode(row, parts)) }
}

export async function getOptions(db: Db, actor: Actor, { clock }: QrParts) {
  const partner = await findQrPartner(db, actor, actor.partnerId)
  if (partner === undefined) throw notFound('Партнёр не найден')
  const day = bankDay(clock)
  const anyPartner = seesAll(actor)
  const { products, partnerTypes } = await findQrOptions(db, day)
  const sold = await sellableQrCodes(db, { day, partnerId: anyPartner ? null : partner.id })
  return { products: products.filter(({ code }) => sold.has(code)), partnerTypes, partner, anyPartner }
}

/** People for whom the caller may make codes: without the right to all, only the caller. */
export async function findEmployees(
  db: Db,
  actor: Actor,
  { partnerId, fullName }: { partnerId: number; fullName: string },
) {
  if ((await findUsablePartner(db, actor, partnerId)) === undefined) return []
  return findQrPeople(db, partnerId, { fullName, only: seesAll(actor) ? null : actor.employeeId })
}

/** The partner when the caller may make codes for it. */
const findUsablePartner = async (db: Db, actor: Actor, partnerId: number) =>
  partnerId === actor.partnerId || seesAll(actor) ? findQrPartner(db, actor, partnerId) : undefined

/** Whether the caller may make the partner's code for this person; nobody in particular is always right. */
async function isUsableEmployee(db: Db, actor: Actor, { partnerId, employeeId }: QrInput): Promise<boolean> {
  if (employeeId === null) return true
  if (employeeId !== actor.employeeId && !seesAll(actor)) return false
  return (await findQrPeople(db, partnerId, { only: employeeId })).length > 0
}

/** A code with nothing behind it would lead clients to an empty page. */
const notSold =
  'Для страницы партнёра ничего не выпущено: выберите другой продукт или обратитесь к продуктологам'

/** 403 for a partner whose codes the caller does not make, 400 for what cannot be chosen, by field. */
async function checkInput(db: Db, actor: Actor, input: QrInput, { clock }: QrParts): Promise<void> {
  const today = bankDay(clock)
  requireMayEnter(actor, qrFields, input, { partnerId: actor.partnerId })
  const partner = await findQrPartner(db, actor, input.partnerId)
  const issues = qrIssues(input, {
    isPartnerUsable: partner !== undefined,
    isEmployeeUsable: partner !== undefined && (await isUsableEmployee(db, actor, input)),
    today,
  })
  issues.push(...(await codeIssues(db, codesIn(qrFields, input), { day: today })))
  const sold = await sellableQrCodes(db, { day: today, partnerId: input.partnerId })
  if (!sold.has(input.productCode) && !issues.some(({ path }) => path === 'productCode'))
    issues.push({ path: 'productCode', message: notSold })
  if (issues.length > 0) throw invalid(issues)
}

/** 72 random bits: a link can neither be guessed nor told from another. */
const newShortCode = () => randomBytes(9).toString('base64url')

export async function createQr({ db, actor }: Context, input: QrInput, parts: QrParts): Promise<QrCode> {
  await checkInput(db, actor, input, parts)
  const id = await insertQrCode(db, {
    ...input,
    shortCode: newShortCode(),
    createdBy: actor.employeeId,
  })
  return getQr(db, actor, id, parts)
}

export async function deactivateQr(
  { db, actor }: Context,
  id: number,
  version: number,
  parts: QrParts,
): Promise<QrCode> {
  await getQr(db, actor, id, parts)
  await lockQrCode(db, id)
  const row = await findQrCode(db, actor, seesAll(actor), id)
  if (row === undefined) throw notFound('QR-код не найден')
  if (row.version !== version) throw stale(toQrCode(row, parts), undefined)
  if (row.notActive) throw conflict('QR-код уже отключён')
  await markInactive(db, id)
  return getQr(db, actor, id, parts)
}

export async function getScans(db: Db, actor: Actor, id: number, days: number, parts: QrParts) {
  const { scanCount } = await getQr(db, actor, id, parts)
  const { clock } = parts
  const counts = await countScans(db, id, { today: bankDay(clock), days, timeZone: clock.timeZone })
  return {
    total: scanCount,
    days: counts.days,
    devices: counts.devices.map(({ device, count }) => ({
      device,
      name: qrDevices[device as keyof typeof qrDevices] ?? device,
      count,
    })),
  }
}

/** A name that tells codes apart in a folder. */
const fileName = ({ id, partner, product }: QrCode, extension: string) =>
  `QR ${id} ${partner.shortName} ${product.name}`
    .replace(/[\\/:*?"<>|«»]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim() + `.${extension}`

export async function getImage(
  db: Db,
  actor: Actor,
  id: number,
  { format, size }: { format: 'png' | 'svg'; size: number },
  parts: QrParts,
): Promise<FileReply> {
  const code = await getQr(db, actor, id, parts)
  return format === 'png'
    ? { name: fileName(code, 'png'), contentType: 'image/png', body: await renderPng(code.link, size) }
    : { name: fileName(code, 'svg'), contentType: 'image/svg+xml', body: await renderSvg(code.link) }
}

export async function getPoster(db: Db, actor: Actor, id: number, parts: QrParts): Promise<FileReply> {
  const code = await getQr(db, actor, id, parts)
  return { name: fileName(code, 'pdf'), contentType: 'application/pdf', body: await renderPoster(code) }
}

const labels: CardLabels = {
  qr_code: {
    fields: {
      partner_id: told(qrFields.partnerId, { table: 'partner' }),
      employee_id: told(qrFields.employeeId, { table: 'employee' }),
      partner_type_code: told(qrFields.partnerTypeCode),
      product_code: told(qrFields.productCode),
      campaign: told(qrFields.campaign),
      valid_to: told(qrFields.validTo),
      not_active: { label: 'Отключён' },
    },
  },
}

export async function listHistory(db: Db, actor: Actor, id: number, query: PageQuery, parts: QrParts) {
  await getQr(db, actor, id, parts)
  return listCardHistory({ db, actor }, { objectType: 'qr_code', objectId: id }, labels, query)
}
