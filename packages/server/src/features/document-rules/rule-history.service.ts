import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import {
  caseGroups,
  documentFormats,
  documentStages,
  leadUsages,
  qualityChecks,
  ruleEffects,
  ruleSubjects,
  type Signer,
  signerRoles,
  signingMethods,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type { CardLabels, HistoryField } from '#features/history/card-history.rules.ts'
import { type CardChange, listCardHistory } from '#features/history/card-history.service.ts'
import { findRevisions } from './document-rules.repo.ts'
import { getRule, objectType, type Reader, type RuleParts } from './document-rules.service.ts'
import { loadNames, type RuleNames } from './rule-names.service.ts'
import type { StoredRevision } from './stored-rules.ts'

const stageNames = Object.fromEntries(Object.entries(documentStages).map(([code, { name }]) => [code, name]))
const signersText = (list: unknown) =>
  (list as Signer[])
    .map(({ role, method }) =>
      method === 'ANY' ? signerRoles[role] : `${signerRoles[role]} (${signingMethods[method].toLowerCase()})`,
    )
    .join(', ')

const contentFields = ({ ofFact }: RuleNames): Record<string, HistoryField> => ({
  name: { label: 'Название' },
  documents: { label: 'Документы', dictionary: 'docType' },
  effect: { label: 'Решение', names: ruleEffects },
  usage: { label: 'Использование', names: leadUsages },
  days: { label: 'Срок действия, дней' },
  signers: { label: 'Подписанты', text: signersText },
  subject: { label: 'На кого', names: ruleSubjects },
  roles: { label: 'Роли участников', dictionary: 'borrowerType' },
  programmes: { label: 'Программы', dictionary: 'product/type' },
  condition: { label: 'Условие', text: (condition) => conditionText(condition as Condition, ofFact) },
  group: { label: 'Группа', names: caseGroups },
  stage: { label: 'К этапу', names: stageNames },
  quantity: { label: 'Количество' },
  priority: { label: 'Приоритет' },
  formats: { label: 'Форматы', names: documentFormats },
  maxMb: { label: 'Наибольший размер, МБ' },
  checks: { label: 'Что проверяют', names: qualityChecks },
  message: { label: 'Сообщение' },
  basis: { label: 'Основание' },
  comment: { label: 'Комментарий' },
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
  return listCardHistory(db, { objectType, objectId: id }, labelsWith(names), query, (changes) =>
    changes.map((change) => fromRevision(revisions, change)),
  )
}
