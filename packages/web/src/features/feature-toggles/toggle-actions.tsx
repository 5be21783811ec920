import {
  deleteFeatureToggle,
  type FeatureToggle,
  killFeature,
  listFeatureToggles,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, mutation } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { adoptToggle, sayAsked } from './adopt-toggle.ts'

/** The emergency switch, which acts at once, and the removal of a toggle that the product does not read. */
export function ToggleActions({
  toggle,
  noUpdate,
  onDeleted,
}: {
  toggle: FeatureToggle
  noUpdate: string | null
  onDeleted: () => void
}) {
  const client = useQueryClient()
  const params = { id: String(toggle.id) }
  const kill = useMutation({
    ...mutation(killFeature),
    onSuccess: async (next) => {
      await adoptToggle(client, next)
      if (next.pendingRequestId === null)
        toast.success(next.killed ? 'Функция выключена для всех' : 'Аварийное выключение снято')
      else sayAsked()
    },
    onError: notifyFailure,
  })
  const remove = useMutation({
    ...mutation(deleteFeatureToggle),
    onSuccess: () => {
      toast.success('Переключатель удалён', { keepOnRouteChange: true })
      void client.invalidateQueries({ queryKey: keyOf(listFeatureToggles) })
      onDeleted()
    },
    onError: notifyFailure,
  })
  const askKill = async () => {
    const yes = await confirm(
      toggle.killed
        ? {
            text: `«${toggle.title}» снова включится у тех, кому положена по правилам.`,
            okText: 'Снять выключение',
          }
        : {
            text: `«${toggle.title}» выключится у всех сразу, что бы ни говорили правила.`,
            okText: 'Выключить для всех',
            danger: true,
          },
    )
    if (yes) kill.mutate({ params, body: { killed: !toggle.killed } })
  }
  const askRemove = async () => {
    const yes = await confirm({ text: `Удалить «${toggle.title}»?`, okText: 'Удалить', danger: true })
    if (yes) remove.mutate({ params, query: { version: String(toggle.version) } })
  }
  return (
    <>
      {!toggle.delivered && (
        <Button loading={remove.isPending} disabledReason={noUpdate} onClick={() => void askRemove()}>
          Удалить
        </Button>
      )}
      <Button
        look={toggle.killed ? 'default' : 'danger'}
        loading={kill.isPending}
        disabledReason={noUpdate}
        onClick={() => void askKill()}
      >
        {toggle.killed ? 'Снять аварийное выключение' : 'Выключить для всех'}
      </Button>
    </>
  )
}
