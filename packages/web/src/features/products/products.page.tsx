import { createFileRoute } from '@tanstack/react-router'
import { CatalogueList } from './catalogue-list.tsx'

export const Route = createFileRoute('/products')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: () => <CatalogueList catalogue="mortgage" />,
})
