import {
  listRuleIssues,
  previewRuleImpact,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import {
  type DocumentRule,
  publishDocumentRule,
  type RuleRevision,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query, queryExactly } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { DifferencesTable } from '#widgets/differences-table.tsx'
import styles from './document-rules.module.css'
import { Finding } from './analysis/findings.tsx'
import { Impact } from './analysis/impact.tsx'
import { type RuleNames, versionDifferences } from './rule-compare.ts'
import { adoptRule, sayRuleFailure } from './use-rule-record.ts'

/** What the draft says differently from what is published last; null for the first publication. */
function Changes({ rule, last, names }: { rule: DocumentRule; last: RuleRevision | null; names: RuleNames }) {
  if (!rule.draft) return null
  if (!last) return <p>Это первая публикация правила.</p>
  const differences = versionDifferences(last.content, rule.draft.content, names)
  if (differences.length === 0)
    return <p className="muted">Содержание не изменилось: новая версия отличается только сроками.</p>
  return (
    <DifferencesTable
      label="Что меняется"
      before={`Версия № ${last.number}`}
      after="Черновик"
      differences={differences.map(({ key, label, mine, server }) => ({
        key,
        label,
        before: mine,
        after: server,
      }))}
    />
  )
}

/** What the draft changes on open applications. */
function ImpactOfDraft({ id }: { id: number }) {
  const answer = useQuery({ ...queryExactly(previewRuleImpact, { body: { drafts: [id] } }), gcTime: 0 })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  return <Impact impact={answer.data} />
}

function FindingsOfDraft({ id }: { id: number }) {
  const answer = useQuery({
    ...query(listRuleIssues, { query: { drafts: 'true', ruleId: String(id) } }),
    gcTime: 0,
  })
  if (!answer.data || answer.data.issues.length === 0) return null
  return (
    <section className={styles.part} aria-label="На что обратить внимание">
      <h3>На что обратить внимание</h3>
      <div className={styles.findings}>
        {answer.data.issues.map((issue) => (
          <Finding key={`${issue.kind} ${issue.text}`} issue={issue} own={id} />
        ))}
      </div>
    </section>
  )
}

/** The last step before a draft is in force: what changes, for whom, from when. */
export function PublishDialog({
  rule,
  last,
  names,
  onPublished,
  onClose,
}: {
  rule: DocumentRule
  last: RuleRevision | null
  names: RuleNames
  onPublished: (rule: DocumentRule) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const rights = useRights()
  const mayCheck = rights.mayCall(previewRuleImpact) && rights.all({ Document: ['Read'] })
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const commentId = useId()
  const publish = async () => {
    setBusy(true)
    try {
      const params = { id: String(rule.id) }
      const published = await call(publishDocumentRule, { params, body: { version: rule.version, comment } })
      await adoptRule(client, published)
      toast.success('Правило опубликовано')
      onPublished(published)
      onClose()
    } catch (failure) {
      sayRuleFailure('Правило не опубликовано', failure)
    } finally {
      setBusy(false)
    }
  }
  const from = rule.draft?.validFrom
  return (
    <Dialog
      open
      title="Публикация правила"
      size="large"
      outside="ask"
      onClose={onClose}
      approval={{
        text: 'Опубликовать',
        onApprove: () => void publish(),
        busy,
      }}
    >
      <p>
        Новая версия действует <b>{from ? `с ${formatDate(from)}` : 'с сегодняшнего дня'}</b>
        {rule.draft?.validTo && ` по ${formatDate(rule.draft.validTo)}`}.
      </p>
      <section className={styles.part} aria-label="Что меняется в правиле">
        <h3>Что меняется в правиле</h3>
        <Changes rule={rule} last={last} names={names} />
      </section>
      {mayCheck && (
        <section className={styles.part} aria-label="Открытые заявки">
          <h3>Открытые заявки</h3>
          <ImpactOfDraft id={rule.id} />
        </section>
      )}
      <FindingsOfDraft id={rule.id} />
      <section className={styles.part}>
        <label htmlFor={commentId} className={styles.label}>
          Комментарий к версии
        </label>
        <TextInput id={commentId} value={comment} onChange={setComment} maxLength={500} data-autofocus />
      </section>
    </Dialog>
  )
}
