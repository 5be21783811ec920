import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import { getPartner } from '@ipoteka-office/contract/partners/partners.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { NotFound } from '#ui/not-found.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { EmployeesList } from '#widgets/partner-tabs/employees-list.tsx'

export const Route = createFileRoute('/partner-employees/$partnerId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PartnerEmployeesPage,
})

function PartnerEmployeesPage() {
  const { partnerId } = Route.useParams()
  const rights = useRights()
  if (!IdParam.safeParse(partnerId).success) return <NotFound />
  if (!rights.mayCall(filterPartnerEmployees)) return <Forbidden />
  return <PartnerEmployees key={partnerId} partnerId={partnerId} />
}

function PartnerEmployees({ partnerId }: { partnerId: string }) {
  const rights = useRights()
  const partner = useQuery({
    ...query(getPartner, { params: { partnerId } }),
    enabled: rights.mayCall(getPartner),
  })
  const name = partner.data?.shortName ?? 'Партнёр'
  usePagePlace(
    { text: 'Партнёры', href: '/partners' },
    { text: name, href: `/partner/${partnerId}` },
    'Сотрудники',
  )
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  return (
    <EmployeesList title={`Сотрудники: ${name}`} partnerId={partnerId} search={search} onSearch={navigate} />
  )
}
