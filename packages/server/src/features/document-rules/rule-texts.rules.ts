import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import {
  type ContentOf,
  leadUsages,
  type RuleContent,
  type RuleType,
  ruleEffects,
  signerRoles,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type {
  DocumentRule,
  RuleRevision,
  RuleRow,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { EngineNames } from './completeness/completeness.rules.ts'
import type { ListedRule, StoredRevision, StoredRule } from './stored-rules.ts'

/** 1 день, 2 дня, 5 дней. */
function daysText(days: number): string {
  const tens = days % 100
  const ones = days % 10
  if (ones === 1 && tens !== 11) return `${days} день`
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? `${days} дня` : `${days} дней`
}

const decisions: { readonly [T in RuleType]: (content: ContentOf<T>) => string } = {
  COMPLETENESS: ({ effect, documents, quantity }) => {
    if (effect === 'NOT_REQUIRED') return ruleEffects.NOT_REQUIRED
    const what = documents.length > 1 ? 'Нужен один из' : ruleEffects.REQUIRED
    return quantity > 1 ? `${what}, ${quantity} шт.` : what
  },
  LEAD_USAGE: ({ usage }) => leadUsages[usage],
  VALIDITY: ({ days }) => (days === null ? 'Без срока' : daysText(days)),
  SIGNERS: ({ signers }) => signers.map(({ role }) => signerRoles[role]).join(', '),
}

/** What a rule decides, in words. */
export const decisionText = (content: RuleContent): string =>
  (decisions[content.ruleType] as (content: RuleContent) => string)(content)

const option = (code: string, nameOf: (code: string) => string) => ({ code, name: nameOf(code) })

/** A row of the list with its names. */
export function toRow({ content, ...rule }: ListedRule, names: EngineNames): RuleRow {
  const ofType = content.ruleType === 'COMPLETENESS' ? content : null
  return {
    ...rule,
    name: content.name,
    documents: content.documents.map((code) => option(code, names.ofDocument)),
    subject: content.subject,
    roles: content.roles.map((code) => option(code, names.ofRole)),
    programmes: content.programmes.map((code) =>
      option(code, (one) => names.ofFact('programme', one) ?? one),
    ),
    conditionText: conditionText(content.condition, names.ofFact),
    priority: content.priority,
    effect: ofType?.effect ?? null,
    stage: ofType?.stage ?? null,
    quantity: ofType?.quantity ?? null,
    group: ofType?.group ?? null,
    decision: decisionText(content),
  }
}

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
const earliest = (days: readonly (string | null)[]): string | null =>
  days.filter((day) => day !== null).sort()[0] ?? null

/** The last day of a version: its own, or the day before the version that takes its place. */
function lastDay(revision: StoredRevision, all: readonly StoredRevision[]): string | null {
  const next = all
    .filter(
      ({ withdrawnAt, validFrom, number }) =>
        withdrawnAt === null &&
        (validFrom > revision.validFrom || (validFrom === revision.validFrom && number > revision.number)),
    )
    .map(({ validFrom }) => dayBefore(validFrom))
  return earliest([revision.validTo, ...next])
}

function stateOf({ withdrawnAt, validFrom }: StoredRevision, inForceTo: string | null, today: string) {
  if (withdrawnAt !== null) return 'WITHDRAWN'
  if (validFrom > today) return 'PLANNED'
  return inForceTo === null || inForceTo >= today ? 'CURRENT' : 'PAST'
}

/** A version without what its reader may do. */
export type ShownRevision = Omit<RuleRevision, 'actions'>
/** A rule without what its reader may do with its versions. */
export interface ShownRule extends Omit<DocumentRule, 'draft' | 'current' | 'planned'> {
  readonly draft: Omit<NonNullable<DocumentRule['draft']>, 'actions'> | null
  readonly current: ShownRevision | null
  readonly planned: ShownRevision | null
}

/** Versions as they are shown, newest first. */
export const toRevisions = (
  revisions: readonly StoredRevision[],
  today: string,
  { ofFact }: EngineNames,
): ShownRevision[] =>
  revisions.map((revision) => {
    const inForceTo = lastDay(revision, revisions)
    const { number, validFrom, validTo, content, comment, publishedAt, publishedBy } = revision
    return {
      number,
      state: stateOf(revision, inForceTo, today),
      validFrom,
      validTo,
      inForceTo,
      content,
      conditionText: conditionText(content.condition, ofFact),
      comment,
      publishedAt,
      publishedBy: publishedBy ?? 'Поставка системы',
    }
  })

const ruleState = (rule: StoredRule, revisions: readonly ShownRevision[]): DocumentRule['state'] => {
  const has = (state: ShownRevision['state']) => revisions.some((revision) => revision.state === state)
  if (rule.deletedAt !== null) return 'DELETED'
  if (has('CURRENT')) return 'ACTIVE'
  if (has('PLANNED')) return 'PLANNED'
  return has('PAST') ? 'ENDED' : 'DRAFT'
}

/** A rule with its draft and the versions that matter now. */
export function toRule(
  rule: StoredRule,
  stored: readonly StoredRevision[],
  today: string,
  names: EngineNames,
): ShownRule {
  const revisions = toRevisions(stored, today, names)
  const planned = revisions
    .filter(({ state }) => state === 'PLANNED')
    .sort((a, b) => a.validFrom.localeCompare(b.validFrom) || b.number - a.number)
  const { id, ruleType, delivered, deletedAt, version, draft, draftAt } = rule
  return {
    id,
    ruleType,
    state: ruleState(rule, revisions),
    delivered,
    edited:
      delivered &&
      stored.some(({ publishedBy, withdrawnAt }) => publishedBy !== null && withdrawnAt === null),
    draft:
      draft === null || draftAt === null
        ? null
        : {
            content: draft,
            conditionText: conditionText(draft.condition, names.ofFact),
            validFrom: rule.draftFrom,
            validTo: rule.draftTo,
            changedAt: draftAt,
            changedBy: rule.draftBy ?? 'Система',
          },
    current: revisions.find(({ state }) => state === 'CURRENT') ?? null,
    planned: planned[0] ?? null,
    revisionsCount: stored.length,
    deletedAt,
    version,
  }
}
