import { machineForPartners } from '#machines/shown-to-partners.ts'
import type { Machine } from '#machines/machine.ts'
import { byCaseType, type CaseType, machines } from './case-types.ts'

// Made when it is first asked for: types of cases may be loaded by those who ask.
let forPartners: Readonly<Record<CaseType, Machine>> | undefined

/** The machine of a type as people see it who work for the bank, or for a partner. */
export function shownMachine({ isAhml }: { readonly isAhml: boolean }, type: CaseType): Machine {
  if (isAhml) return machines[type]
  forPartners ??= byCaseType((_, { machine }) => machineForPartners(machine))
  return forPartners[type]
}
