import { ruleFields } from '@ipoteka-office/contract/document-rules/rule-fields.ts'
import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import type { RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  createDocumentRule,
  type DocumentRule,
  type RuleRevision,
  saveDocumentRule,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { factsOfCondition, factsOfTree } from '#widgets/condition/condition-values.ts'
import { useFactBook } from '#widgets/condition/fact-book.ts'
import { type RuleDialog, RuleDialogs } from './rule-dialogs.tsx'
import { useRuleDictionaries } from './rule-dictionaries.ts'
import { RuleForm } from './rule-form.tsx'
import { toRuleValues } from './rule-form-values.ts'
import { RuleHead } from './rule-head.tsx'
import { RuleSide } from './rule-side.tsx'
import { rulePath } from './rule-words.ts'
import { lastSearchOf } from '#widgets/list/list-place.ts'
import { useRuleRecord } from './use-rule-record.ts'

interface EditorProps {
  type: RuleType
  /** Null: a new one. */
  rule: DocumentRule | null
  revisions: readonly RuleRevision[]
}

function readOnlyReason(rule: DocumentRule | null, mayWrite: boolean): string | null {
  if (!mayWrite) return 'Нет права на изменение правил. Обратитесь к администратору'
  return rule?.deletedAt ? 'Правило помечено на удаление. Чтобы изменить его, сначала восстановите' : null
}

/** The card of a rule, or of a new one. */
export function RuleEditor({ type, rule, revisions }: EditorProps) {
  const listTitle = 'Комплектность кредитного дела'
  const title = (rule && toRuleValues(rule, revisions).name) || 'Новое правило'
  usePagePlace({ text: listTitle, href: '/documentAdmin' }, title)
  const navigate = useNavigate()
  const { mayCall } = useRights()
  const readOnly = readOnlyReason(rule, mayCall(rule ? saveDocumentRule : createDocumentRule))
  const names = useRuleDictionaries()
  const [otherFacts, setOtherFacts] = useState<ReturnType<typeof factsOfTree>>([])
  const openOther = (other: DocumentRule, how: { readonly replace?: boolean } = {}) =>
    void navigate({ to: rulePath(other.id, type), ...how })
  const kit = useRuleRecord({
    ...{ type, rule, revisions },
    refusal: readOnly,
    names: () => allNames,
    onCreated: (created) => openOther(created, { replace: true }),
  })
  const { form, isDirty } = kit
  const condition = useWatch({ control: form.control, name: 'condition' })
  const book = useFactBook([...factsOfTree(condition), ...otherFacts])
  const allNames = { ...names, nameOf: book.nameOf }
  const [dialog, setDialog] = useState<RuleDialog | null>(null)
  const publish = async () => {
    const isSaved = (rule && !isDirty) || (await kit.submit())
    if (isSaved && rule) setDialog('publish')
  }
  const showVersions = () => {
    // Older versions may ask about other facts, whose values need their names too.
    setOtherFacts(revisions.flatMap(({ content }) => factsOfCondition(content.condition)))
    setDialog('versions')
  }
  return (
    <>
      <RecordForm
        kit={kit}
        label={title}
        labels={labelsOf(ruleFields)}
        head={
          <RuleHead
            type={type}
            rule={rule}
            title={title}
            readOnly={readOnly}
            dirty={isDirty}
            busy={kit.busy}
            onBack={() => void navigate({ to: '/documentAdmin', search: lastSearchOf('document-rules') })}
            onChanged={kit.replace}
            onCopied={(copy) => {
              kit.leaveFreely()
              openOther(copy)
            }}
            onPublish={() => void publish()}
            onProcess={() => setDialog('process')}
          />
        }
      >
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
      </RecordForm>
      {rule && (
        <RuleDialogs
          dialog={dialog}
          rule={rule}
          revisions={revisions}
          names={allNames}
          dirty={isDirty}
          onChanged={kit.replace}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
