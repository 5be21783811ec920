import {
  type FeatureToggle,
  getFeatureToggle,
  getMyFeatures,
  listFeatureToggleHistory,
  listFeatureToggles,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf, query } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'

/** What depends on a toggle and is read again after a change of it. */
export const dependOnToggles = [listFeatureToggles, listFeatureToggleHistory, getMyFeatures] as const

/** Puts a toggle that the server has just answered in the place of what was known, and reads again what depends on it. */
export async function adoptToggle(client: QueryClient, toggle: FeatureToggle): Promise<void> {
  const { queryKey } = query(getFeatureToggle, { params: { id: String(toggle.id) } })
  // An answer that was asked for before the change must not come after it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, toggle)
  for (const endpoint of dependOnToggles) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
}

/** Says that the change waits for a second person. */
export const sayAsked = (): number =>
  toast.info('Изменение отправлено на подтверждение', {
    description:
      'Оно ослабляет проверку вторым человеком, поэтому его подтверждает другой сотрудник: «Роли», «Заявки на изменение»',
  })

const failedKey = 'toggle-failed'

/** Says that a toggle was not saved, and why. */
export const sayToggleFailure = (failure: unknown): void =>
  sayFailed('Переключатель не сохранён', failure, failedKey)

/** Takes back what was said of a save that failed. */
export const forgetToggleFailure = (): void => toast.closeByKey(failedKey)
