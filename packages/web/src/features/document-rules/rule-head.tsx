import { type RuleType, ruleTypes } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  type DocumentRule,
  publishDocumentRule,
  ruleStates,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './document-rules.module.css'
import { RuleActions } from './rule-actions.tsx'
import { stateTones } from './rule-words.ts'

function Subtitle({ type, rule }: { type: RuleType; rule: DocumentRule | null }) {
  return (
    <span className={styles.subtitle}>
      {ruleTypes[type]}
      {rule && <StatusDot tone={stateTones[rule.state]}>{ruleStates[rule.state]}</StatusDot>}
      {rule?.draft && rule.state !== 'DRAFT' && <Tag tone="blue">Есть неопубликованный черновик</Tag>}
      {rule?.delivered && <Tag>{rule.edited ? 'Из поставки, изменено банком' : 'Из поставки'}</Tag>}
    </span>
  )
}

/** Why the draft is not published now. What is typed and not saved yet is judged when it is saved. */
function publishReason(rule: DocumentRule | null, dirty: boolean): string | null {
  if (dirty || !rule) return null
  if (!rule.draft) return 'Изменений нет: опубликовано всё, что есть'
  const publish = rule.draft.actions.find(({ code }) => code === 'publish')
  return publish ? publish.reasonDisabled : 'Нет права на публикацию правил'
}

/** The head that stays in sight: what rule it is, what state it is in, and the buttons. */
export function RuleHead({
  type,
  rule,
  title,
  readOnly,
  dirty,
  busy,
  onBack,
  onChanged,
  onCopied,
  onPublish,
  onProcess,
}: {
  type: RuleType
  rule: DocumentRule | null
  title: string
  /** Why nothing can be changed; null when it can. */
  readOnly: string | null
  dirty: boolean
  busy: boolean
  onBack: () => void
  onChanged: (rule: DocumentRule) => void
  onCopied: (copy: DocumentRule) => void
  onPublish: () => void
  onProcess: () => void
}) {
  const mayPublish = useRights().mayCall(publishDocumentRule)
  const noPublish = mayPublish ? publishReason(rule, dirty) : 'Нет права на публикацию правил'
  return (
    <div className={styles.sticky}>
      <FormHead title={title} subtitle={<Subtitle type={type} rule={rule} />}>
        <Button onClick={onBack}>Назад</Button>
        {rule && (
          <RuleActions
            rule={rule}
            dirty={dirty}
            onChanged={onChanged}
            onCopied={onCopied}
            onProcess={onProcess}
          />
        )}
        <Button type="submit" look={rule ? 'default' : 'primary'} loading={busy} disabledReason={readOnly}>
          {rule ? 'Сохранить черновик' : 'Создать черновик'}
        </Button>
        {rule && (
          <Button look="primary" disabledReason={readOnly ?? noPublish} onClick={onPublish}>
            Опубликовать…
          </Button>
        )}
      </FormHead>
    </div>
  )
}
