import { z } from 'zod'
import { Instant } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** Most steps before an error that are told with it. */
export const mostCrumbs = 20

/** A step before an error: a page by its route, or a call by its address without values. */
export const Crumb = z.object({
  at: Instant,
  kind: z.enum(['page', 'call']),
  text: z.string().max(300),
})
export type Crumb = z.output<typeof Crumb>

/** An error of a page that nobody expected. What names people is cut off by the server. */
export const ErrorReport = z.object({
  type: z.string().max(100),
  message: z.string().max(2_000),
  stack: z.string().max(16_000),
  /** How often it came since it was last told. */
  repeats: z.int().min(0).max(1_000_000).default(0),
  crumbs: z.array(Crumb).max(mostCrumbs).default([]),
})
export type ErrorReport = z.output<typeof ErrorReport>

/** Hands an error of a page to the error-reporting service of the bank; without one it is forgotten. */
export const reportError = endpoint({
  method: 'POST',
  path: '/error-report',
  summary: 'Сообщение о непредвиденной ошибке страницы',
  access: signedIn,
  ownTransactions: true,
  bodyLimit: 65_536,
  body: ErrorReport,
})
