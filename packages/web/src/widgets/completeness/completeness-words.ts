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
import type { DotTone } from '#ui/status-dot.tsx'

/** How statuses of requirements look. */
export const statusTones: Readonly<Record<RequirementStatus, DotTone>> = {
  NONE: 'ring',
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

/** How a case's requirements are divided on its page, in this order: what is needed now stands open, the rest folds. */
export const requirementParts = {
  NOW: 'Нужно сейчас',
  RECEIVED: 'Получены',
  LATER: 'Понадобятся позже',
  WAITING: 'Зависят от данных',
  SPARED: 'Не нужны',
} as const
export type RequirementPart = keyof typeof requirementParts

/** What the division looks at beside a requirement itself. */
interface Wanted {
  /** Keys of what is in the way of the next stage; null: the owner has no stages, everything is wanted at once. */
  readonly blocking: ReadonlySet<string> | null
  /** Whether a document names somebody else than the questionnaire. */
  readonly isForeign: (documentId: number) => boolean
}

const broken: readonly RequirementStatus[] = ['REJECTED', 'EXPIRED', 'EXPIRES']

/** Where a requirement stands: what somebody has to do something about is needed now, whatever its stage. */
export function partOf(requirement: Requirement, { blocking, isForeign }: Wanted): RequirementPart {
  const { key, need, status, provided, found } = requirement
  if (need === 'NOT_REQUIRED') return 'SPARED'
  // A document that is already there is looked at, whatever becomes of the requirement.
  if (need === 'UNKNOWN' && found.length === 0) return 'WAITING'
  if (broken.includes(status) || found.some(({ id }) => isForeign(id))) return 'NOW'
  if (!wantsUpload(requirement)) return 'RECEIVED'
  return provided > 0 || blocking === null || blocking.has(key) ? 'NOW' : 'LATER'
}

/** Requirements that are brought and not looked at yet. */
export const isUnchecked = ({ status }: Pick<Requirement, 'status'>): boolean =>
  status === 'UPLOADED' || status === 'CHECKING'

/** One part of the page: its requirements by whom they are of, what waits for a look before what is settled. */
export interface PartOfCase {
  readonly part: RequirementPart
  readonly groups: readonly CompletenessGroup[]
  readonly requirements: readonly Requirement[]
}

/** The parts that have something, in their order. */
export function partsOf(completeness: Completeness, isForeign: Wanted['isForeign']): PartOfCase[] {
  const { groups, stages } = completeness
  const blocking = stages.length === 0 ? null : new Set(nextStage(completeness)?.blockedBy)
  return (Object.keys(requirementParts) as RequirementPart[]).flatMap((part) => {
    const own = groups
      .map((group) => ({
        ...group,
        requirements: group.requirements
          .filter((one) => partOf(one, { blocking, isForeign }) === part)
          .toSorted((a, b) => Number(isUnchecked(b)) - Number(isUnchecked(a))),
      }))
      .filter(({ requirements }) => requirements.length > 0)
    return own.length === 0
      ? []
      : [{ part, groups: own, requirements: own.flatMap(({ requirements }) => requirements) }]
  })
}

/** What of a requirement stands in its line beside the status; `isBad`: somebody has to act on it. */
export function lineNote(requirement: Requirement): { text: string; isBad: boolean } {
  const { need, status, message, quantity, provided, validUntil, found, dependsOn } = requirement
  const reason = found.find((one) => one.status === 'REJECTED')?.reason
  if (status === 'REJECTED' && reason) return { text: reason, isBad: true }
  if (need === 'UNKNOWN') return { text: `зависит от: ${factsText(dependsOn)}`, isBad: false }
  if (status === 'NONE' && need === 'REQUIRED' && message) return { text: message, isBad: true }
  if (quantity > 1) return { text: `${provided} из ${quantity}`, isBad: false }
  if (status === 'ACCEPTED' && validUntil) return { text: `до ${formatDate(validUntil)}`, isBad: false }
  return { text: '', isBad: false }
}

/** The stage that is in front of the case: the first shut one from its own on, else the first that is. */
export function nextStage({
  stages,
  stage,
}: Pick<Completeness, 'stages' | 'stage'>): StageCompleteness | null {
  const order = Object.keys(documentStages)
  const at = stage === null ? -1 : order.indexOf(stage)
  const shut = stages.filter(({ open }) => !open)
  return shut.find((one) => order.indexOf(one.stage) >= at) ?? shut[0] ?? null
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
