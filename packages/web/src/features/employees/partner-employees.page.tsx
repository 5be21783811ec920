import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { getPartner } from '@ipoteka-office/contract/partners/partners.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { NotFound } from '#ui/not-found.tsx'
import { PartnerEmployees } from '#widgets/partner-tabs/partner-employees.tsx'

export const Route = createFileRoute('/partner-employees/$partnerId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PartnerEmployeesPage,
})

function PartnerEmployeesPage() {
  const { partnerId } = Route.useParams()
  const mayRead = useRights().mayCall(getPartner)
  const isId = IdParam.safeParse(partnerId).success
  const { data } = useQuery({ ...query(getPartner, { params: { partnerId } }), enabled: isId && mayRead })
  if (!isId) return <NotFound />
  const name = data?.shortName ?? 'Партнёр'
  return (
    <PartnerEmployees
      key={partnerId}
      partnerId={partnerId}
      title={`Сотрудники: ${name}`}
      place={[
        { text: 'Партнёры', href: '/partners' },
        { text: name, href: `/partner/${partnerId}` },
        'Сотрудники',
      ]}
    />
  )
}
