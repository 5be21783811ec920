import { type ExportOf, listExport } from '../exports/list-export.ts'
import { can } from '../endpoint.ts'
import { labelAlone } from '../common/fields.ts'
import { realtyFields } from './realty-fields.ts'
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
  role: labelAlone(realtyFields.role),
  area: 'Площадь',
  price: labelAlone(realtyFields.price),
  pricePerMetre: 'За м²',
  appraisedOn: 'Оценка',
  marketValue: 'Стоимость',
  encumbrances: realtyFields.encumbrances.label,
  owners: 'Долей',
  region: 'Регион',
  partner: 'Партнёр',
  createdAt: 'Добавлен',
} as const
export type RealtyColumn = keyof typeof realtyColumns

export const realtyExport = listExport({
  path: '/realtyObject/export',
  of: 'реестра предметов ипотеки',
  access: can('RealtyObject', 'List', 'Export'),
  filter: RealtyFilter,
  sort: RealtySort,
  columns: realtyColumns,
})
export type RealtyExport = ExportOf<typeof realtyExport>
