import { z } from 'zod'
import { can, endpoint } from '../endpoint.ts'
import { BackgroundTask } from '../notifications/notifications.ts'
import { type PartnerColumn, PartnerFilter, PartnerSort, partnerColumns } from './partners.ts'

const ExportBody = z.object({
  format: z.enum(['xlsx', 'csv']),
  filter: PartnerFilter,
  sort: PartnerSort,
  columns: z
    .array(z.enum(Object.keys(partnerColumns) as [PartnerColumn, ...PartnerColumn[]]))
    .min(1)
    .max(20),
})
export type PartnerExport = z.output<typeof ExportBody>
const mayExport = can('Partner', 'List', 'Export')

/** The whole filter as a file, in the order of the list; above `exportAtOnceRows` of approvers.ts 400: use `startPartnerExport`. */
export const exportPartners = endpoint({
  method: 'POST',
  path: '/partner/export',
  summary: 'Выгрузка партнёров',
  reads: true,
  access: mayExport,
  body: ExportBody,
  produces: 'file',
})
/** The same in the background; the answer is the task, its file is found in the notifications. */
export const startPartnerExport = endpoint({
  method: 'POST',
  path: '/partner/export/task',
  summary: 'Выгрузка партнёров в фоне',
  idempotent: true,
  access: mayExport,
  body: ExportBody,
  response: BackgroundTask,
})
