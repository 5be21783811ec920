import { createFileRoute } from '@tanstack/react-router'
import { ProductPage } from './card/product-page.tsx'

export const Route = createFileRoute('/option/$productId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: OptionPage,
})

function OptionPage() {
  return (
    <ProductPage
      productId={Route.useParams().productId}
      search={Route.useSearch()}
      fits={({ kind }) => kind === 'OPTION'}
      view="tabs"
    />
  )
}
