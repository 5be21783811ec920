import type { Logger } from 'pino'
import type { Config } from './config.ts'

const dayMs = 86_400_000

/** What the bank has said that it answers for is not forgotten: the log says it at the start and every day. */
export function repeatRisks(
  { acceptedRisks }: Pick<Config, 'acceptedRisks'>,
  log: Pick<Logger, 'warn'>,
): () => void {
  const say = () => {
    for (const { risk, variable, text } of acceptedRisks)
      log.warn({ risk, variable }, `принятый риск (ACCEPTED_RISKS=${risk}): ${variable} — ${text}`)
  }
  say()
  const repeating = setInterval(say, dayMs)
  repeating.unref()
  return () => clearInterval(repeating)
}
