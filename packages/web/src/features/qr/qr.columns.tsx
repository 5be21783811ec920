import { type QrCode, qrStates } from '@ipoteka-office/contract/qr/qr.ts'
import { serverNow } from '#api/server-time.ts'
import { formatDate, formatMoment } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { Note } from '#ui/table/note.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { qrTones } from './qr-words.ts'

const under = (text: string) => <Note>{text}</Note>

/** Columns of the list of QR codes. */
export const qrColumns: Column<QrCode>[] = [
  {
    key: 'product',
    title: 'Продукт и кампания',
    width: 220,
    link: true,
    always: true,
    render: ({ product, campaign }) => (
      <>
        {product.name}
        {under(campaign || 'без кампании')}
      </>
    ),
  },
  {
    key: 'partner',
    title: 'Партнёр',
    width: 220,
    render: ({ partner, partnerType }) => (
      <>
        {partner.shortName}
        {under(partnerType.name)}
      </>
    ),
  },
  {
    key: 'employee',
    title: 'Сотрудник',
    width: 150,
    render: ({ employee }) => (employee ? shortName(employee.fullName) : emptyValue),
  },
  {
    key: 'state',
    title: 'Состояние',
    width: 120,
    render: ({ state }) => <Tag tone={qrTones[state]}>{qrStates[state]}</Tag>,
  },
  {
    key: 'validTo',
    title: 'Действует до',
    width: 120,
    render: ({ validTo }) => (validTo === null ? 'без срока' : formatDate(validTo)),
  },
  {
    key: 'scans',
    title: 'Сканирования',
    width: 120,
    align: 'right',
    render: ({ scanCount }) => formatCount(scanCount),
  },
  {
    key: 'lastScanAt',
    title: 'Последнее',
    width: 110,
    render: ({ lastScanAt }) => formatMoment(lastScanAt, serverNow()),
  },
  {
    key: 'created',
    title: 'Создан',
    width: 150,
    render: ({ createdAt, createdBy }) => (
      <>
        {formatMoment(createdAt, serverNow())}
        {under(shortName(createdBy.fullName))}
      </>
    ),
  },
]
