import {
  type Dictionary,
  type DictionaryItem,
  getItemUsage,
  saveDictionaryItem,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { countOf } from '#lib/plural.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { lateCommandOf } from '#widgets/record/late-command.ts'
import { UsageTable, usageTotal } from './item-usage.tsx'
import { toItemInput, toItemValues } from './item-values.ts'
import { useReloadItems } from './use-item-form.tsx'

async function askToSwitchOff(item: DictionaryItem): Promise<boolean> {
  const usage = await call(getItemUsage, { params: { id: String(item.id) } })
  return confirm({
    title: `Отключить «${item.name}»?`,
    text:
      usage.total === 0
        ? 'Запись нигде не используется. Её нельзя будет выбрать.'
        : `${usageTotal(usage)}: там она останется, но выбрать её снова будет нельзя.`,
    extra: (
      <>
        <UsageTable usage={usage} />
        {item.childrenCount > 0 && (
          <p className="muted">
            Внутри {countOf(item.childrenCount, 'запись', 'записи', 'записей')}: они останутся включёнными.
          </p>
        )}
      </>
    ),
    okText: 'Отключить',
    danger: true,
  })
}

/** Switches an item off, after saying where it is used, or on again. */
export function useItemSwitch(dictionary: Dictionary, onSwitched?: (item: DictionaryItem) => void) {
  const [busy, setBusy] = useState(false)
  const reload = useReloadItems()
  const run = async (item: DictionaryItem) => {
    setBusy(true)
    try {
      if (item.active && !(await askToSwitchOff(item))) return
      const body = {
        ...toItemInput(toItemValues(dictionary, item), dictionary, item),
        active: !item.active,
        version: item.version,
      }
      const saved = await call(saveDictionaryItem, { params: { id: String(item.id) }, body })
      toast.success(saved.active ? 'Запись включена' : 'Запись отключена')
      onSwitched?.(saved)
    } catch (failure) {
      const late = lateCommandOf(failure)
      if (late) toast.error('Запись только что изменили', { description: 'Список обновлён, повторите.' })
      else sayFailed('Запись не изменена', failure)
    } finally {
      setBusy(false)
      reload()
    }
  }
  return { run: (item: DictionaryItem) => void run(item), busy }
}
