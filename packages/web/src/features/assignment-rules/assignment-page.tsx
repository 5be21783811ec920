import {
  type AssignmentPage as Page,
  assignmentPages,
  AssignmentScope,
  assignmentScopes,
  scopesOfPage,
} from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import styles from './assignment-page.module.css'

// The page comes without what conditions are made of.
const Board = latePart(async () => (await import('./board.tsx')).Board, <PageSkeleton kind="list" />)

/** Rules by which cases are given to people: one page for leads, one for applications, one for requests by QR codes. */
export function AssignmentPage({ page, search }: { page: Page; search: Record<string, unknown> }) {
  const { title, needs } = assignmentPages[page]
  usePagePlace(title)
  const rights = useRights()
  const navigate = useNavigate()
  const scopes = scopesOfPage(page)
  const [first] = scopes
  if (!rights.isAhml || !rights.all(needs) || first === undefined) return <Forbidden />
  const wanted = AssignmentScope.safeParse(search['scope'])
  const scope = wanted.success && scopes.includes(wanted.data) ? wanted.data : first
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: next as never, replace: true })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      {scopes.length > 1 && (
        <TabsWithCounts
          label="Чьи правила"
          tabs={scopes.map((key) => ({ key, label: assignmentScopes[key] }))}
          value={scope}
          onChange={(key) => go({ scope: key })}
        />
      )}
      <Board key={scope} scope={scope} tab={search['tab']} go={(tab) => go({ ...search, scope, tab })} />
    </div>
  )
}
