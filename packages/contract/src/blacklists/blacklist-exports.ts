import { z } from 'zod'
import { canInBank } from '../endpoint.ts'
import { type ExportOf, listExport } from '../exports/list-export.ts'
import { blacklistObject } from './blacklist-kinds.ts'
import { entryCommonFields as common, entryFields } from './entry-fields.ts'
import { BlacklistFilter, BlacklistKindParam, BlacklistSort } from './blacklists.ts'

/** Columns of a list and of its export: key → heading. Nothing of them tells a reason. */
export const blacklistColumns = {
  title: 'Кто',
  id: 'Запись №',
  note: 'Уточнение',
  birthDate: entryFields.individuals.birthDate.label,
  level: common.level.label,
  category: common.category.label,
  state: 'Состояние',
  validFrom: common.validFrom.label,
  validTo: 'Истекает',
  author: 'Автор',
  approver: 'Подтвердил',
  approvedAt: 'Подтверждена',
  createdAt: 'Создана',
} as const
export type BlacklistColumn = keyof typeof blacklistColumns

export const blacklistExport = listExport({
  path: '/blacklist/:kind/export',
  of: 'чёрного списка',
  access: canInBank(blacklistObject, 'List', 'Export'),
  params: z.object({ kind: BlacklistKindParam }),
  filter: BlacklistFilter,
  sort: BlacklistSort,
  columns: blacklistColumns,
})
export type BlacklistExport = ExportOf<typeof blacklistExport>
