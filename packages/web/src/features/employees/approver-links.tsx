import { approverTypes, getApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Employee } from '@ipoteka-office/contract/employees/employees.ts'
import { countOf } from '#lib/plural.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { LinkIfOpen } from '#widgets/href-link.tsx'

/** Where the person's work as an approver is set; nothing for others. */
export function ApproverLinks({ employee }: { employee: Employee }) {
  if (employee.approvers.length === 0) return null
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
    </FormSection>
  )
}
