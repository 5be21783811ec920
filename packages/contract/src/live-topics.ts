import { ApproverType, approverObject } from './approvers/approvers.ts'
import { type BlacklistKind, blacklistKinds, blacklistObject } from './blacklists/blacklist-kinds.ts'
import { CaseType, caseTypes } from './cases/types/case-types.ts'
import { documentOwnerRights } from './documents/document-owners.ts'
import type { DocumentOwnerType } from './documents/documents.ts'
import { topics } from './live.ts'
import type { ObjectType, OperationsMap } from './operations.ts'
import { hasAllOperations } from './rights.ts'

type CardTopic = 'partner' | 'employee' | 'case' | 'blacklistEntry'

/** What a destination means; the closed list of what may be subscribed to. */
export type Topic =
  | { readonly kind: 'approvers' | 'unassigned'; readonly type: ApproverType }
  | { readonly kind: 'presence'; readonly object: 'approver' | 'case'; readonly id: number }
  | { readonly kind: 'cases'; readonly type: CaseType }
  | { readonly kind: 'blacklist'; readonly list: BlacklistKind }
  | { readonly kind: CardTopic; readonly id: number }
  | { readonly kind: 'documents'; readonly ownerType: DocumentOwnerType; readonly id: number }
  | {
      readonly kind:
        | 'mine'
        | 'rights'
        | 'dictionaries'
        | 'features'
        | 'parameters'
        | 'underwriters'
        | 'products'
        | 'impacts'
        | 'rateLimits'
        | 'assignmentRules'
        | 'scorecards'
    }

const list = /^\/topic\/(approvers|unassigned)\.(oic|nis|uw)$/
const cases = /^\/topic\/cases\.([A-Z_]{1,40})$/
const card = /^\/topic\/(partner|employee|case|blacklistEntry)\.([1-9]\d{0,9})$/
const presence = /^\/topic\/presence\.(approver|case)\.([1-9]\d{0,9})$/
const documents = /^\/topic\/documents\.([A-Z_]{1,40})\.([1-9]\d{0,9})$/
const maxId = 2_147_483_647
const isId = (id: number) => id > 0 && id <= maxId

const plain: ReadonlyMap<string, Topic> = new Map([
  [topics.mine, { kind: 'mine' }],
  [topics.rights, { kind: 'rights' }],
  [topics.dictionaries, { kind: 'dictionaries' }],
  [topics.features, { kind: 'features' }],
  [topics.parameters, { kind: 'parameters' }],
  [topics.underwriters, { kind: 'underwriters' }],
  [topics.products, { kind: 'products' }],
  [topics.impacts, { kind: 'impacts' }],
  [topics.rateLimits, { kind: 'rateLimits' }],
  [topics.assignmentRules, { kind: 'assignmentRules' }],
  [topics.scorecards, { kind: 'scorecards' }],
  ...Object.keys(blacklistKinds).map((list): [string, Topic] => [
    topics.blacklist(list),
    { kind: 'blacklist', list: list as BlacklistKind },
  ]),
])

function documentsTopic(destination: string): Topic | null {
  const [, ownerType = '', ownerId] = documents.exec(destination) ?? []
  const id = Number(ownerId ?? 0)
  if (!Object.hasOwn(documentOwnerRights, ownerType) || !isId(id)) return null
  return { kind: 'documents', ownerType: ownerType as DocumentOwnerType, id }
}

function casesTopic(destination: string): Topic | null {
  const type = CaseType.safeParse(cases.exec(destination)?.[1])
  return type.success ? { kind: 'cases', type: type.data } : null
}

function presenceTopic(destination: string): Topic | null {
  const [, object, openedId] = presence.exec(destination) ?? []
  const id = Number(openedId ?? 0)
  return isId(id) ? { kind: 'presence', object: object as 'approver' | 'case', id } : null
}

/** Reads a destination; null when there is no such topic. */
export function parseTopic(destination: string): Topic | null {
  const known = plain.get(destination)
  if (known !== undefined) return known
  const [, kind, type] = list.exec(destination) ?? []
  if (kind !== undefined) return { kind: kind as 'approvers' | 'unassigned', type: type as ApproverType }
  const [, object, cardId] = card.exec(destination) ?? []
  if (object !== undefined)
    return isId(Number(cardId)) ? { kind: object as CardTopic, id: Number(cardId) } : null
  const ofDocuments = documentsTopic(destination)
  if (ofDocuments !== null) return ofDocuments
  return casesTopic(destination) ?? presenceTopic(destination)
}

/** Departments whose approvers the person may read. */
export const readableTypes = (operations: OperationsMap): ApproverType[] =>
  ApproverType.options.filter((type) => operations[approverObject.objects[type]]?.includes('Read'))

/** Types of cases that the person may read. */
export const readableCases = (operations: OperationsMap): CaseType[] =>
  CaseType.options.filter((type) => operations[caseTypes[type].object]?.includes('Read'))

const holds = (operations: OperationsMap, object: ObjectType, operation: string): boolean =>
  operations[object]?.includes(operation) ?? false

function hasRightToCases(operations: OperationsMap, topic: Topic): boolean {
  if (topic.kind === 'cases') return readableCases(operations).includes(topic.type)
  if (topic.kind === 'case') return readableCases(operations).length > 0
  if (topic.kind !== 'presence') return true
  return (topic.object === 'case' ? readableCases(operations) : readableTypes(operations)).length > 0
}

const sees = (operations: OperationsMap) =>
  holds(operations, 'CreditProduct', 'List') || holds(operations, 'LoanProduct', 'List')

/** Topics of the bank's own pages, each with the right that opens its page. */
const bankTopics: Readonly<Partial<Record<Topic['kind'], (operations: OperationsMap) => boolean>>> = {
  underwriters: (operations) => holds(operations, 'Underwriting', 'UndMenuManagingEmployees'),
  scorecards: (operations) => holds(operations, 'Underwriting', 'ReadScorecard'),
  rateLimits: (operations) => holds(operations, 'Rule', 'MaxRateCalculationRead'),
  // As the pages of the rules ask: the list of pages is too heavy for every page that listens.
  assignmentRules: (operations) =>
    holds(operations, 'Admin', 'LeadDistribution') ||
    holds(operations, 'Admin', 'AppDistribution') ||
    holds(operations, 'Partner', 'AssignmentRuleConfigurationRead'),
  products: sees,
  impacts: sees,
}

/**
 * Whether the person's rights allow the topic: the server refuses it otherwise, and a page does not ask for it. The
 * visibility of a single row is asked by the server alone.
 */
export function mayHear(operations: OperationsMap, topic: Topic): boolean {
  if (topic.kind === 'approvers' || topic.kind === 'unassigned')
    return readableTypes(operations).includes(topic.type)
  if (topic.kind === 'documents')
    return hasAllOperations(operations, {
      Document: ['Read'],
      ...documentOwnerRights[topic.ownerType].read,
    })
  const inBank = bankTopics[topic.kind]
  if (inBank !== undefined) return inBank(operations)
  if (topic.kind === 'blacklist') return holds(operations, blacklistObject.objects[topic.list], 'List')
  if (topic.kind === 'blacklistEntry')
    return Object.values(blacklistObject.objects).some((object) => holds(operations, object, 'Read'))
  if (topic.kind === 'partner') return holds(operations, 'Partner', 'Read')
  if (topic.kind === 'employee') return holds(operations, 'PartnerEmployee', 'Read')
  return hasRightToCases(operations, topic)
}
