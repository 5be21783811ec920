import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import type { RuleType } from '@ipoteka-office/contract/document-rule-content.ts'
import {
  createDocumentRule,
  type DocumentRule,
  type RuleRevision,
  saveDocumentRule,
} from '@ipoteka-office/contract/document-rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useRights } from '#api/rights.ts'
import { useSession } from '#api/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { checkedForm } from '#ui/checked-form.ts'
import { CompareDialog } from '#ui/compare-dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { PageForm } from '#ui/page-form.tsx'
import { WithSidePanel } from '#ui/side-panel.tsx'
import { toast } from '#ui/toasts.tsx'
import { DraftNotice, type FoundDraft, useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { factsOfCondition, factsOfTree } from './condition-values.ts'
import styles from './document-rules.module.css'
import { useFactBook } from './fact-book.ts'
import { ruleDifferences } from './rule-compare.ts'
import { RuleDialogs } from './rule-dialogs.tsx'
import { useRuleDictionaries } from './rule-dictionaries.ts'
import { RuleForm } from './rule-form.tsx'
import { newRuleValues, RuleValues, ruleErrors, ruleLabels, toRuleValues } from './rule-form-values.ts'
import { RuleHead } from './rule-head.tsx'
import { RuleSide } from './rule-side.tsx'
import { rulePath } from './rule-words.ts'
import { lastRulesSearch } from './rules-list-state.ts'
import { useRuleSave } from './use-rule-save.ts'

interface EditorProps {
  type: RuleType
  /** Null: a new one. */
  rule: DocumentRule | null
  revisions: readonly RuleRevision[]
}

function useRuleForm({ type, rule, revisions }: EditorProps) {
  const valuesOf = (one: DocumentRule | null) => (one ? toRuleValues(one, revisions) : newRuleValues)
  const form = useForm<RuleValues>({
    ...checkedForm<RuleValues>('Правило комплектности', (values) => ruleErrors(type, values)),
    defaultValues: valuesOf(rule),
  })
  // The version the form began from; it stays behind while somebody else saves and there are own changes.
  const [version, setVersion] = useState(rule?.version ?? 0)
  const replace = (next: DocumentRule) => {
    form.reset(valuesOf(next))
    setVersion(next.version)
  }
  const outdated = rule !== null && rule.version > version
  useEffect(() => {
    if (outdated && !form.formState.isDirty) replace(rule)
  })
  return { form, version, setVersion, replace, valuesOf, outdated }
}

/** A draft that was found, put back with the version it was written on, so that a late one meets the comparison. */
function restoringVersion(found: FoundDraft, setVersion: (version: number) => void): FoundDraft {
  return {
    ...found,
    restore: () => {
      if (!RuleValues.safeParse(found.draft?.values).success) return found.discard()
      if (found.draft?.version) setVersion(found.draft.version)
      found.restore()
    },
  }
}

function readOnlyReason(rule: DocumentRule | null, mayWrite: boolean): string | null {
  if (!mayWrite) return 'Нет права на изменение правил. Обратитесь к администратору'
  return rule?.deletedAt ? 'Правило помечено на удаление. Чтобы изменить его, сначала восстановите' : null
}

/** The card of a rule, or of a new one. */
export function RuleEditor({ type, rule, revisions }: EditorProps) {
  const listTitle = 'Комплектность кредитного дела'
  const { form, version, setVersion, replace, valuesOf, outdated } = useRuleForm({ type, rule, revisions })
  const { isDirty } = form.formState
  const title = (rule && valuesOf(rule).name) || 'Новое правило'
  usePagePlace({ text: listTitle, href: '/documentAdmin' }, title)
  const navigate = useNavigate()
  const { mayCall } = useRights()
  const readOnly = readOnlyReason(rule, mayCall(rule ? saveDocumentRule : createDocumentRule))
  const names = useRuleDictionaries()
  const condition = useWatch({ control: form.control, name: 'condition' })
  const [otherFacts, setOtherFacts] = useState<ReturnType<typeof factsOfTree>>([])
  const book = useFactBook([...factsOfTree(condition), ...otherFacts])
  const allNames = { ...names, nameOf: book.nameOf }
  const [dialog, setDialog] = useState<'versions' | 'publish' | null>(null)

  const draft = useDraft(form, {
    isPrivate: isPrivateField,
    record: `documentRule/${rule?.id ?? 'new'}/${type}`,
    user: useSession().profile.login,
    version,
    ready: readOnly === null,
  })
  const { leaveFreely } = useUnsavedChanges(isDirty, draft.clear)
  const begin = (next: DocumentRule) => {
    replace(next)
    draft.clear()
  }
  const openOther = (other: DocumentRule, replaceEntry: boolean) => {
    leaveFreely()
    void navigate({ to: rulePath(other.id, type), replace: replaceEntry })
  }
  const saving = useRuleSave({ type, rule, form, version, valuesOf, onSaved: begin })
  const save = async () => {
    const saved = await saving.submit()
    if (!saved) return null
    toast.success('Черновик сохранён', { keepOnRouteChange: true })
    if (!rule) openOther(saved, true)
    return saved
  }
  const publish = async () => {
    if (rule && !isDirty) return setDialog('publish')
    const saved = await save()
    if (saved && rule) setDialog('publish')
  }
  const showVersions = () => {
    // Older versions may ask about other facts, whose values need their names too.
    setOtherFacts(revisions.flatMap(({ content }) => factsOfCondition(content.condition)))
    setDialog('versions')
  }
  return (
    <>
      <PageForm label={title} onSave={() => void save()}>
        <RuleHead
          type={type}
          rule={rule}
          title={title}
          readOnly={readOnly}
          dirty={isDirty}
          busy={saving.busy}
          onBack={() => void navigate({ to: '/documentAdmin', search: lastRulesSearch() })}
          onChanged={begin}
          onCopied={(copy) => openOther(copy, false)}
          onPublish={() => void publish()}
        />
        {readOnly !== null && (
          <p className={styles.notice} role="note">
            Только просмотр. {readOnly}.
          </p>
        )}
        {outdated && isDirty && (
          <p className={styles.notice} role="status">
            Правило уже изменил кто-то другой. При сохранении можно будет сравнить значения по полям.
          </p>
        )}
        <DraftNotice found={restoringVersion(draft, setVersion)} at={formatDateTime} />
        <ErrorSummary control={form.control} labels={ruleLabels} setFocus={form.setFocus} />
        <WithSidePanel
          panel={
            <RuleSide
              type={type}
              rule={rule}
              revisions={revisions}
              control={form.control}
              onVersions={showVersions}
            />
          }
        >
          <RuleForm type={type} form={form} names={names} book={book} readOnly={readOnly !== null} />
        </WithSidePanel>
      </PageForm>
      {saving.conflict && (
        <CompareDialog
          open
          {...(saving.conflict.changedBy !== null && { changedBy: saving.conflict.changedBy })}
          differences={ruleDifferences(
            type,
            saving.conflict.mine,
            valuesOf(saving.conflict.current),
            allNames,
          )}
          onCancel={saving.dropConflict}
          onApply={saving.resolve}
        />
      )}
      {rule && (
        <RuleDialogs
          dialog={dialog}
          rule={rule}
          revisions={revisions}
          names={allNames}
          dirty={isDirty}
          onChanged={begin}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
