import { z } from 'zod'
import { can, endpoint } from '../endpoint.ts'
import { BackgroundTask } from '../notifications/notifications.ts'
import { RealtyFilter, RealtySort } from './realty-objects.ts'

/** Columns of the register of objects and of its export: key → heading. */
export const realtyColumns = {
  address: 'Объект',
  type: 'Тип',
  number: 'Кадастровый номер',
  duplicates: 'Ещё в заявках',
  case: 'Заявка',
  client: 'Клиент',
  stage: 'Этап',
  role: 'Роль',
  area: 'Площадь',
  price: 'Цена',
  pricePerMetre: 'За м²',
  appraisedOn: 'Оценка',
  marketValue: 'Стоимость',
  encumbrances: 'Обременения',
  owners: 'Долей',
  region: 'Регион',
  partner: 'Партнёр',
  createdAt: 'Добавлен',
} as const
export type RealtyColumn = keyof typeof realtyColumns

const ExportBody = z.object({
  format: z.enum(['xlsx', 'csv']),
  filter: RealtyFilter,
  sort: RealtySort,
  columns: z
    .array(z.enum(Object.keys(realtyColumns) as [RealtyColumn, ...RealtyColumn[]]))
    .min(1)
    .max(20),
})
export type RealtyExport = z.output<typeof ExportBody>
const mayExport = can('RealtyObject', 'List', 'Export')

/** The whole filter as a file, in the order of the list; above `exportAtOnceRows` of approvers.ts 400: use `startRealtyExport`. */
export const exportRealtyObjects = endpoint({
  method: 'POST',
  path: '/realtyObject/export',
  summary: 'Выгрузка реестра предметов ипотеки',
  access: mayExport,
  body: ExportBody,
  produces: 'file',
  reads: true,
})
/** The same in the background; the answer is the task, its file is found in the notifications. */
export const startRealtyExport = endpoint({
  method: 'POST',
  path: '/realtyObject/export/task',
  summary: 'Выгрузка реестра предметов ипотеки в фоне',
  access: mayExport,
  body: ExportBody,
  response: BackgroundTask,
  idempotent: true,
})
