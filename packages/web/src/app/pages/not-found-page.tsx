import { usePagePlace } from '#lib/page-place.ts'
import { NotFound } from '#ui/not-found.tsx'

/** The page of an unknown path. */
export function NotFoundPage() {
  usePagePlace('Страница не найдена')
  return <NotFound />
}
