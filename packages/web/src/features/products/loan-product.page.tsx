import { createFileRoute } from '@tanstack/react-router'
import { ProductPage } from './card/product-page.tsx'

export const Route = createFileRoute('/loan-products/$productId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LoanProductPage,
})

function LoanProductPage() {
  return (
    <ProductPage
      productId={Route.useParams().productId}
      search={Route.useSearch()}
      fits={({ kind, lending }) => kind === 'PRODUCT' && lending !== 'MORTGAGE'}
      view="tabs"
    />
  )
}
