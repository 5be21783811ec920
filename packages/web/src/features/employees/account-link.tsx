import { existsByLogin } from '@ipoteka-office/contract/employees/employee-lookups.ts'
import { requestEmployeeAccount } from '@ipoteka-office/contract/employees/employee-rights.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutation, queryExactly } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

/** Why the caller may do nothing with the account; null when they may. */
export const accessReasons = {
  FREE: null,
  GRANTED: null,
  REFUSED: 'У сотрудника есть права, которых нет у вас: обратитесь к администратору ролей',
  NEEDED: 'Этой учётной записью распоряжаются вдвоём: сначала запросите доступ',
  WAITING: 'Запрос доступа ждёт решения второго человека',
} as const

/** Links the account that is there under the person's login: the bank's people, with a question. */
export function LinkAccount({
  employeeId,
  login,
  reason,
  onDone,
}: {
  employeeId: string
  login: string | null
  reason: string | null
  onDone: () => void
}) {
  const { isAhml, mayCall } = useRights()
  const { data } = useQuery({
    ...queryExactly(existsByLogin, { query: { login: login ?? '-' } }),
    enabled: isAhml && login !== null && mayCall(existsByLogin),
  })
  const link = useMutation({ ...mutation(requestEmployeeAccount), onError: notifyFailure, onSettled: onDone })
  const identityId = data?.freeIdentityId ?? null
  // The own login counts as one of the employees: what is free is told by the identity server.
  if (identityId === null || login === null) return null
  const ask = async () => {
    const agreed = await confirm({
      text: `Учётная запись «${login}» уже есть в сервере входа. Кто знает её пароль, войдёт как этот сотрудник. Она действительно принадлежит ему?`,
      okText: 'Привязать',
      danger: true,
    })
    if (agreed) link.mutate({ params: { employeeId }, body: { action: 'LINK', identityId, confirmed: true } })
  }
  return (
    <Button loading={link.isPending} disabledReason={reason} onClick={() => void ask()}>
      Привязать имеющуюся
    </Button>
  )
}
