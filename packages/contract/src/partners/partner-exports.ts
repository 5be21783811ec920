import { type ExportOf, listExport } from '../exports/list-export.ts'
import { can } from '../endpoint.ts'
import { PartnerFilter, PartnerSort, partnerColumns } from './partners.ts'

export const partnersExport = listExport({
  path: '/partner/export',
  of: 'партнёров',
  access: can('Partner', 'List', 'Export'),
  filter: PartnerFilter,
  sort: PartnerSort,
  columns: partnerColumns,
})
export type PartnerExport = ExportOf<typeof partnersExport>
