import { z } from 'zod'
import { Id } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** Partner role codes (specification 1 §3). */
export const partnerRoleCodes = [
  'Ahml',
  'RegionalOperator',
  'InitialCreditor',
  'MortgageSupplier',
  'ManagingAgent',
  'LeadCreator',
  'CallCenter',
  'Appraiser',
  'Insurer',
  'IssueAgent',
  'Custody',
  'DepositoryAccounting',
  'lowerRateSubsidy',
] as const
export type PartnerRoleCode = (typeof partnerRoleCodes)[number]

export const UserData = z.object({
  id: Id,
  /** Name as it is shown: «Кузнецова Мария Викторовна». */
  descriptor: z.string(),
  notActive: z.boolean(),
  partner: z.object({ id: Id, name: z.string(), roles: z.array(z.object({ code: z.string() })) }),
  workgroups: z.array(z.object({ name: z.string() })),
  /** The bank's zone by its IANA name: all times on the pages are told in it. */
  bankTimeZone: z.string(),
})
export type UserData = z.output<typeof UserData>

const LoginQuery = z.object({ login: z.string().min(1).max(255) })

export const getUserByLogin = endpoint({
  method: 'GET',
  path: '/employee/getUserByLogin',
  summary: 'Данные пользователя по логину',
  access: signedIn,
  query: LoginQuery,
  response: UserData,
})

export const getOperations = endpoint({
  method: 'GET',
  path: '/employee/operations',
  summary: 'Операции пользователя по типам объектов',
  access: signedIn,
  query: LoginQuery,
  response: z.record(z.string(), z.array(z.string())),
})
