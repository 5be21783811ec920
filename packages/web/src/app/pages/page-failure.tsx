import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { logWarning } from '#lib/log.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { ChunkFailure } from './late-page.tsx'

const chunkWords = [
  'dynamically imported module',
  'importing a module script',
  'unable to preload css',
  'loading chunk',
]

/** Whether a module of the product could not be loaded: a broken network, or a newer version on the server. */
export const isChunkFailure = (failure: unknown): boolean =>
  failure instanceof Error && chunkWords.some((words) => failure.message.toLowerCase().includes(words))

/** What stands in place of a page that failed; the shell around it keeps working. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  useEffect(() => logWarning('Сбой страницы', error), [error])
  if (isChunkFailure(error)) {
    return (
      <ChunkFailure reason="Не удалось загрузить часть приложения. Возможно, вышла новая версия: обновите страницу." />
    )
  }
  return <FailureBlock failure={error} onRetry={reset} />
}
