import { z } from 'zod'
import { PageQuery, pageOf } from '../common/page.ts'
import { IdParam } from '../common/scalars.ts'
import { ComparedField, RecordVersion, TwoMoments } from '../history/history.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { blacklistObject } from './blacklist-kinds.ts'
import { BlacklistKindParam } from './blacklists.ts'

const Key = z.object({ kind: BlacklistKindParam, id: IdParam })
const access = canInBank(blacklistObject, 'Read')

/** Versions of an entry to choose from, the newest first; what only who reads reasons would see is no version for others. */
export const listEntryVersions = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/:id/versions',
  summary: 'Версии записи чёрного списка',
  access,
  params: Key,
  query: PageQuery,
  response: pageOf(RecordVersion),
})

/** An entry at two moments, field by field; `to` absent: now. With `all`, the fields that did not change too. */
export const compareEntryVersions = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/:id/compare',
  summary: 'Сравнение двух версий записи чёрного списка',
  access,
  params: Key,
  body: TwoMoments,
  /** Nothing of it is of a participant. */
  response: z.array(ComparedField),
  reads: true,
})
