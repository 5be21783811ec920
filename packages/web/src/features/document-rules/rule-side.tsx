import { lowered } from '#lib/words.ts'
import { previewRuleIssues } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { RuleContent, type RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  type DocumentRule,
  listRuleHistory,
  type RuleRevision,
  revisionStates,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { query } from '#api/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { LastChanges } from '#widgets/history/last-changes.tsx'
import styles from './document-rules.module.css'
import { Finding } from './analysis/findings.tsx'
import { contentOf, type RuleValues } from './rule-form-values.ts'
import { authorText, periodText } from './rule-words.ts'

/** What the rules of the day say against the form as it stands. */
function Findings({
  type,
  rule,
  control,
}: {
  type: RuleType
  rule: DocumentRule | null
  control: Control<RuleValues>
}) {
  const values = useWatch({ control }) as RuleValues
  const content = useSettled(JSON.stringify(RuleContent.safeParse(contentOf(type, values)).data ?? null), 600)
  const candidate = JSON.parse(content) as RuleContent | null
  const answer = useQuery({
    ...query(previewRuleIssues, {
      body: { candidate: { ruleId: rule?.id ?? null, content: candidate as RuleContent } },
    }),
    enabled: candidate !== null,
    // Other rules may have changed since the same form was last asked about.
    staleTime: 0,
  })
  if (candidate === null) return <p className="muted">Проверим, когда поля будут заполнены</p>
  if (answer.isError) return <p className="muted">Не удалось проверить</p>
  if (!answer.data) return <SkeletonLine width={70} />
  const { issues } = answer.data
  if (issues.length === 0) return <p className="muted">Конфликтов и перекрытий нет</p>
  return (
    <div className={styles.findings}>
      {issues.map((issue) => (
        <Finding
          key={`${issue.kind} ${issue.others.map(({ id }) => id).join()} ${issue.text}`}
          issue={issue}
          own={rule?.id ?? null}
        />
      ))}
    </div>
  )
}

function Versions({ revisions, onOpen }: { revisions: readonly RuleRevision[]; onOpen: () => void }) {
  if (revisions.length === 0) return <p className="muted">Ещё не публиковалось</p>
  return (
    <>
      <ol className={styles.versions}>
        {revisions.slice(0, 3).map(({ number, state, validFrom, inForceTo, publishedBy }) => (
          <li key={number}>
            <b>№ {number}</b> {lowered(revisionStates[state])}
            <span className="under">
              {periodText(validFrom, inForceTo)}; {authorText(publishedBy)}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.more}>
        <Button look="link" onClick={onOpen}>
          Все версии и сравнение
        </Button>
      </p>
    </>
  )
}

/** The panel beside the form: what stands against the rule, its versions and history. */
export function RuleSide({
  type,
  rule,
  revisions,
  control,
  onVersions,
}: {
  type: RuleType
  rule: DocumentRule | null
  revisions: readonly RuleRevision[]
  control: Control<RuleValues>
  onVersions: () => void
}) {
  return (
    <SidePanel label="Сведения о правиле">
      <FormSection title="Проверка" grid={false}>
        <Findings type={type} rule={rule} control={control} />
      </FormSection>
      {rule && (
        <>
          <FormSection title="Версии" grid={false}>
            <Versions revisions={revisions} onOpen={onVersions} />
          </FormSection>
          <FormSection title="История" grid={false}>
            <LastChanges
              pages={(page) => query(listRuleHistory, { params: { id: String(rule.id) }, query: page })}
            />
          </FormSection>
        </>
      )}
    </SidePanel>
  )
}
