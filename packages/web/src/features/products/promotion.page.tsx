import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { cardSearch } from './card/card-search.ts'
import { LoadedProduct } from './card/loaded-product.tsx'
import { ProductEditor } from './card/product-editor.tsx'

export const Route = createFileRoute('/promotion/$productId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PromotionPage,
})

function PromotionPage() {
  const { productId } = Route.useParams()
  const search = cardSearch(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <LoadedProduct
      productId={productId}
      number={search.number}
      fits={(product) => product.kind === 'PROMOTION'}
    >
      {(product) => (
        <ProductEditor
          key={product.shown.number}
          product={product}
          view="tabs"
          search={search}
          onSearch={(next, replace = false) => void navigate({ search: { ...next }, replace })}
        />
      )}
    </LoadedProduct>
  )
}
