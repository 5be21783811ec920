import { useEffect } from 'react'
import type { CloseReason } from './dialog-stack.ts'
import { toast } from './toasts.tsx'

/** Stands where the code of a window has not come: says so, and the page around goes on. */
export function WindowNotLoaded({ onClose }: { onClose: (reason: CloseReason) => void }) {
  useEffect(() => {
    toast.error('Окно не загрузилось', {
      key: 'window-not-loaded',
      description: 'Проверьте сеть и откройте его ещё раз или обновите страницу',
    })
    onClose('button')
  }, [onClose])
  return null
}
