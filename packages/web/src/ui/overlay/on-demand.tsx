import { type ComponentType, Suspense, useEffect } from 'react'
import { lazyOr } from '../lazy-or.tsx'
import { toast } from './toasts.tsx'

interface Closing {
  readonly onClose: () => void
}

/** Stands where the code of a window has not come: says so, and the page around goes on. */
function NotLoaded({ onClose }: Closing) {
  useEffect(() => {
    toast.error('Окно не загрузилось', {
      key: 'window-not-loaded',
      description: 'Проверьте сеть и откройте его ещё раз или обновите страницу',
    })
    onClose()
  }, [onClose])
  return null
}

/** A window whose code is loaded when it is first opened: the page comes without what only the window needs. */
export function onDemand<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazyOr<Props>(load, NotLoaded)
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
