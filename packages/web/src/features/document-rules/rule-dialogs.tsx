import type { DocumentRule, RuleRevision } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import type { RuleNames } from './rule-compare.ts'

const ProcessDialog = onDemand(async () => (await import('./process-dialog.tsx')).ProcessDialog)
const PublishDialog = onDemand(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const VersionsDialog = onDemand(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

export type RuleDialog = 'versions' | 'publish' | 'process'

/** The dialogs of a saved rule: its versions, their process, and the last step before a draft is in force. */
export function RuleDialogs({
  dialog,
  rule,
  revisions,
  names,
  dirty,
  onChanged,
  onClose,
}: {
  dialog: RuleDialog | null
  rule: DocumentRule
  revisions: readonly RuleRevision[]
  names: RuleNames
  dirty: boolean
  onChanged: (rule: DocumentRule) => void
  onClose: () => void
}) {
  if (dialog === 'versions')
    return (
      <VersionsDialog
        rule={rule}
        revisions={revisions}
        names={names}
        dirty={dirty}
        onChanged={onChanged}
        onClose={onClose}
      />
    )
  if (dialog === null) return null
  if (dialog === 'process') {
    // The draft where there is one: it is what is worked on.
    const last = revisions[0]?.number ?? 0
    return <ProcessDialog ruleId={rule.id} number={rule.draft ? last + 1 : last} onClose={onClose} />
  }
  return (
    <PublishDialog
      rule={rule}
      last={revisions.find(({ state }) => state !== 'WITHDRAWN') ?? null}
      names={names}
      onPublished={onChanged}
      onClose={onClose}
    />
  )
}
