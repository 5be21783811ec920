import type { DocumentRule, RuleRevision } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { PublishDialog } from './publish-dialog.tsx'
import type { RuleNames } from './rule-compare.ts'
import { VersionsDialog } from './versions-dialog.tsx'

/** The dialogs of a saved rule: its versions, and the last step before a draft is in force. */
export function RuleDialogs({
  dialog,
  rule,
  revisions,
  names,
  dirty,
  onChanged,
  onClose,
}: {
  dialog: 'versions' | 'publish' | null
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
