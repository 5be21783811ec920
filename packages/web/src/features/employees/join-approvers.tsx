import {
  approverTypes,
  type CheckingType,
  joinApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { getPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { keyOf, mutation } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

/** Puts the person among the approvers of a department; their load is set on the page that opens. */
export function JoinApprovers({ employeeId, type }: { employeeId: number; type: CheckingType }) {
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
