import {
  approverTypes,
  checkingTypes,
  getApprover,
  joinApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Employee } from '@ipoteka-office/contract/employees/employees.ts'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { LinkIfOpen } from '#widgets/href-link.tsx'
import styles from './employees.module.css'

const JoinApprovers = latePart(async () => (await import('./join-approvers.tsx')).JoinApprovers)

/** Where the person's work as an approver is set or begun; nothing for whom neither is. */
export function ApproverLinks({ employee }: { employee: Employee }) {
  const { mayCall } = useRights()
  const held = new Set(employee.approvers.map(({ type }) => type))
  const open =
    employee.notActive || !employee.mayCheck
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
            <JoinApprovers key={type} employeeId={employee.id} type={type} />
          ))}
        </div>
      )}
    </FormSection>
  )
}
