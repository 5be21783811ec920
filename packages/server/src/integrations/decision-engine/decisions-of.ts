import type { Config } from '#config.ts'
import { decisionClient } from './decision-client.ts'
import { type DecisionEngine, DecisionUnavailable } from './decision-engine.ts'
import { standInDecisions } from './stand-in.ts'

/** In production nobody invents decisions: without the engine there are none. */
const refuse = () =>
  Promise.reject(new DecisionUnavailable('СПР не подключена: задайте DECISION_ENGINE_URL', { isFinal: true }))
const noEngine: DecisionEngine = { kind: 'SERVICE', decide: refuse, assess: refuse }

/** The bank's engine when it is configured; else the stand-in, whose answers are marked as such. */
export function decisionsOf({
  decisionEngine,
  production,
}: Pick<Config, 'decisionEngine' | 'production'>): DecisionEngine {
  if (decisionEngine !== null) return decisionClient(decisionEngine)
  return production ? noEngine : standInDecisions()
}
