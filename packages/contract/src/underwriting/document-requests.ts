import { z } from 'zod'
import { Version } from '../common/items.ts'
import { NamedRef } from '../common/refs.ts'
import { Code, Id, IdParam, Instant, Option, requiredText, text } from '../common/scalars.ts'
import { CaseHead } from '../cases/cases.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** A document that the underwriter has asked for. It is a remark, too: whoever brings the client answers it with a file or in words. */
export const RequestedDocument = z.object({
  /** The remark's. */
  id: Id,
  /** `docType`. */
  document: Option,
  participant: NamedRef.nullable(),
  text: z.string(),
  askedAt: Instant,
  /** OPEN: nothing yet; GIVEN: a file has come since; ANSWERED: words why not; CLOSED: the underwriter is satisfied. */
  state: z.enum(['OPEN', 'GIVEN', 'ANSWERED', 'CLOSED']),
  answer: z.string().nullable(),
  version: z.int(),
})
export type RequestedDocument = z.output<typeof RequestedDocument>

const Params = z.object({ id: IdParam })

/** What was asked for, what of it is still waited for first; for everybody who sees the case. */
export const listRequestedDocuments = endpoint({
  method: 'GET',
  path: '/underwriting/:id/requested-documents',
  summary: 'Документы, которые запросил андеррайтер',
  access: signedIn,
  params: Params,
  response: z.object({
    documents: z.array(RequestedDocument),
    /** When the term of the last request passed without an answer; null: it did not. */
    unansweredAt: Instant.nullable(),
  }),
})

/** Asks for documents and leads the case to those who bring the client, both or neither. */
export const requestDocuments = endpoint({
  method: 'POST',
  path: '/underwriting/:id/requested-documents',
  summary: 'Запросить документы',
  access: signedIn,
  params: Params,
  body: z.object({
    version: Version,
    documents: z
      .array(
        z.object({
          document: Code,
          /** Null: of the case. */
          participantId: Id.nullable().default(null),
          /** What exactly is needed; the partner reads it. */
          text: requiredText(1_000),
        }),
      )
      .min(1, 'Назовите хотя бы один документ')
      .max(20, 'Не больше 20 документов за один запрос'),
    comment: text(2_000).default(''),
  }),
  response: CaseHead,
  idempotent: true,
})
