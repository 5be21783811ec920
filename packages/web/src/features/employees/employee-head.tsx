import {
  absenceReasons,
  accountStates,
  deactivatePartnerEmployee,
  type Employee,
  type EmployeeDependants,
  getEmployeeDependants,
  getPartnerEmployee,
} from '@ipoteka-office/contract/employees/employees.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf, mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { noEmployeeUpdate } from './employee-words.ts'

/** What switching the person off changes, in words. */
function Dependants({ found }: { found: EmployeeDependants }) {
  const lines = [
    found.openApplicationsCount > 0 &&
      `${countOf(found.openApplicationsCount, 'заявка', 'заявки', 'заявок')} в работе перейдут другим`,
    ...found.headOfWorkgroups.map(({ name }) => `группа «${name}» останется без руководителя`),
    found.subordinates.length > 0 &&
      `${countOf(found.subordinates.length, 'подчинённый останется', 'подчинённых останутся', 'подчинённых останутся')} без руководителя`,
    ...found.deputyOf.map(
      ({ employee, dateFrom, dateTo }) =>
        `не сможет замещать: ${employee.fullName}, ${formatDate(dateFrom)} — ${formatDate(dateTo)}`,
    ),
    found.hasAccount && 'вход в систему будет закрыт',
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return <p className="muted">От сотрудника ничего не зависит.</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Name, place and state of the person, and switching them off. */
export function EmployeeHead({ employee }: { employee: Employee }) {
  const client = useQueryClient()
  const mayUpdate = useRights().mayCall(deactivatePartnerEmployee)
  const params = { partnerId: String(employee.partner.id), id: String(employee.id) }
  const off = useMutation({
    ...mutation(deactivatePartnerEmployee),
    onError: notifyFailure,
    onSuccess: () => {
      toast.success('Сотрудник отключён')
      void client.invalidateQueries({ queryKey: keyOf(getPartnerEmployee) })
    },
  })
  const ask = async () => {
    try {
      const found = await call(getEmployeeDependants, { params })
      if (found.refusal !== null) return toast.error('Отключить нельзя', { description: found.refusal })
      const sure = await confirm({
        title: 'Отключить сотрудника',
        text: `Отключить сотрудника «${employee.fullName}»?`,
        extra: <Dependants found={found} />,
        okText: 'Отключить',
        danger: true,
      })
      if (sure) off.mutate({ params, query: { version: employee.version } })
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  const { absence } = employee
  return (
    <FormHead
      title={employee.fullName}
      subtitle={
        <>
          {[employee.jobTitle, employee.partner.shortName].filter(Boolean).join(' · ')}{' '}
          {absence && (
            <Tag tone="amber">
              {absenceReasons[absence.reason]} до {formatDate(absence.dateTo)}
            </Tag>
          )}
        </>
      }
      facts={[
        {
          label: 'Активность',
          value: (
            <StatusDot tone={employee.notActive ? 'neutral' : 'green'}>
              {employee.notActive ? 'Отключён' : 'Работает'}
            </StatusDot>
          ),
        },
        { label: 'Учётная запись', value: accountStates[employee.accountState] },
      ]}
    >
      {!employee.notActive && (
        <Button
          onClick={() => void ask()}
          loading={off.isPending}
          disabledReason={mayUpdate ? null : noEmployeeUpdate}
        >
          Отключить
        </Button>
      )}
    </FormHead>
  )
}
