import {
  approverTypes,
  type CheckingType,
  checkingTypes,
  getApprover,
  joinApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { type Employee, getPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { keyOf, mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { LinkIfOpen } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './employees.module.css'

/** Puts the person among the approvers of a department; their load is set on the page that opens. */
function Join({ employeeId, type }: { employeeId: number; type: CheckingType }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const join = useMutation({
    ...mutation(joinApprovers),
    onError: notifyFailure,
    onSuccess: async ({ id }) => {
      void client.invalidateQueries({ queryKey: keyOf(getPartnerEmployee) })
      await navigate({
        to: '/workload-employee/$type/$approverId',
        params: { type, approverId: String(id) },
      })
    },
  })
  return (
    <Button loading={join.isPending} onClick={() => join.mutate({ params: { type }, body: { employeeId } })}>
      Включить в согласующие {approverTypes[type]}
    </Button>
  )
}

/** Where the person's work as an approver is set or begun; nothing for whom neither is. */
export function ApproverLinks({ employee }: { employee: Employee }) {
  const { mayCall } = useRights()
  const held = new Set(employee.approvers.map(({ type }) => type))
  const open = employee.notActive
    ? []
    : checkingTypes.filter((type) => !held.has(type) && mayCall(joinApprovers, { type }))
  if (employee.approvers.length + open.length === 0) return null
  return (
    <FormSection title="Согласование заявок" grid={false}>
      {employee.approvers.map(({ id, type, openApplicationsCount }) => (
        <p key={id}>
          <LinkIfOpen needs={[getApprover, { type }]} href={`/workload-employee/${type}/${id}`}>
            Настройки согласующего {approverTypes[type]}
          </LinkIfOpen>
          <span className="muted">
            {' '}
            · в работе {countOf(openApplicationsCount, 'заявка', 'заявки', 'заявок')}
          </span>
        </p>
      ))}
      {open.length > 0 && (
        <div className={styles.rowActions}>
          {open.map((type) => (
            <Join key={type} employeeId={employee.id} type={type} />
          ))}
        </div>
      )}
    </FormSection>
  )
}
