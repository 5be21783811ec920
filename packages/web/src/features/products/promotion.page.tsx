import { createFileRoute } from '@tanstack/react-router'
import { ProductPage } from './card/product-page.tsx'

export const Route = createFileRoute('/promotion/$productId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PromotionPage,
})

function PromotionPage() {
  return (
    <ProductPage
      productId={Route.useParams().productId}
      search={Route.useSearch()}
      fits={({ kind }) => kind === 'PROMOTION'}
      view="tabs"
    />
  )
}
