import { lowered } from '@ipoteka-office/contract/words.ts'
import { createHash } from 'node:crypto'
import type { ParameterCode } from '@ipoteka-office/contract/parameters/declared.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import type { FraudSignal } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import {
  type FraudBand,
  type FraudSignalCode,
  fraudSignals,
  signalStates,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { dealSignals } from './deal-signals.rules.ts'
import type { FraudFacts } from './fraud-facts.ts'
import { payerSignals } from './payer-signals.rules.ts'
import { personSignals } from './person-signals.rules.ts'
import { sharedSignals } from './shared-signals.rules.ts'
import type { SignRules } from './sign.rules.ts'

const rules: SignRules = { ...sharedSignals, ...personSignals, ...payerSignals, ...dealSignals }

type Lowered<S extends string> = S extends `${infer A}_${infer B}`
  ? `${Lowercase<A>}-${Lowered<B>}`
  : Lowercase<S>
type WeightCode = `fraud-weight-${Lowered<FraudSignalCode>}` & ParameterCode
const weightCode = (code: FraudSignalCode) =>
  `fraud-weight-${code.toLowerCase().replaceAll('_', '-')}` as WeightCode

/** Every sign of fraud in an application, in the order in which they are declared. */
export function signalsOf(facts: FraudFacts, figures: Figures): FraudSignal[] {
  return (Object.keys(fraudSignals) as FraudSignalCode[]).flatMap((code) => {
    const found = rules[code]?.(facts, figures) ?? null
    if (found === null) return []
    const weight = figures[weightCode(code)]
    return [{ code, weight, ...found }]
  })
}

/** The points of the signs that fired. */
export const scoreOf = (signals: readonly Pick<FraudSignal, 'state' | 'weight'>[]): number =>
  signals.reduce((sum, { state, weight }) => sum + (state === 'FIRED' ? weight : 0), 0)

/** The risk that so many points mean. */
export function bandOf(score: number, figures: Figures): FraudBand {
  if (score >= figures['fraud-score-high']) return 'HIGH'
  return score >= figures['fraud-score-medium'] ? 'MEDIUM' : 'LOW'
}

/** What a computation says: two with the same print say the same. */
export const printOf = (signals: readonly FraudSignal[]): string =>
  createHash('sha256').update(JSON.stringify(signals)).digest('hex')

type Before = readonly Pick<FraudSignal, 'code' | 'state' | 'value'>[]

/** What a computation has beside the one before it, in words. */
export function changesOf(now: Before, before: Before | undefined): string[] {
  if (before === undefined) return []
  return now.flatMap(({ code, state, value }) => {
    const was = before.find((one) => one.code === code)
    if (was === undefined) return [`«${fraudSignals[code]}»: новый признак`]
    if (was.state !== state)
      return [
        `«${fraudSignals[code]}»: ${lowered(signalStates[was.state])} → ${lowered(signalStates[state])}`,
      ]
    return was.value === value ? [] : [`«${fraudSignals[code]}»: ${was.value || '—'} → ${value || '—'}`]
  })
}
