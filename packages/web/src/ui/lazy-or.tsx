import { type ComponentType, lazy } from 'react'
import { logWarning } from '#lib/log.ts'

/**
 * A part whose code is loaded when it is first drawn. Where that fails, `NotLoaded` stands in its place: the page around
 * it, which works, is not lost.
 */
export const lazyOr = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<Props>,
) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (failure) {
      logWarning('Часть страницы не загружена', failure)
      return { default: NotLoaded }
    }
  })
