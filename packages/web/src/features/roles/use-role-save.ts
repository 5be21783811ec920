import {
  copyRole,
  createRole,
  disableRole,
  type RoleCard,
  type RoleSaved,
  updateRole,
} from '@ipoteka-office/contract/roles/roles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mutation } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { reloadRoles } from './roles-data.ts'

const failedKey = 'role-failed'

/** Says that a role was not saved, and why. */
export const sayRoleFailure = (failure: unknown): void => sayFailed('Роль не сохранена', failure, failedKey)

/** Says what became of a save: done, or put before a second person. */
function saySaved(saved: RoleSaved, done: string): void {
  toast.closeByKey(failedKey)
  if (saved.request === null) return void toast.success(done)
  toast.info('Изменение отправлено на подтверждение', {
    description: 'Оно подействует, когда его подтвердит другой сотрудник',
  })
}

/** Everything that changes roles; each answers what became of it, after what is shown has been read again. */
export function useRoleCalls() {
  const client = useQueryClient()
  const update = useMutation(mutation(updateRole))
  const create = useMutation(mutation(createRole))
  const copy = useMutation(mutation(copyRole))
  const disable = useMutation(mutation(disableRole))
  const finish = async (saved: RoleSaved, done: string) => {
    await reloadRoles(client)
    saySaved(saved, done)
    return saved
  }
  return {
    busy: update.isPending || create.isPending || copy.isPending || disable.isPending,
    update: async (role: RoleCard, change: Partial<RoleCard>) => {
      const { id, version, code, name, description, isDisabled, partnerMayGive, operations } = {
        ...role,
        ...change,
      }
      const body = { version, code, name, description, isDisabled, partnerMayGive, operations }
      return finish(await update.mutateAsync({ params: { id: String(id) }, body }), 'Данные сохранены')
    },
    create: async (input: { code: string; name: string; description: string }) =>
      finish(await create.mutateAsync({ body: input }), 'Роль создана'),
    copy: async (id: number, { code, name }: { code: string; name: string }) =>
      finish(
        await copy.mutateAsync({ params: { id: String(id) }, body: { code, name } }),
        'Роль скопирована',
      ),
    disable: async ({ id, version }: RoleCard) =>
      finish(
        await disable.mutateAsync({
          params: { id: String(id) },
          query: { version, confirmed: 'true' },
        }),
        'Роль отключена',
      ),
  }
}
