// First: dialogs must hear of a step in the history before the router does.
import { createElement } from 'react'
import '#ui/overlay/dialog-stack.ts'
import { createRouter } from '@tanstack/react-router'
import { DelayedLoader } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { addresses, followPlace } from '#theme/page-look.ts'
import { PageFailure } from './pages/page-failure.tsx'
import { routeTree } from './routeTree.gen.ts'
import { parseSearchText, searchTextOf } from './search-text.ts'

/** Paths match exactly as the specification writes them: by letter case, with or without a slash at the end. */
export const router = createRouter({
  routeTree,
  rewrite: addresses,
  caseSensitive: true,
  trailingSlash: 'preserve',
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 500,
  defaultPendingMinMs: 0,
  defaultPendingComponent: DelayedLoader,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: () => createElement(NotFound),
  parseSearch: parseSearchText,
  stringifySearch: searchTextOf,
})

followPlace(() => router.history.location.pathname)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
