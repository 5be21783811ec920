import '#theme/look.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { tellRefusals } from '#api/send.ts'
import { leaveCrumb } from '#lib/unexpected.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { App } from './app.tsx'
import { registerViews } from './case-views.ts'
import { router } from './router.ts'

/** Draws the product. The page of the address is loaded meanwhile: sign-in takes longer than that. */
export function showApp(root: HTMLElement): void {
  tellRefusals(notifyFailure)
  registerViews()
  router.subscribe('onResolved', () => leaveCrumb('page', router.state.matches.at(-1)?.fullPath ?? '/'))
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  for (const match of router.matchRoutes(router.latestLocation)) {
    const route = router.routesById[match.routeId as keyof typeof router.routesById]
    // A chunk that fails is asked for again, and reported, when its page is shown.
    if (route) router.loadRouteChunk(route)?.catch(() => undefined)
  }
}
