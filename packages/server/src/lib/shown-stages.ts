import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import {
  isVeiled,
  machineForPartners,
  shownStage,
} from '@ipoteka-office/contract/machines/shown-to-partners.ts'
import { byCaseType, CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Actor } from './actor.ts'

/** Who is told of cases. The bank's own people see them as they are, people of partners as their machines are shown to them. */
export type Reader = Pick<Actor, 'isAhml'>

/** What follows from the machines, once they are all known: types of cases may be among those who ask. */
function derived() {
  const states = CaseType.options.flatMap((type) =>
    Object.keys(machines[type].states).map((stage) => ({
      stage,
      shown: shownStage(machines[type], stage),
      veiled: isVeiled(machines[type], stage),
    })),
  )
  return {
    machines: byCaseType((_, { machine }) => machineForPartners(machine)),
    /** All stages by how partners see them; the same in every type, which a test promises. */
    byShown: Map.groupBy(states, ({ shown }) => shown),
    veiled: [...new Set(states.flatMap(({ stage, veiled }) => (veiled ? [stage] : [])))],
  }
}
let known: ReturnType<typeof derived> | undefined
const forPartners = () => (known ??= derived())

/** The machine of a type as the person sees it. */
export const machineFor = ({ isAhml }: Reader, type: CaseType): Machine =>
  (isAhml ? machines : forPartners().machines)[type]

/** Whether what happens in the stage is kept from the person. */
export const isVeiledFrom = ({ isAhml }: Reader, type: CaseType, stage: string): boolean =>
  !isAhml && isVeiled(machines[type], stage)

/** The stage as the person sees it. */
export const stageFor = ({ isAhml }: Reader, type: CaseType, stage: string): string =>
  isAhml ? stage : shownStage(machines[type], stage)

/** Name of the stage as the person sees it; its code when the machine does not know it any more. */
export const stageNameFor = (reader: Reader, type: CaseType, stage: string): string => {
  const shown = stageFor(reader, type, stage)
  return machines[type].states[shown]?.name ?? shown
}

/** The stages that the person means by these: what they cannot see they cannot ask for. */
export const stagesMeant = ({ isAhml }: Reader, asked: readonly string[]): readonly string[] =>
  isAhml
    ? asked
    : [...new Set(asked.flatMap((code) => (forPartners().byShown.get(code) ?? []).map(({ stage }) => stage)))]

/** Codes of the stages that are kept from people of partners. */
export const veiledStages = (): readonly string[] => forPartners().veiled

/** All stages as the person sees them: type → stage → name. */
export const stageNamesFor = (reader: Reader): Readonly<Record<CaseType, Readonly<Record<string, string>>>> =>
  byCaseType((type, { machine: { states } }) =>
    Object.fromEntries(Object.keys(states).map((stage) => [stage, stageNameFor(reader, type, stage)])),
  )
