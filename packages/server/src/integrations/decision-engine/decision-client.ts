import { EngineAnswer } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { z } from 'zod'
import { askJson, NoAnswer } from '../ask-json.ts'
import { type DecisionAnswer, type DecisionEngine, DecisionUnavailable } from './decision-engine.ts'

/** Where the engine is and who asks. */
export interface DecisionOptions {
  readonly url: string
  readonly token: string
  /** How long one answer may take. */
  readonly timeoutMs?: number
}

const Decimal = z.string().regex(/^\d{1,13}(\.\d{1,4})?$/)
const Answer = z.object({
  approved: z.boolean(),
  requestNumber: z.string().min(1).max(100),
  score: z.int().nullable().default(null),
  maxAmount: Decimal.nullable().default(null),
  rate: Decimal.nullable().default(null),
  debtLoad: Decimal.nullable().default(null),
  notes: z.array(z.string().max(500)).max(50).default([]),
})

/** The client of the bank's decision engine: one call an attempt, the job repeats. */
export function decisionClient({ url, token, timeoutMs = 60_000 }: DecisionOptions): DecisionEngine {
  async function ask<T>(
    path: string,
    request: { readonly requestId: string },
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const answer = await askJson({
      service: 'СПР',
      url: `${url}/${path}`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': request.requestId },
      body: request,
      signal,
      timeoutMs,
    }).catch((cause: unknown) => {
      if (!(cause instanceof NoAnswer)) throw cause
      throw new DecisionUnavailable(cause.message, { isFinal: cause.isFinal, cause })
    })
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new DecisionUnavailable('Ответ СПР не разобран', { cause: parsed.error })
    return parsed.data
  }
  return {
    kind: 'SERVICE',
    decide: (request, signal): Promise<DecisionAnswer> => ask('pre-decision', request, Answer, signal),
    assess: (request, signal) => ask('decision', request, EngineAnswer, signal),
  }
}
