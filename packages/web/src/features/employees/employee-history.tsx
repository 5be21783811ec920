import { type Employee, listEmployeeHistory } from '@ipoteka-office/contract/employees/employees.ts'
import { query } from '#api/query.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { HistoryList } from '#widgets/history/history-dialog.tsx'

/** Every change of the card and of its parts. */
export function EmployeeHistory({ employee }: { employee: Employee }) {
  const params = { partnerId: String(employee.partner.id), id: String(employee.id) }
  return (
    <FormCard>
      <FormSection title="История изменений" grid={false}>
        <HistoryList pages={(page) => query(listEmployeeHistory, { params, query: page })} />
      </FormSection>
    </FormCard>
  )
}
