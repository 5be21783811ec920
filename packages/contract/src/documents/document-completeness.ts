import { z } from 'zod'
import { Day } from '../common/items.ts'
import { keyOf, Code, Id, IdParam, Option } from '../common/scalars.ts'
import { FactCode, FactScope, FactValue } from '../document-rules/document-facts.ts'
import {
  caseGroups,
  DocumentStage,
  documentFormats,
  leadUsages,
  qualityChecks,
  signerRoles,
  signingMethods,
} from '../document-rules/document-rule-content.ts'
import { DocumentOwnerType } from './documents.ts'
import { can, endpoint } from '../endpoint.ts'

/** Groups of the answer: one for each participant, the others for the case. */
export const completenessGroups = {
  BORROWER: 'Заёмщик',
  CO_BORROWER: 'Созаёмщик',
  PARTICIPANT: 'Другой участник',
  ...caseGroups,
} as const
export type CompletenessGroupCode = keyof typeof completenessGroups

/**
 * REQUIRED: needed. NOT_REQUIRED: a rule says that it is not needed. UNKNOWN: depends on facts that are not known yet,
 * they are listed; it is never guessed.
 */
export const needStates = {
  REQUIRED: 'Нужен',
  NOT_REQUIRED: 'Не нужен',
  UNKNOWN: 'Зависит от данных',
} as const
export type NeedState = keyof typeof needStates

/** How far a requirement is fulfilled. UNKNOWN: how long the document is valid depends on facts that are not known. */
export const requirementStatuses = {
  NONE: 'Нет',
  UPLOADED: 'Загружен',
  CHECKING: 'На проверке',
  ACCEPTED: 'Принят',
  REJECTED: 'Отклонён',
  EXPIRES: 'Истекает',
  EXPIRED: 'Истёк',
  UNKNOWN: 'Срок зависит от данных',
} as const
export type RequirementStatus = keyof typeof requirementStatuses
export const RequirementStatus = keyOf(requirementStatuses)

/** A fact that is not known and decides something; `participantKey` tells whose. */
export const OpenFact = z.object({
  fact: FactCode,
  label: z.string(),
  participantKey: z.string().nullable(),
})
export type OpenFact = z.output<typeof OpenFact>

/** A rule that spoke, and why in words: «семейное положение — женат / замужем». */
export const RuleReason = z.object({
  ruleId: Id.nullable(),
  name: z.string(),
  text: z.string(),
  basis: z.string(),
})
export type RuleReason = z.output<typeof RuleReason>

/** A document that counts for a requirement (or was refused for it). */
export const RequirementDocument = z.object({
  id: Id,
  typeCode: z.string(),
  title: z.string(),
  status: RequirementStatus,
  /** Why it was rejected; empty otherwise. */
  reason: z.string(),
  /** Last day in force by its own date and the rules of validity; null: without end or the day of issue is not known. */
  validUntil: z.string().nullable(),
})
export type RequirementDocument = z.output<typeof RequirementDocument>

export const Requirement = z.object({
  /** Stays the same while the rules do: participant, documents. */
  key: z.string(),
  need: keyOf(needStates),
  /** Any one of them is enough; those that another rule declares not needed are left out. */
  documents: z.array(Option),
  quantity: z.int(),
  /** Documents accepted; uploaded, being checked or accepted. */
  accepted: z.int(),
  provided: z.int(),
  stage: DocumentStage,
  status: RequirementStatus,
  /** Nearest last day in force of what is accepted. */
  validUntil: z.string().nullable(),
  /** «Нужен, потому что …» or «Не нужен, потому что …» in one sentence. */
  because: z.string(),
  reasons: z.array(RuleReason),
  /** What must become known: of UNKNOWN, or of what the validity depends on. */
  dependsOn: z.array(OpenFact),
  formats: z.array(keyOf(documentFormats)),
  maxMb: z.int().nullable(),
  checks: z.array(keyOf(qualityChecks)),
  signers: z.array(z.object({ role: keyOf(signerRoles), method: keyOf(signingMethods) })),
  /** What to say while it is missing. */
  message: z.string(),
  /** Rules of the same priority say «нужен» and «не нужен» at once: it is asked for, and an editor should look. */
  conflict: z.boolean(),
  found: z.array(RequirementDocument),
})
export type Requirement = z.output<typeof Requirement>

