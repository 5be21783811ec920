import { Link } from '@tanstack/react-router'
import { usePagePlace } from '#lib/page-place.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Tag } from '#ui/tag.tsx'

/** The page of a section that is not built yet. */
export function ComingSoon({ title }: { title: string }) {
  usePagePlace(title)
  return (
    <>
      <PageHead title={title} mark={<Tag>раздел готовится</Tag>} />
      <p>Этого раздела пока нет. Он появится в одной из следующих версий.</p>
      <p>
        <Link to="/">На рабочий стол</Link>
      </p>
    </>
  )
}
