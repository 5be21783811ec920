import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#features/coming-soon/coming-soon.tsx'
import { absentScreenAt } from '../absent-screens.ts'
import { NotFound } from '#ui/not-found.tsx'

export const Route = createFileRoute('/$')({ component: OtherPage })

/** Every path that no page has: a section that is not built yet, or an unknown address. */
function OtherPage() {
  const { _splat = '' } = Route.useParams()
  const title = absentScreenAt(`/${_splat}`)
  return title === null ? <NotFound /> : <ComingSoon title={title} />
}
