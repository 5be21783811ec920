import { z } from 'zod'
import { Id, IdParam, keyOf } from '../../common/scalars.ts'
import { endpoint, signedIn } from '../../endpoint.ts'
import { FraudCase } from './fraud.ts'

/** What stands in the graph of connections. */
export const connectionKinds = {
  PERSON: 'Люди',
  PHONE: 'Телефоны',
  EMAIL: 'Электронная почта',
  ADDRESS: 'Адреса',
  EMPLOYER: 'Работодатели',
  ACCOUNT: 'Счета',
  OBJECT: 'Предметы ипотеки',
  PARTNER_EMPLOYEE: 'Сотрудники партнёров',
  DEVICE: 'Устройства',
  NETWORK: 'Сетевые адреса',
} as const
export type ConnectionKind = keyof typeof connectionKinds

/** One of them: how it is called, what is known of it, in which cases it occurs. */
export const ConnectionNode = z.object({
  key: z.string(),
  kind: keyOf(connectionKinds),
  label: z.string(),
  /** Steps from the people of the application: 0, 1 or 2. */
  depth: z.int(),
  /** Takes part in the application itself. */
  own: z.boolean(),
  /** A blacklist knows them, and how it acts; a fraud was confirmed in one of the cases. */
  listed: z.string().nullable(),
  confirmed: z.boolean(),
  caseIds: z.array(Id),
  /** People connected with it that are not drawn; `more`: at least so many. */
  folded: z.object({ people: z.int(), more: z.boolean() }).nullable(),
})
export type ConnectionNode = z.output<typeof ConnectionNode>

/** How two of them are connected, in a word: «телефон», «работает». */
export const ConnectionEdge = z.object({ from: z.string(), to: z.string(), role: z.string() })
export type ConnectionEdge = z.output<typeof ConnectionEdge>

export const ConnectionGraph = z.object({
  caseId: Id,
  years: z.int(),
  nodes: z.array(ConnectionNode),
  edges: z.array(ConnectionEdge),
  cases: z.array(FraudCase),
  /** Not everything fitted. */
  cut: z.boolean(),
})
export type ConnectionGraph = z.output<typeof ConnectionGraph>

/** For whoever investigates fraud (`InvestigateFraud`): people of all partners; each opening is in the access log. */
export const getConnections = endpoint({
  method: 'GET',
  path: '/underwriting/:id/fraud/connections',
  summary: 'Граф связей людей заявки',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: ConnectionGraph,
})
