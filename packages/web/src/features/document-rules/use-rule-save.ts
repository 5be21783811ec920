import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { getRuleCoverage, listRuleIssues } from '@ipoteka-office/contract/document-rule-checks.ts'
import type { RuleType } from '@ipoteka-office/contract/document-rule-content.ts'
import {
  createDocumentRule,
  DocumentRule,
  getDocumentRule,
  listDocumentRules,
  listRuleHistory,
  listRuleRevisions,
  saveDocumentRule,
} from '@ipoteka-office/contract/document-rules.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { ApiFailure, describeFailure } from '#api/failure.ts'
import { keyOf, mutation, query } from '#api/query.ts'
import type { Side } from '#ui/compare-dialog.tsx'
import { toast } from '#ui/toasts.tsx'
import { type LateSave, lateSaveOf } from '#widgets/late-save.ts'
import { mergeRule } from './rule-compare.ts'
import { type RuleValues, ruleLabels, toDraftInput } from './rule-form-values.ts'

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
  if (!Object.hasOwn(ruleLabels, field)) return null
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
export function sayRuleFailure(title: string, failure: unknown): void {
  const { description, requestId } = describeFailure(failure)
  toast.error(title, { key: failedKey, description, ...(requestId !== null && { requestId }) })
}

/** Saving the draft of a rule, the late save included. */
export function useRuleSave({
  type,
  rule,
  form,
  version,
  valuesOf,
  onSaved,
}: {
  type: RuleType
  /** Null: a new one. */
  rule: DocumentRule | null
  form: UseFormReturn<RuleValues>
  /** The version that the form began from. */
  version: number
  valuesOf: (rule: DocumentRule) => RuleValues
  onSaved: (saved: DocumentRule) => void
}) {
  const client = useQueryClient()
  const create = useMutation(mutation(createDocumentRule))
  const save = useMutation(mutation(saveDocumentRule))
  const [conflict, setConflict] = useState<(LateSave<DocumentRule> & { mine: RuleValues }) | null>(null)

  const send = async (values: RuleValues, base: number): Promise<DocumentRule | null> => {
    const body = toDraftInput(type, values)
    try {
      const saved = rule
        ? await save.mutateAsync({ params: { id: String(rule.id) }, body: { ...body, version: base } })
        : await create.mutateAsync({ body })
      await adoptRule(client, saved)
      onSaved(saved)
      return saved
    } catch (failure) {
      const late = lateSaveOf(failure, DocumentRule)
      if (late) setConflict({ ...late, mine: values })
      else {
        showRuleFailures(form, failure)
        sayRuleFailure('Правило не сохранено', failure)
      }
      return null
    }
  }
  /** Checks the form and saves it; null where it was refused. */
  const submit = (): Promise<DocumentRule | null> => {
    toast.closeByKey(failedKey)
    return new Promise((resolve) => {
      void form.handleSubmit(
        async (values) => resolve(await send(values, version)),
        () => resolve(null),
      )()
    })
  }
  const resolve = async (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const theirs = valuesOf(current)
    const merged = mergeRule(type, mine, theirs, choice)
    setConflict(null)
    await adoptRule(client, current)
    onSaved(current)
    if (!Object.values(choice).includes('mine')) return
    form.reset(theirs)
    form.reset(merged, { keepDefaultValues: true })
    if (await send(merged, current.version)) toast.success('Черновик сохранён')
  }
  return {
    submit,
    busy: create.isPending || save.isPending,
    conflict,
    resolve: (choice: Record<string, Side>) => void resolve(choice),
    dropConflict: () => setConflict(null),
  }
}
