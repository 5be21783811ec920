import { type QrCode, qrStates } from '@ipoteka-office/contract/qr/qr.ts'
import { serverNow } from '#api/server-time.ts'
import { formatDate, formatMoment } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { shortName } from '#lib/format.ts'
import { figure, markOf, noted, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { moment } from '#widgets/list/cells.ts'
import { qrTones } from './qr-words.ts'

const titles = {
  product: 'Продукт и кампания',
  partner: 'Партнёр',
  employee: 'Сотрудник',
  state: 'Состояние',
  validTo: 'Действует до',
  scans: 'Сканирования',
  lastScanAt: 'Последнее',
  created: 'Создан',
} as const

/** Columns of the list of QR codes. */
export const qrColumns = columnsOf<QrCode, keyof typeof titles>(titles, {
  product: noted(220, ({ product, campaign }) => [product.name, campaign || 'без кампании'], {
    link: true,
    always: true,
  }),
  partner: noted(220, ({ partner, partnerType }) => [partner.shortName, partnerType.name]),
  employee: text(150, ({ employee }) => employee && shortName(employee.fullName)),
  state: markOf(120, qrStates, qrTones, ({ state }) => state),
  validTo: text(120, ({ validTo }) => (validTo === null ? 'без срока' : formatDate(validTo))),
  scans: figure(120, ({ scanCount }) => formatCount(scanCount)),
  lastScanAt: moment(110, ({ lastScanAt }) => lastScanAt),
  created: noted(150, ({ createdAt, createdBy }) => [
    formatMoment(createdAt, serverNow()),
    shortName(createdBy.fullName),
  ]),
})
