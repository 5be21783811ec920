import { type ComponentType, createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { Empty } from '../empty.tsx'
import { DelayedLoader } from '../loader.tsx'
import { arriveTogether } from './arrive-together.ts'
import { lazyOr } from './lazy-or.tsx'

const Retry = createContext<() => void>(() => undefined)

/** Stands where the code of a part has not come: says so and asks for it again. */
function NotLoaded() {
  const retry = use(Retry)
  return (
    <div role="alert">
      <Empty
        title="Эта часть страницы не загрузилась"
        text="Проверьте сеть и повторите. Если не поможет, обновите страницу."
      >
        <Button onClick={retry}>Повторить</Button>
      </Empty>
    </div>
  )
}

/**
 * A part of a page whose code comes when it is first drawn. `waiting` stands in its place meanwhile and holds its
 * height; where the code is lost, words and «Повторить» do, and the page around goes on.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <DelayedLoader />,
) {
  const Loaded = lazyOr<Props>(() => arriveTogether(load), NotLoaded)
  return function LatePart(props: Props) {
    const [attempt, setAttempt] = useState(0)
    const retry = useMemo(() => () => setAttempt((made) => made + 1), [])
    return (
      <Retry value={retry}>
        <Suspense fallback={waiting}>
          <Loaded key={attempt} {...props} />
        </Suspense>
      </Retry>
    )
  }
}