export const CaseParticipant = z.object({
  /** Tells participants of a case apart; documents name it as the participant's name. */
  key: z.string().min(1).max(200),
  role: Code,
  name: z.string().max(200),
})
export type CaseParticipant = z.output<typeof CaseParticipant>

export const CompletenessGroup = z.object({
  code: keyOf(completenessGroups),
  name: z.string(),
  participant: CaseParticipant.extend({ roleName: z.string() }).nullable(),
  requirements: z.array(Requirement),
})
export type CompletenessGroup = z.output<typeof CompletenessGroup>

/** A stage with all that it asks for, earlier stages included. */
export const StageCompleteness = z.object({
  stage: DocumentStage,
  name: z.string(),
  needs: z.enum(['PROVIDED', 'ACCEPTED']),
  required: z.int(),
  fulfilled: z.int(),
  /** Requirements that nobody can decide yet and that what has been brought does not meet. */
  undecided: z.int(),
  /** Whole percent, rounded down; 100 when nothing is asked for. */
  percent: z.int(),
  /** Nothing is missing and nothing is undecided: the case may enter. */
  open: z.boolean(),
  /** Keys of the requirements that are in the way. */
  blockedBy: z.array(z.string()),
})
export type StageCompleteness = z.output<typeof StageCompleteness>

export const Completeness = z.object({
  ownerType: DocumentOwnerType,
  ownerId: Id,
  title: z.string(),
  /** For which day: rules in force and documents valid. */
  on: Day,
  groups: z.array(CompletenessGroup),
  required: z.int(),
  accepted: z.int(),
  provided: z.int(),
  /** Requirements that nobody can decide yet and that what is accepted does not meet. */
  undecided: z.int(),
  /** Accepted of required, whole percent, rounded down. */
  percent: z.int(),
  /** Provided of required, the same way. */
  providedPercent: z.int(),
  /** Everything that is required is accepted, and nothing is undecided. */
  complete: z.boolean(),
  /** Stages that ask for something, in order. */
  stages: z.array(StageCompleteness),
  /** Where the case stands; null when it is not known. */
  stage: DocumentStage.nullable(),
  /** False: there may be participants that the system does not know of. */
  participantsKnown: z.boolean(),
  /** All facts that are not known and decide something, those that decide most first. */
  openFacts: z.array(OpenFact.extend({ requirements: z.int() })),
  /** What is known of the case and of its participants. */
  facts: z.array(
    z.object({
      fact: FactCode,
      label: z.string(),
      scope: FactScope,
      participantKey: z.string().nullable(),
      value: FactValue,
      text: z.string(),
    }),
  ),
  /** Documents of types that are required of several participants and name none: nobody knows whose they are. */
  unplaced: z.array(z.object({ id: Id, typeCode: z.string(), title: z.string() })),
  /** Which types a short application takes; empty for other cases. */
  leadUsage: z.array(
    z.object({
      document: Option,
      usage: keyOf(leadUsages),
      because: z.string(),
      dependsOn: z.array(OpenFact),
    }),
  ),
})
export type Completeness = z.output<typeof Completeness>

/** What a case needs, what it has, why, and which stages that blocks. 404 for an owner that the caller may not see. */
export const getCompleteness = endpoint({
  method: 'GET',
  path: '/document/completeness/:ownerType/:ownerId',
  summary: 'Комплектность документов',
  access: can('Document', 'Read'),
  params: z.object({ ownerType: DocumentOwnerType, ownerId: IdParam }),
  response: Completeness,
})
