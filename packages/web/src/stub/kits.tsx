// First: dialogs must hear of a step in the history before the router does.
import '#ui/overlay/dialog-stack.ts'
import '#theme/look.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type RouterProps,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/query.ts'
import { sessionState } from '#api/session.ts'
import { pressSave } from '#ui/form/page-form.tsx'
import { ConfirmDialogs } from '#ui/overlay/confirm-dialog.tsx'
import { Toasts } from '#ui/overlay/toasts.tsx'
import { DevListPage } from '../features/dev-ui/dev-list.tsx'
import { DevRecordPage } from '../features/dev-ui/dev-record.tsx'
import { DevRows } from '../features/dev-ui/dev-ui-rows.tsx'
import { stubLogin, stubUser } from './stub-bank.ts'

/** What the shell of the product gives every page, as far as kits need it. */
function Shell() {
  return (
    <>
      <Outlet />
      <Toasts routeKey="kits" />
      <ConfirmDialogs />
    </>
  )
}

const root = createRootRoute({ component: Shell })
const record = createRoute({ getParentRoute: () => root, path: '/dev/record', component: DevRecordPage })
const rows = createRoute({ getParentRoute: () => root, path: '/dev/rows', component: DevRows })
const list = createRoute({ getParentRoute: () => root, path: '/dev/list', component: DevListPage })
/** Somewhere to leave for. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '/dev/ui',
  component: () => (
    <main>
      <Link to="/dev/record">Назад к форме</Link>
    </main>
  ),
})
const router = createRouter({ routeTree: root.addChildren([record, rows, list, elsewhere]) })

document.addEventListener('keydown', (event) => {
  if (!event.ctrlKey || event.code !== 'KeyS') return
  event.preventDefault()
  pressSave()
})
const nothing = () => undefined
sessionState.set({
  status: 'OK',
  session: {
    profile: { name: stubUser.descriptor, login: stubLogin },
    user: stubUser,
    operations: {},
    logout: nothing,
    signInAgain: nothing,
  },
})
const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      {/* The types of links are those of the product's own router. */}
      <RouterProvider {...({ router } as unknown as RouterProps)} />
    </QueryClientProvider>,
  )
