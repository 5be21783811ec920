import { createFileRoute } from '@tanstack/react-router'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { CatalogueList } from './catalogue-list.tsx'

export const Route = createFileRoute('/loan-products')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LoanProductsPage,
})

function LoanProductsPage() {
  const cash = useDictionary('cashLoan/productType')
  const cards = useDictionary('creditCard/productType')
  return <CatalogueList catalogue="loan" types={[...cash, ...cards]} />
}
