import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isChunkFailure } from '#api/failure.ts'
import { logWarning } from '#lib/log.ts'
import { noteError } from '#lib/unexpected.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { ChunkFailure } from './late-page.tsx'

/** What stands in place of a page that failed; the shell around it keeps working. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  useEffect(() => {
    logWarning('Сбой страницы', error)
    noteError(error)
  }, [error])
  if (isChunkFailure(error)) {
    return (
      <ChunkFailure reason="Не удалось загрузить часть приложения. Возможно, вышла новая версия: обновите страницу." />
    )
  }
  return <FailureBlock failure={error} onRetry={reset} />
}
