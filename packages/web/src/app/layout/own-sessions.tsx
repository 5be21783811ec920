import { endOwnSessions, listOwnSessions } from '@ipoteka-office/contract/session/user-sessions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mutation, query } from '#api/query.ts'
import { useSession } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { SessionTable } from '#widgets/sessions/session-table.tsx'
import { whyNoneToEnd } from '#widgets/sessions/why-none-to-end.ts'

/** Where one is signed in, and the way out there. */
export function OwnSessions({ onClose }: { onClose: () => void }) {
  const { logout } = useSession()
  const client = useQueryClient()
  const list = useQuery({ ...query(listOwnSessions), staleTime: 0 })
  const end = useMutation({
    ...mutation(endOwnSessions),
    onError: notifyFailure,
    onSuccess: (left, { body }) => {
      // The session of this very window is over too.
      if (body.which === 'ALL') return logout()
      client.setQueryData(query(listOwnSessions).queryKey, left)
      toast.success('На других устройствах вы вышли')
    },
  })
  const askAll = async () => {
    const text = 'Выйти на всех устройствах, и на этом тоже? Несохранённое здесь пропадёт.'
    if (await confirm({ text, okText: 'Выйти', danger: true })) end.mutate({ body: { which: 'ALL' } })
  }
  const others = list.data?.filter(({ isThis }) => !isThis)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Мои сеансы"
      size="large"
      footer={
        <>
          <Button loading={end.isPending} onClick={() => void askAll()}>
            Выйти со всех устройств
          </Button>
          <Button
            look="primary"
            loading={end.isPending}
            disabledReason={whyNoneToEnd(others, 'На других устройствах вы не вошли')}
            onClick={() => end.mutate({ body: { which: 'OTHERS' } })}
          >
            Выйти на других устройствах
          </Button>
        </>
      }
    >
      <p className="muted">Не узнаёте устройство? Выйдите на других устройствах и смените пароль.</p>
      <SessionTable sessions={list.data} failure={list.error} onRetry={() => void list.refetch()} />
    </Dialog>
  )
}
