import { z } from 'zod'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { blacklistObject } from './blacklist-kinds.ts'
import { BlacklistKindParam } from './blacklists.ts'

/** An act of what was destroyed: when, after how many years of keeping, and how many entries. */
export const BlacklistAct = z.object({ id: Id, madeAt: Instant, years: z.int(), entries: z.int() })
export type BlacklistAct = z.output<typeof BlacklistAct>

/** The acts of a list, the latest first. */
export const listBlacklistActs = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/acts',
  summary: 'Акты об уничтожении сведений чёрного списка',
  access: canInBank(blacklistObject, 'List'),
  params: z.object({ kind: BlacklistKindParam }),
  query: PageQuery,
  response: pageOf(BlacklistAct),
})
/** With the numbers of the entries and nothing of whom they were. */
export const getBlacklistAct = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/acts/:actId',
  summary: 'Акт об уничтожении сведений чёрного списка, PDF',
  access: canInBank(blacklistObject, 'List'),
  params: z.object({ kind: BlacklistKindParam, actId: IdParam }),
  produces: 'file',
})
