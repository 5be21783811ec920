import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ask } from '../overlay/confirm-dialog.tsx'

const keyed = (search: object, keys: true | readonly string[]): string =>
  JSON.stringify(keys === true ? search : keys.map((key) => (search as Record<string, unknown>)[key] ?? null))

const question = {
  title: 'Есть несохранённые изменения',
  text: 'Если уйти со страницы, они не попадут на сервер.',
  cancelText: 'Остаться',
  history: false,
}
const away = 'Уйти без сохранения'
const withoutSave = { ...question, okText: away, danger: true }
const withSave = { ...question, okText: 'Сохранить и уйти', aside: away }

/**
 * Asks before a page with unsaved changes is left, by a link, by «back» or by closing the tab.
 * `leaveFreely()` lets the next leave pass, e.g. after a save that navigates; `onLeave` runs when the person leaves anyway.
 * With `save` the question offers it first; the page stays when it fails.
 * With `search` a change of the address after `?` is leaving as well, for a form inside a list: of anything in it, or
 * of the named keys alone.
 */
export function useUnsavedChanges(
  dirty: boolean,
  onLeave?: () => void,
  { search = false, save }: { search?: boolean | readonly string[]; save?: () => Promise<boolean> } = {},
): { leaveFreely: () => void } {
  const free = useRef(false)
  const isDirty = useRef(dirty)
  isDirty.current = dirty
  // A form that is changed again after a save is guarded again.
  useEffect(() => {
    if (dirty) free.current = false
  }, [dirty])
  useBlocker({
    enableBeforeUnload: () => isDirty.current && !free.current,
    shouldBlockFn: async ({ current, next }) => {
      const stays =
        current.pathname === next.pathname &&
        (!search || keyed(current.search, search) === keyed(next.search, search))
      if (!isDirty.current || free.current || stays) return false
      const answer = await ask(save ? withSave : withoutSave)
      if (answer === 'no') return true
      if (save && answer === 'yes') return !(await save())
      onLeave?.()
      return false
    },
  })
  return {
    leaveFreely: () => {
      free.current = true
    },
  }
}
