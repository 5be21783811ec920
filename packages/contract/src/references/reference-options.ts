import { z } from 'zod'
import { Code, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** An item as everybody reads it; the dictionary's own attributes stand beside code and name. */
export const ReferenceItem = z.looseObject({ code: z.string(), name: z.string() })
export type ReferenceItem = z.output<typeof ReferenceItem>

/** `query` is a part of the name or code; any attribute of the dictionary filters by its exact value. */
export const ReferenceQuery = z
  .object({
    query: text(200).optional().describe('Часть названия или кода'),
    all: z
      .enum(['true', 'false'])
      .optional()
      .describe('true — вместе с отключёнными и недействующими; нужно право «Справочники»'),
  })
  .catchall(z.string().max(200))

/** The read of a dictionary: `/reference/<code>`. */
export const listOf = (code: string, title: string) =>
  endpoint({
    method: 'GET',
    path: `/reference/${code}`,
    summary: `Справочник «${title}»`,
    access: signedIn,
    query: ReferenceQuery,
    response: z.array(ReferenceItem),
  })

// The dictionaries of the approver screen (specification 1 §7) stand apart from the other ninety-odd:
// that screen is what most people open first, and carries no more code than it needs.
export const listLoanApplicationLevels = listOf('loanApplicationLevel', 'Уровень кредитной заявки')
export const listLoanApplicationStatuses = listOf(
  'loanApplicationStatus',
  'Статус кредитной заявки (очередь подтверждающего)',
)
export const listWorkStatuses = listOf('workStatus', 'Рабочий статус подтверждающего')
/** Subjects of the Federation only: the city of Baikonur is not one; `all` answers it as well. */
export const listRegions = listOf('region', 'Регион (субъект РФ)')

/** The reads above. */
export const approverReferences = [
  listLoanApplicationLevels,
  listLoanApplicationStatuses,
  listWorkStatuses,
  listRegions,
] as const

/** Addresses of other systems, for the menu. */
export const getExternalLink = endpoint({
  method: 'GET',
  path: '/reference/externalLinks/:referenceCode',
  summary: 'Внешняя ссылка',
  access: signedIn,
  params: z.object({ referenceCode: Code }),
  response: z.object({ code: z.string(), name: z.string(), link: z.string() }),
})
