import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm } from './confirm-dialog.tsx'

/**
 * Asks before a page with unsaved changes is left, by a link, by «back» or by closing the tab.
 * `leaveFreely()` lets the next leave pass, e.g. after a save that navigates; `onLeave` runs when the person leaves anyway.
 */
export function useUnsavedChanges(dirty: boolean, onLeave?: () => void): { leaveFreely: () => void } {
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
      if (!isDirty.current || free.current || current.pathname === next.pathname) return false
      const leave = await confirm({
        title: 'Есть несохранённые изменения',
        text: 'Если уйти со страницы, они не попадут на сервер.',
        okText: 'Уйти без сохранения',
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
