import { type ComponentType, Suspense } from 'react'
import { lazyOr } from '../late/lazy-or.tsx'
import { WindowNotLoaded } from './window-not-loaded.tsx'

interface Closing {
  readonly onClose: () => void
}

/** A window whose code is loaded when it is first opened: the page comes without what only the window needs. */
export function onDemand<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazyOr<Props>(load, WindowNotLoaded)
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
