import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { cardSearch } from './card/card-search.ts'
import { LoadedProduct } from './card/loaded-product.tsx'
import { ProductEditor } from './card/product-editor.tsx'

export const Route = createFileRoute('/option/$productId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: OptionPage,
})

function OptionPage() {
  const { productId } = Route.useParams()
  const search = cardSearch(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <LoadedProduct productId={productId} number={search.number} fits={(product) => product.kind === 'OPTION'}>
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
