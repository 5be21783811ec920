import { createFileRoute } from '@tanstack/react-router'
import { ProductPage } from './card/product-page.tsx'

export const Route = createFileRoute('/product/$productId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: MortgagePage,
})

function MortgagePage() {
  return (
    <ProductPage
      productId={Route.useParams().productId}
      search={Route.useSearch()}
      fits={({ kind, lending }) => kind === 'PRODUCT' && lending === 'MORTGAGE'}
      view="tabs"
    />
  )
}
