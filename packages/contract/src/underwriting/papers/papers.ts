import { z } from 'zod'
import { CaseRemark } from '../../cases/cases.ts'
import { Version } from '../../common/items.ts'
import { Code, IdParam, text } from '../../common/scalars.ts'
import { Document } from '../../documents/documents.ts'
import { can, endpoint } from '../../endpoint.ts'

/**
 * Rejects a document and makes the remark that its agent answers, both or neither: in the case the one stands at the
 * document, the other among the remarks. Without words the remark says what its type is called.
 */
export const refusePaper = endpoint({
  method: 'POST',
  path: '/underwriting/:id/papers/:documentId/refuse',
  summary: 'Отклонить документ участника с замечанием',
  access: can('Document', 'Read', 'Review'),
  params: z.object({ id: IdParam, documentId: IdParam }),
  body: z.object({ version: Version, type: Code, text: text(1_000).default('') }),
  response: z.object({ document: Document, remark: CaseRemark }),
  idempotent: true,
})
