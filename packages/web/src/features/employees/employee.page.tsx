import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { type Employee, getPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { shortName } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'
import { EmployeeHead } from './employee-head.tsx'
import { EmployeeMain } from './employee-main.tsx'

// The first tab is there at once, the others come when they are opened.
const EmployeeAbsences = latePart(async () => (await import('./employee-absences.tsx')).EmployeeAbsences)
const EmployeeAccess = latePart(async () => (await import('./employee-access.tsx')).EmployeeAccess)
const EmployeeContacts = latePart(async () => (await import('./employee-contacts.tsx')).EmployeeContacts)
const EmployeeDocuments = latePart(async () => (await import('./employee-documents.tsx')).EmployeeDocuments)
const EmployeeHistory = latePart(async () => (await import('./employee-history.tsx')).EmployeeHistory)
const EmployeeProcuracies = latePart(
  async () => (await import('./employee-procuracies.tsx')).EmployeeProcuracies,
)

const tabs = [
  { key: 'main', label: 'Основное' },
  { key: 'access', label: 'Вход и роли' },
  { key: 'procuracies', label: 'Доверенности' },
  { key: 'documents', label: 'Документы' },
  { key: 'contacts', label: 'Контакты' },
  { key: 'absences', label: 'Отсутствия' },
  { key: 'history', label: 'История' },
] as const
type TabKey = (typeof tabs)[number]['key']
const isTab = (key: unknown): key is TabKey => tabs.some((tab) => tab.key === key)

export const Route = createFileRoute('/partner/$partnerId/employee/$employeeId')({
  validateSearch: (search: Record<string, unknown>): { tab?: TabKey } =>
    isTab(search.tab) && search.tab !== 'main' ? { tab: search.tab } : {},
  component: EmployeePage,
})

function EmployeePage() {
  const { partnerId, employeeId } = Route.useParams()
  const rights = useRights()
  const ids = [partnerId, employeeId].every((id) => IdParam.safeParse(id).success)
  if (!ids) return <NotFound />
  if (!rights.mayCall(getPartnerEmployee)) return <Forbidden />
  return <LoadedEmployee key={employeeId} partnerId={partnerId} employeeId={employeeId} />
}

function LoadedEmployee({ partnerId, employeeId }: { partnerId: string; employeeId: string }) {
  const answer = useQuery(query(getPartnerEmployee, { params: { partnerId, id: employeeId } }))
  useRecordRefresh(topics.employee(Number(employeeId)), answer, () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  return <Card employee={answer.data} />
}

function Card({ employee }: { employee: Employee }) {
  usePagePlace(
    { text: 'Партнёры', href: '/partners' },
    { text: employee.partner.shortName, href: `/partner/${employee.partner.id}` },
    { text: 'Сотрудники', href: `/partner-employees/${employee.partner.id}` },
    shortName(employee.fullName),
  )
  const { tab = 'main' } = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  return (
    <>
      <EmployeeHead employee={employee} />
      <TabsWithCounts
        label="Карточка сотрудника"
        tabs={tabs}
        value={tab}
        onChange={(key) => void go({ search: key === 'main' ? {} : { tab: key } })}
      />
      {tab === 'main' && <EmployeeMain key={employee.id} employee={employee} />}
      {tab === 'access' && <EmployeeAccess employee={employee} />}
      {tab === 'procuracies' && <EmployeeProcuracies employee={employee} />}
      {tab === 'documents' && <EmployeeDocuments employee={employee} />}
      {tab === 'contacts' && <EmployeeContacts employee={employee} />}
      {tab === 'absences' && <EmployeeAbsences employee={employee} />}
      {tab === 'history' && <EmployeeHistory employee={employee} />}
    </>
  )
}
