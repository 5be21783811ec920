import { z } from 'zod'
import { text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { CaseType } from '../cases/types/case-types.ts'

const hit = { title: z.string(), subtitle: z.string(), link: z.string() }

/**
 * One hit of the Ctrl K search; kinds the caller has no right to are left out. `case`: the title is its number; `queued`:
 * an application in the approvers' queue of one who may not open cases, the title is its number too.
 */
export const SearchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('case'), caseType: CaseType, ...hit }),
  z.object({ kind: z.literal('queued'), ...hit }),
  z.object({ kind: z.literal('partner'), ...hit }),
  z.object({ kind: z.literal('approver'), ...hit }),
])
export type SearchHit = z.output<typeof SearchHit>

export const searchEverywhere = endpoint({
  method: 'POST',
  path: '/search',
  summary:
    'Поиск дел по номеру, клиенту, телефону, паспорту, объекту и партнёру; поиск партнёров и сотрудников',
  access: signedIn,
  body: z.object({ text: text(100) }),
  response: z.array(SearchHit),
  reads: true,
  asksByNumber: ['text'],
})

/** The cases that the person opened last and may still open, the latest first. */
export const listLatestOpened = endpoint({
  method: 'GET',
  path: '/search/latest',
  summary: 'Недавно открытые дела',
  access: signedIn,
  response: z.array(SearchHit),
})
