import { approverTypes } from '@ipoteka-office/contract/approvers.ts'
import type { Employee } from '@ipoteka-office/contract/employees.ts'
import { Link } from '@tanstack/react-router'
import { countOf } from '#lib/plural.ts'
import { FormSection } from '#ui/form-section.tsx'

/** Where the person's work as an approver is set; nothing for others. */
export function ApproverLinks({ employee }: { employee: Employee }) {
  if (employee.approvers.length === 0) return null
  return (
    <FormSection title="Согласование заявок" grid={false}>
      {employee.approvers.map(({ id, type, openApplicationsCount }) => (
        <p key={id}>
          <Link to="/workload-employee/$type/$approverId" params={{ type, approverId: String(id) }}>
            Настройки согласующего {approverTypes[type]}
          </Link>
          <span className="muted">
            {' '}
            · в работе {countOf(openApplicationsCount, 'заявка', 'заявки', 'заявок')}
          </span>
        </p>
      ))}
    </FormSection>
  )
}
