import { ruleFields } from '@ipoteka-office/contract/document-rules/rule-fields.ts'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import {
  getRuleCoverage,
  listRuleIssues,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  createDocumentRule,
  DocumentRule,
  getDocumentRule,
  listDocumentRules,
  listRuleHistory,
  listRuleRevisions,
  type RuleRevision,
  saveDocumentRule,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { call } from '#api/call.ts'
import { ApiFailure } from '#api/failure.ts'
import { keyOf, query } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
import { mergeRule, ruleDifferences } from './rule-compare.ts'
import { newRuleValues, RuleValues, ruleErrors, toDraftInput, toRuleValues } from './rule-form-values.ts'

type RuleNames = Parameters<typeof ruleDifferences>[3]

/** Puts a rule that the server has just answered in the place of what was known, and reads again what depends on it. */
export async function adoptRule(client: QueryClient, rule: DocumentRule): Promise<void> {
  const { queryKey } = query(getDocumentRule, { params: { id: String(rule.id) } })
  // An answer that was asked for before the change must not come after it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, rule)
  for (const endpoint of [listDocumentRules, listRuleHistory, listRuleIssues, getRuleCoverage])
    void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  // The form of a rule that is over begins with its last version.
  await client.invalidateQueries({ queryKey: keyOf(listRuleRevisions) })
}

/** The field of the form that a path of the server's answer is about: «content.condition.items.0» is «condition». */
export function fieldOfPath(path: string): FieldPath<RuleValues> | null {
  const parts = path.split('.').filter((part, at) => at > 0 || part !== 'content')
  const [field = ''] = parts
  if (!Object.hasOwn(ruleFields, field)) return null
  return (field === 'signers' ? parts.join('.') : field) as FieldPath<RuleValues>
}

/** Puts what the server found wrong at the fields of the form; answers how many it named. */
export function showRuleFailures(
  form: Pick<UseFormReturn<RuleValues>, 'setError'>,
  failure: unknown,
): number {
  const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
  const found = (body?.fields ?? []).flatMap(({ path, message }) => {
    const field = fieldOfPath(path)
    return field ? [{ field, message }] : []
  })
  for (const { field, message } of found) form.setError(field, { type: 'server', message })
  return found.length
}

const failedKey = 'rule-failed'

/** Tells of a failed command about a rule. */
export const sayRuleFailure = (title: string, failure: unknown): void => sayFailed(title, failure, failedKey)

/** Takes back what was said of a command that failed. */
export const forgetRuleFailure = (): void => toast.closeByKey(failedKey)

/** The form of a rule's draft and what guards its save. */
export function useRuleRecord({
  type,
  rule,
  revisions,
  refusal,
  names,
  onCreated,
}: {
  type: RuleType
  /** Null: a new one. */
  rule: DocumentRule | null
  revisions: readonly RuleRevision[]
  refusal: string | null
  /** Names of what a side of the comparison may hold, known only after the form is there. */
  names: () => RuleNames
  onCreated: (created: DocumentRule) => void
}): RecordKit<DocumentRule, RuleValues> {
  const client = useQueryClient()
  const toValues = (one: DocumentRule) => toRuleValues(one, revisions)
  return useRecord<DocumentRule, RuleValues>({
    record: rule,
    name: 'Правило комплектности',
    draftKey: `documentRule/${rule?.id ?? 'new'}/${type}`,
    toValues,
    start: newRuleValues,
    check: (values) => ruleErrors(type, values),
    refusal,
    schema: DocumentRule,
    shape: RuleValues,
    save: (values, version) => {
      forgetRuleFailure()
      const body = toDraftInput(type, values)
      return rule
        ? call(saveDocumentRule, { params: { id: String(rule.id) }, body: { ...body, version } })
        : call(createDocumentRule, { body })
    },
    onSaved: async (saved, how) => {
      await adoptRule(client, saved)
      if (how !== 'met') toast.success('Черновик сохранён', { keepOnRouteChange: true })
      if (how === 'created') onCreated(saved)
    },
    onFailure: (failure, form) => {
      showRuleFailures(form, failure)
      sayRuleFailure('Правило не сохранено', failure)
      return true
    },
    differences: (mine, server) => ruleDifferences(type, mine, toValues(server), names()),
    merge: (mine, server, choice) => mergeRule(type, mine, toValues(server), choice),
  })
}
