import { z } from 'zod'
import { Code, Option } from './common/scalars.ts'
import { endpoint, signedIn } from './endpoint.ts'

/** The dictionaries that the approver screen reads (specification 1 §7). */
export const listLoanApplicationLevels = endpoint({
  method: 'GET',
  path: '/reference/loanApplicationLevel',
  summary: 'Уровни кредитных заявок',
  access: signedIn,
  response: z.array(Option),
})
export const listLoanApplicationStatuses = endpoint({
  method: 'GET',
  path: '/reference/loanApplicationStatus',
  summary: 'Статусы кредитных заявок',
  access: signedIn,
  response: z.array(Option),
})
export const listRegions = endpoint({
  method: 'GET',
  path: '/reference/region',
  summary: 'Регионы',
  access: signedIn,
  response: z.array(Option),
})
export const listWorkStatuses = endpoint({
  method: 'GET',
  path: '/reference/workStatus',
  summary: 'Рабочие статусы согласующего',
  access: signedIn,
  response: z.array(Option),
})
export const getExternalLink = endpoint({
  method: 'GET',
  path: '/reference/externalLinks/:referenceCode',
  summary: 'Внешняя ссылка',
  access: signedIn,
  params: z.object({ referenceCode: Code }),
  response: z.object({ code: z.string(), name: z.string(), link: z.string() }),
})
