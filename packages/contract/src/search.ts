import { z } from 'zod'
import { text } from './common/scalars.ts'
import { endpoint, signedIn } from './endpoint.ts'

/** One hit of the Ctrl K search; kinds the caller has no right to are left out. */
export const SearchHit = z.object({
  kind: z.enum(['case', 'application', 'partner', 'approver']),
  title: z.string(),
  subtitle: z.string(),
  link: z.string(),
})
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
})
