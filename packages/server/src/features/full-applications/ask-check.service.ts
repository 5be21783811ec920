import {
  type CheckQuestion,
  type CheckService,
  CheckUnavailable,
} from '#integrations/auto-checks/check-service.ts'
import type { CheckWrite } from './auto-checks.repo.ts'
import type { CheckVerdict } from './auto-checks.rules.ts'

/** What came of one attempt. */
export type Answer = Pick<CheckWrite, 'state' | 'text' | 'standIn' | 'request' | 'response'>

/** An answer of the bank itself. */
export const own = (verdict: CheckVerdict, request: object): Answer => ({
  ...verdict,
  standIn: false,
  request,
  response: { ...verdict },
})

/** Asks a service once; silence is an answer of its own. `kept` is what of the question stays with the run. */
export async function askService(
  service: CheckService,
  question: CheckQuestion,
  { kept, signal }: { readonly kept: object; readonly signal: AbortSignal },
): Promise<Answer> {
  const standIn = service.kind === 'STAND_IN'
  try {
    const { state, text, details } = await service.ask(question, signal)
    const response = details === undefined ? { state, text } : { state, text, details }
    return { state, text, standIn, request: kept, response }
  } catch (error) {
    if (error instanceof CheckUnavailable)
      return { state: 'ERROR', text: error.message, standIn, request: kept, response: null }
    throw error
  }
}

/** The same for every attempt of one asking; who asks again wants a fresh answer. */
export const requestIdOf = ({
  id,
  requestedAt,
}: {
  readonly id: number
  readonly requestedAt: string
}): string => `auto-check-${id}-${Date.parse(requestedAt)}`
