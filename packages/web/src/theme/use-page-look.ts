import { useLocation } from '@tanstack/react-router'
import { lookOfPath } from './page-look.ts'
import type { PageLook } from './theme-mode.ts'

/** The look of the page that is open. */
export const usePageLook = (): PageLook =>
  useLocation({ select: ({ publicHref }) => lookOfPath(publicHref.split(/[?#]/, 1)[0] ?? '') })
