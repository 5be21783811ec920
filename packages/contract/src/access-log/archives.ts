import { z } from 'zod'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'

/** Months of the journal that lie in a file and no longer in the database. */
export const AccessArchive = z.object({
  id: Id,
  /** Null: from the first entry on. */
  from: Instant.nullable(),
  /** Not included. */
  to: Instant,
  /** Entries. */
  rows: z.int(),
  /** Bytes. */
  size: z.int(),
  /** Of the file, in hex. */
  sha256: z.string(),
  madeAt: Instant,
})
export type AccessArchive = z.output<typeof AccessArchive>

/** The latest month first. Entries of all partners are in one file: it is the bank's. */
export const listAccessArchives = endpoint({
  method: 'GET',
  path: '/access-log/archives',
  summary: 'Архив журнала доступа по месяцам',
  access: canInBank('PersonalData', 'ReadAccessLog'),
  query: PageQuery,
  response: pageOf(AccessArchive),
})

/** CSV, compressed by gzip. Taking it is written into the journal. */
export const getAccessArchive = endpoint({
  method: 'GET',
  path: '/access-log/archives/:archiveId',
  summary: 'Архив журнала доступа за месяц, CSV в gzip',
  access: canInBank('PersonalData', 'ReadAccessLog'),
  params: z.object({ archiveId: IdParam }),
  produces: 'file',
})
