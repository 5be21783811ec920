import { createFileRoute } from '@tanstack/react-router'
import { InsurancePage } from './insurance-page.tsx'

export const Route = createFileRoute('/insurance-loan-distribution')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: () => <InsurancePage lending="LOAN" title="Распределение страховщиков КН" />,
})
