import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { usePagePlace } from '#lib/page-place.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { CaseVersions } from '#widgets/case-versions/case-versions.tsx'
import { momentsOf } from '#widgets/versions/moments.ts'

export const Route = createFileRoute('/case-versions/$caseId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: CaseVersionsPage,
})

function CaseVersionsPage() {
  const { caseId } = Route.useParams()
  return <LoadedCase id={caseId}>{(head) => <Versions head={head} />}</LoadedCase>
}

/** Two versions of a case side by side. */
function Versions({ head }: { head: CaseHead }) {
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Сравнение версий')
  const go = useNavigate({ from: Route.fullPath })
  return (
    <CasePage head={head} panel="folded">
      <CaseVersions
        head={head}
        moments={momentsOf(Route.useSearch())}
        onMoments={(next) => void go({ search: { ...next }, replace: true, resetScroll: false })}
      />
    </CasePage>
  )
}
