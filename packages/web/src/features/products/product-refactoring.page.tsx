import { createFileRoute } from '@tanstack/react-router'
import { ProductPage } from './card/product-page.tsx'

export const Route = createFileRoute('/product-refactoring/$productId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ProductOnePage,
})

function ProductOnePage() {
  return (
    <ProductPage
      productId={Route.useParams().productId}
      search={Route.useSearch()}
      fits={({ kind }) => kind === 'PRODUCT'}
      view="page"
    />
  )
}
