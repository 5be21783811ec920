import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm } from './confirm-dialog.tsx'

const keyed = (search: object, keys: true | readonly string[]): string =>
  JSON.stringify(keys === true ? search : keys.map((key) => (search as Record<string, unknown>)[key] ?? null))

/**
 * Asks before a page with unsaved changes is left, by a link, by «back» or by closing the tab.
 * `leaveFreely()` lets the next leave pass, e.g. after a save that navigates; `onLeave` runs when the person leaves anyway.
 * With `search` a change of the address after `?` is leaving as well, for a form inside a list: of anything in it, or
 * of the named keys alone.
 */
export function useUnsavedChanges(
  dirty: boolean,
  onLeave?: () => void,
  { search = false }: { search?: boolean | readonly string[] } = {},
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
      const leave = await confirm({
        title: 'Есть несохранённые изменения',
        text: 'Если уйти со страницы, они не попадут на сервер.',
        okText: 'Уйти без сохранения',
        danger: true,
        cancelText: 'Остаться',
        history: false,
      })
      if (leave) onLeave?.()
      return !leave
    },
  })
  return {
    leaveFreely: () => {
      free.current = true
    },
  }
}
