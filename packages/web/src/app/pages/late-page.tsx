import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorBlock } from '#ui/error-block.tsx'

/** A chunk that does not arrive is reported after this time (specification 2 §8). */
export const chunkTimeoutMs = 120_000

const reload = () => location.reload()

/** What stands where a part of the product could not be loaded. */
export function ChunkFailure({ reason }: { reason: string }) {
  return (
    <ErrorBlock title="Страница не загрузилась" error={{ message: reason }}>
      <Button look="primary" onClick={reload}>
        Обновить страницу
      </Button>
    </ErrorBlock>
  )
}

/** The page, or the report that it has been loading for too long. */
export function LatePage({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isLoading) return
    const timer = setTimeout(() => setLate(true), chunkTimeoutMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  if (!isLate) return children
  return <ChunkFailure reason="Часть приложения не загрузилась за 120 секунд. Проверьте сеть." />
}
