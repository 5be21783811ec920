import { z } from 'zod'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Instant } from '../common/scalars.ts'
import { DocumentKey } from './documents.ts'
import { can, endpoint } from '../endpoint.ts'

/** Who looked at a document or took it out. */
export const documentAccessActions = {
  VIEW: 'Просмотр',
  DOWNLOAD: 'Скачивание',
  ARCHIVE: 'Архив',
  PDF: 'Сборка в PDF',
  RECOGNISE: 'Распознавание',
} as const
export const DocumentAccess = z.object({
  id: z.string(),
  at: Instant,
  action: keyOf(documentAccessActions),
  employee: z.string(),
  partner: z.string(),
  /** The file that was opened; null: the whole document. */
  fileName: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type DocumentAccess = z.output<typeof DocumentAccess>
export const listDocumentAccess = endpoint({
  method: 'GET',
  path: '/document/:id/access',
  summary: 'Кто открывал документ',
  access: can('Document', 'Read', 'Review'),
  params: DocumentKey,
  query: PageQuery,
  response: pageOf(DocumentAccess),
})
