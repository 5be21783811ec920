import { createFileRoute } from '@tanstack/react-router'
import { InsurancePage } from './insurance-page.tsx'

export const Route = createFileRoute('/insurance-distribution')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: () => <InsurancePage lending="MORTGAGE" title="Распределение страховщиков" />,
})
