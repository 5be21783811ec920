import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import { partnersRoutes } from './features/partners/partners.routes.ts'
import { referencesRoutes } from './features/references/references.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { viewsRoutes } from './features/views/views.routes.ts'
import type { FileStore } from './files/file-store.ts'
import type { Route } from './http/route.ts'

/** What some areas need beside the database. */
export interface RouteParts {
  readonly files: FileStore
}

/** The server's table of contents: the routes of every area. */
export const allRoutes = ({ files }: RouteParts): Route[] => [
  ...sessionRoutes,
  ...referencesRoutes,
  ...partnersRoutes,
  ...notificationsRoutes({ files }),
  ...viewsRoutes,
  ...searchRoutes,
]
