import type {
  Completeness,
  CompletenessGroup,
  OpenFact,
  Requirement,
  RequirementStatus,
  StageCompleteness,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { requirementStatuses } from '@ipoteka-office/contract/documents/document-completeness.ts'
import {
  documentFormats,
  documentStages,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf, plural } from '#lib/plural.ts'
import type { Tone } from '#ui/tag.tsx'

/** How statuses of requirements look. */
export const statusTones: Readonly<Record<RequirementStatus, Tone>> = {
  NONE: 'neutral',
  UPLOADED: 'blue',
  CHECKING: 'blue',
  ACCEPTED: 'green',
  REJECTED: 'red',
  EXPIRES: 'amber',
  EXPIRED: 'red',
  UNKNOWN: 'amber',
}

/** «Истекает 30.11.2026»; the day stands where it says something. */
export function statusText({ status, validUntil }: Pick<Requirement, 'status' | 'validUntil'>): string {
  const words = requirementStatuses[status]
  return validUntil && (status === 'EXPIRES' || status === 'EXPIRED')
    ? `${words} ${formatDate(validUntil)}`
    : words
}

/** «СНИЛС или ИНН»: any one of them is enough. */
export const documentsText = (documents: Requirement['documents']): string =>
  documents.map(({ name }) => name).join(' или ')

/** «семейное положение, детей до 18 лет»: what must become known, each named once. */
export const factsText = (facts: readonly Pick<OpenFact, 'label'>[]): string =>
  [...new Set(facts.map(({ label }) => label))].join(', ')

/** What a requirement asks beside the document itself, in short words. */
export function requirementNotes(requirement: Requirement): string[] {
  const { stage, quantity, accepted, provided, formats, maxMb } = requirement
  const counted = `нужно ${quantity}, загружено ${provided}, принято ${accepted}`
  return [
    `к этапу «${documentStages[stage].name}»`,
    ...(quantity > 1 ? [counted] : []),
    ...(formats.length > 0 ? [formats.map((format) => documentFormats[format]).join(', ')] : []),
    ...(maxMb === null ? [] : [`до ${maxMb} МБ`]),
  ]
}

/** Whether another file would bring the requirement further. */
export const wantsUpload = ({ need, status, quantity, provided }: Requirement): boolean =>
  need !== 'NOT_REQUIRED' &&
  (status === 'NONE' ||
    status === 'REJECTED' ||
    status === 'EXPIRES' ||
    status === 'EXPIRED' ||
    provided < quantity)

/** Requirements of a group: those to look at, those that nobody can decide yet, and those that a rule says are not needed. */
export function splitNeeds({ requirements }: Pick<CompletenessGroup, 'requirements'>) {
  // A document that is already there is looked at, whatever becomes of the requirement.
  const isWaiting = ({ need, found }: Requirement) => need === 'UNKNOWN' && found.length === 0
  return {
    needed: requirements.filter((one) => one.need !== 'NOT_REQUIRED' && !isWaiting(one)),
    waiting: requirements.filter(isWaiting),
    spared: requirements.filter(({ need }) => need === 'NOT_REQUIRED'),
  }
}

/** The stage that is in front of the case: the first after its own that is shut, else the first that is. */
export function nextStage({
  stages,
  stage,
}: Pick<Completeness, 'stages' | 'stage'>): StageCompleteness | null {
  const order = Object.keys(documentStages)
  const at = stage === null ? -1 : order.indexOf(stage)
  const shut = stages.filter(({ open }) => !open)
  return shut.find((one) => order.indexOf(one.stage) > at) ?? shut[0] ?? null
}

/** What is needed and is in the way of a stage, in the order in which it is shown; what is undecided is told apart. */
export function blockersOf(
  { groups }: Pick<Completeness, 'groups'>,
  { blockedBy }: Pick<StageCompleteness, 'blockedBy'>,
): Requirement[] {
  const keys = new Set(blockedBy)
  return groups.flatMap(({ requirements }) =>
    requirements.filter(({ key, need }) => need === 'REQUIRED' && keys.has(key)),
  )
}

/** What is in the way: what is still to be brought, and how much has been brought and waits to be accepted. */
export function missingOf(blockers: readonly Requirement[]): { missing: Requirement[]; waiting: number } {
  const missing = blockers.filter(({ provided, quantity }) => provided < quantity)
  return { missing, waiting: blockers.length - missing.length }
}

/** «Принято 5 из 12, загружено 8; 2 требования зависят от данных». */
export function totalsText({
  required,
  accepted,
  provided,
  undecided,
}: Pick<Completeness, 'required' | 'accepted' | 'provided' | 'undecided'>): string {
  const verb = plural(undecided, 'зависит', 'зависят', 'зависят')
  const count = countOf(undecided, 'требование', 'требования', 'требований')
  const open = undecided > 0 ? `; от данных ${verb} ${count}` : ''
  if (required === 0) return `Обязательных документов нет${open}`
  return `Принято ${accepted} из ${required}, загружено ${provided}${open}`
}
