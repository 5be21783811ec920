import { lowered } from '@ipoteka-office/contract/words.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import {
  type Signer,
  signerRoles,
  signingMethods,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { ruleFields as of } from '@ipoteka-office/contract/document-rules/rule-fields.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { type CardLabels, type HistoryField, told } from '#features/history/card-history.rules.ts'
import { type CardChange, listCardHistory } from '#features/history/card-history.service.ts'
import { findRevisions } from './document-rules.repo.ts'
import { getRule, objectType, type Reader, type RuleParts } from './document-rules.service.ts'
import { loadNames, type RuleNames } from './rule-names.service.ts'
import type { StoredRevision } from './stored-rules.ts'

const signersText = (list: unknown) =>
  (list as Signer[])
    .map(({ role, method }) =>
      method === 'ANY' ? signerRoles[role] : `${signerRoles[role]} (${lowered(signingMethods[method])})`,
    )
    .join(', ')

/** Everything that is entered, but the days: a version has its own. */
const contentFields = ({ ofFact }: RuleNames): Record<string, HistoryField> => ({
  name: told(of.name),
  documents: told(of.documents),
  effect: told(of.effect),
  usage: told(of.usage),
  days: told(of.days),
  signers: told(of.signers, { text: signersText }),
  subject: told(of.subject),
  roles: told(of.roles),
  programmes: told(of.programmes),
  condition: told(of.condition, { text: (condition) => conditionText(condition as Condition, ofFact) }),
  group: told(of.group),
  stage: told(of.stage),
  quantity: told(of.quantity),
  priority: told(of.priority),
  formats: told(of.formats),
  maxMb: told(of.maxMb),
  checks: told(of.checks),
  message: told(of.message),
  basis: told(of.basis),
  comment: told(of.comment),
})

const labelsWith = (names: RuleNames): CardLabels => ({
  document_rule: {
    fields: {
      draft: { label: 'Черновик', parts: contentFields(names) },
      draft_from: { label: 'Черновик: действует с' },
      draft_to: { label: 'Черновик: действует по' },
      deleted_at: { label: 'Удалено' },
    },
  },
  document_rule_revision: {
    title: 'Версия',
    subject: 'number',
    fields: {
      number: { label: 'номер' },
      valid_from: { label: 'действует с' },
      valid_to: { label: 'действует по' },
      comment: { label: 'комментарий' },
      withdrawn_at: { label: 'отозвана' },
    },
  },
})

/** A draft of a published rule begins from its last version: it is told by what differs from that. */
function fromRevision(revisions: readonly StoredRevision[], change: CardChange): CardChange {
  const begins = change.oldValues?.['draft'] === null && Boolean(change.newValues?.['draft'])
  // The newest comes first.
  const before = revisions.find(({ publishedAt }) => publishedAt <= change.at)
  if (!begins || before === undefined) return change
  return { ...change, oldValues: { ...change.oldValues, draft: before.content } }
}

export async function listHistory(
  reader: Reader,
  parts: RuleParts,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { db } = reader
  const { draft, current, planned } = await getRule(reader, parts, id)
  const contents = [draft, current, planned].flatMap((one) => (one === null ? [] : [one.content]))
  const names = await loadNames(db, parts.references, { contents })
  const revisions = await findRevisions(db, id)
  return listCardHistory(reader, { objectType, objectId: id }, labelsWith(names), query, (changes) =>
    changes.map((change) => fromRevision(revisions, change)),
  )
}
