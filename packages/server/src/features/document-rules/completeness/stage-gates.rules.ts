import {
  type DocumentStage,
  documentStages,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type {
  Completeness,
  Requirement,
  StageCompleteness,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { stageIndex } from './needs.rules.ts'

const stageCodes = Object.keys(documentStages) as DocumentStage[]

/** Whole percent, rounded down, so that 100 means all. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.floor((part * 100) / whole)

const asked = (requirements: readonly Requirement[]) => requirements.filter(({ need }) => need === 'REQUIRED')
const open = (requirements: readonly Requirement[]) => requirements.filter(({ need }) => need === 'UNKNOWN')
const isAccepted = ({ accepted, quantity }: Requirement) => accepted >= quantity
const isProvided = ({ provided, quantity }: Requirement) => provided >= quantity

/** What a stage asks of a requirement: acceptance, once a stage that asks for it lies between. */
function isFulfilledFor(stage: DocumentStage, requirement: Requirement): boolean {
  const between = stageCodes.slice(stageIndex(requirement.stage), stageIndex(stage) + 1)
  const needsAccepted = between.some((code) => documentStages[code].needs === 'ACCEPTED')
  return needsAccepted ? isAccepted(requirement) : isProvided(requirement)
}

/** What keeps a case out of a stage: what is missing, and what nobody can decide yet. */
export interface StageBlock {
  readonly blocked: boolean
  readonly missing: readonly Requirement[]
  readonly undecided: readonly Requirement[]
}

const blockOf = (requirements: readonly Requirement[], stage: DocumentStage): StageBlock => {
  const due = requirements.filter((one) => stageIndex(one.stage) <= stageIndex(stage))
  const missing = asked(due).filter((one) => !isFulfilledFor(stage, one))
  // What has been brought already is in nobody's way, whatever the answer turns out to be.
  const undecided = open(due).filter((one) => !isFulfilledFor(stage, one))
  return { blocked: missing.length > 0 || undecided.length > 0, missing, undecided }
}

/** The gate of a process: asked with the answer of `completenessOf` before the case enters the stage. */
export const blocksStage = ({ groups }: Pick<Completeness, 'groups'>, stage: DocumentStage): StageBlock =>
  blockOf(
    groups.flatMap(({ requirements }) => requirements),
    stage,
  )

/** Stages that ask for something of their own, each with all that the earlier ones ask for. */
export function stagesOf(requirements: readonly Requirement[]): StageCompleteness[] {
  const own = new Set(requirements.filter(({ need }) => need !== 'NOT_REQUIRED').map(({ stage }) => stage))
  return stageCodes
    .filter((stage) => own.has(stage))
    .map((stage) => {
      const { name, needs } = documentStages[stage]
      const due = asked(requirements).filter((one) => stageIndex(one.stage) <= stageIndex(stage))
      const { missing, undecided } = blockOf(requirements, stage)
      const fulfilled = due.length - missing.length
      return {
        stage,
        name,
        needs,
        required: due.length,
        fulfilled,
        undecided: undecided.length,
        percent: percentOf(fulfilled, due.length),
        open: missing.length === 0 && undecided.length === 0,
        blockedBy: [...missing, ...undecided].map(({ key }) => key),
      }
    })
}

/** The counts of the whole case. */
export function summaryOf(requirements: readonly Requirement[], participantsKnown: boolean) {
  const required = asked(requirements)
  const accepted = required.filter(isAccepted).length
  const provided = required.filter(isProvided).length
  const undecided = open(requirements).filter((one) => !isAccepted(one)).length
  return {
    required: required.length,
    accepted,
    provided,
    undecided,
    percent: percentOf(accepted, required.length),
    providedPercent: percentOf(provided, required.length),
    complete: participantsKnown && accepted === required.length && undecided === 0,
  }
}
