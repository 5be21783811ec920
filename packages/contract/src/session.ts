import { z } from 'zod'
import { Id } from './common/scalars.ts'
import { endpoint, signedIn } from './endpoint.ts'

/** Roles of which one is needed to enter, held as a resource role or as a realm role (specification 1 §5). */
export const requiredRoles = ['apix_user', 'ad-gf-apix.user', 'APIX_USER', 'AD-GF-APIX.USER'] as const

/** The identity configuration under /assets/: what keycloak-js takes, plus the host of the script. */
export const IdentityConfig = z.object({
  realm: z.string(),
  'auth-server-url': z.string(),
  resource: z.string(),
})
export type IdentityConfig = z.output<typeof IdentityConfig>

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
