import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { openPlace } from '#widgets/case-sections/open-place.ts'
import { type Wished, wishedOf } from '#widgets/case-card/wished.ts'
import { openedSearch } from '#widgets/documents/opened-search.ts'
import { FullApplication, type FullApplicationSearch } from './full-application.tsx'
import { NewFullApplication } from './new-full-application.tsx'

export const Route = createFileRoute('/full-app-edit/$fullAppId')({
  validateSearch: (search: Record<string, unknown>): FullApplicationSearch & Wished => ({
    ...openPlace(search),
    ...openedSearch(search),
    ...wishedOf(search),
  }),
  component: FullAppEditPage,
})

function FullAppEditPage() {
  const { fullAppId } = Route.useParams()
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  if (fullAppId === 'new') return <NewFullApplication wished={wishedOf({ ...search })} />
  return (
    <LoadedCase id={fullAppId} type="FULL_APPLICATION">
      {(head) => (
        <FullApplication head={head} search={search} onSearch={(next) => void go({ search: next })} />
      )}
    </LoadedCase>
  )
}
