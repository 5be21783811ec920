import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '#api/query.ts'
import { sessionState } from '#api/session.ts'
import { useStore } from '#lib/store.ts'
import { router } from './router.ts'
import { SessionScreen } from './session/session-screens.tsx'

/** The whole product in the browser: pages once the session is OK, its screens until then. */
export function App() {
  const state = useStore(sessionState)
  return (
    <QueryClientProvider client={queryClient}>
      {state.status === 'OK' ? <RouterProvider router={router} /> : <SessionScreen state={state} />}
    </QueryClientProvider>
  )
}
