import type { DecisionWay } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'

/** What the person would most likely sign: an approval where their authority suffices, else what hands it to the head. */
export function mainWay({ ways, line }: Pick<FormRoom, 'ways' | 'line'>): DecisionWay | null {
  const of = (outcome: DecisionWay['outcome']) =>
    ways.find((way) => way.outcome === outcome && way.enabled) ?? ways.find((way) => way.outcome === outcome)
  const [approve, escalate] = [of('APPROVE'), of('ESCALATE')]
  return (line.lacks.length === 0 ? (approve ?? escalate) : (escalate ?? approve)) ?? null
}
