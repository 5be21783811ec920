import { z } from 'zod'
import { Id, IdParam, Instant } from '../common/scalars.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'

/** An open session of a person. */
export const UserSession = z.object({
  id: Id,
  /** «Chrome, Windows». */
  device: z.string(),
  /** Network address of the last call. */
  address: z.string(),
  startedAt: Instant,
  /** To the minute. */
  lastSeenAt: Instant,
  /** The session of this very call. */
  isThis: z.boolean(),
})
export type UserSession = z.output<typeof UserSession>

const EmployeeKey = z.object({ employeeId: IdParam })
const manage = can('PartnerEmployee', 'UpdateIdentity')

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/session/own',
  summary: 'Свои открытые сеансы',
  access: signedIn,
  response: z.array(UserSession),
})
/** OTHERS: all but the session of this call; ALL: this one too. Their tokens open nothing from now on. */
export const endOwnSessions = endpoint({
  method: 'POST',
  path: '/session/own/end',
  summary: 'Выход на других устройствах или на всех',
  access: signedIn,
  body: z.object({ which: z.enum(['OTHERS', 'ALL']) }),
  response: z.array(UserSession),
})
/** Of an employee whom the caller may see; the look is written down in the access journal. */
export const listEmployeeSessions = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/sessions',
  summary: 'Открытые сеансы сотрудника',
  access: manage,
  params: EmployeeKey,
  response: z.array(UserSession),
})
/** One session by its id, or all of them; 409 when the identity server is not administered from here. */
export const endEmployeeSessions = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/sessions/end',
  summary: 'Завершение сеансов сотрудника',
  access: manage,
  params: EmployeeKey,
  body: z.object({ id: Id.nullable() }),
  response: z.array(UserSession),
})
