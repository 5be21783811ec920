import { topics } from '@ipoteka-office/contract/live.ts'
import {
  endEmployeeSessions,
  listEmployeeSessions,
  type UserSession,
} from '@ipoteka-office/contract/session/user-sessions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { SessionTable } from '#widgets/sessions/session-table.tsx'
import { whyNoneToEnd } from '#widgets/sessions/why-none-to-end.ts'
import styles from './employees.module.css'

/** Where the employee is signed in, for who administers accounts. */
export function EmployeeSessions({ employeeId }: { employeeId: number }) {
  const mayLook = useRights().mayCall(listEmployeeSessions)
  if (!mayLook) return <p className="muted">Нет права на учётные записи сотрудников</p>
  return <Sessions employeeId={employeeId} />
}

function Sessions({ employeeId }: { employeeId: number }) {
  const params = { employeeId: String(employeeId) }
  const client = useQueryClient()
  const list = useQuery(query(listEmployeeSessions, { params }))
  const reload = () => void list.refetch()
  useLiveRefresh(topics.employee(employeeId), reload)
  const end = useMutation({
    ...mutation(endEmployeeSessions),
    onError: notifyFailure,
    onSuccess: (left, { body }) => {
      client.setQueryData(query(listEmployeeSessions, { params }).queryKey, left)
      toast.success(
        `${body.id === null ? 'Сеансы завершены' : 'Сеанс завершён'}: войти можно заново с паролем`,
      )
    },
    onSettled: (_, failure) => failure && reload(),
  })
  const ask = async (session: UserSession | null) => {
    const text =
      session === null
        ? 'Завершить все сеансы сотрудника? Несохранённое у него останется в окне до нового входа.'
        : `Завершить сеанс «${session.device}»? Несохранённое в нём останется в окне до нового входа.`
    if (await confirm({ text, okText: 'Завершить', danger: true }))
      end.mutate({ params, body: { id: session?.id ?? null } })
  }
  return (
    <>
      <SessionTable
        sessions={list.data}
        failure={list.error}
        onRetry={reload}
        end={(session) => (
          <Button
            look="quiet"
            disabledReason={session.isThis ? 'Это ваш сеанс: выйдите через меню профиля' : null}
            loading={end.isPending && end.variables.body.id === session.id}
            onClick={() => void ask(session)}
          >
            Завершить
          </Button>
        )}
      />
      <div className={styles.below}>
        <Button
          loading={end.isPending && end.variables.body.id === null}
          disabledReason={whyNoneToEnd(list.data, 'Завершать нечего: сотрудник нигде не вошёл')}
          onClick={() => void ask(null)}
        >
          Завершить все сеансы
        </Button>
      </div>
    </>
  )
}
