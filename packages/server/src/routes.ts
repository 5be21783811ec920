import { applicationsRoutes } from './features/applications/applications.routes.ts'
import { approversRoutes } from './features/approvers/approvers.routes.ts'
import { calculatorsRoutes } from './features/calculators/calculators.routes.ts'
import { featureTogglesRoutes } from './features/feature-toggles/feature-toggles.routes.ts'
import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import { partnerWorkRoutes } from './features/partner-work/partner-work.routes.ts'
import { partnersRoutes } from './features/partners/partners.routes.ts'
import { qrRoutes } from './features/qr/qr.routes.ts'
import type { ReferenceReader } from './features/references/reference-reader.service.ts'
import { referencesRoutes } from './features/references/references.routes.ts'
import { rolesRoutes } from './features/roles/roles.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { viewsRoutes } from './features/views/views.routes.ts'
import { workgroupsRoutes } from './features/workgroups/workgroups.routes.ts'
import type { FileStore } from './files/file-store.ts'
import type { Route } from './http/route.ts'
import type { BankClock } from './lib/bank-time.ts'

/** What some areas need beside the database. */
export interface RouteParts {
  readonly files: FileStore
  readonly clock: BankClock
  readonly references: ReferenceReader
  /** Address of the short links of QR codes. */
  readonly linkUrl: string
}

/** The server's table of contents: the routes of every area. */
export const allRoutes = ({ files, clock, references, linkUrl }: RouteParts): Route[] => [
  ...sessionRoutes,
  ...featureTogglesRoutes({ clock }),
  ...referencesRoutes({ references, clock }),
  ...partnersRoutes,
  ...approversRoutes({ clock }),
  ...applicationsRoutes({ clock }),
  ...notificationsRoutes({ files }),
  ...calculatorsRoutes,
  ...viewsRoutes,
  ...rolesRoutes({ clock }),
  ...qrRoutes({ clock, linkUrl }),
  ...searchRoutes,
  ...workgroupsRoutes,
  ...partnerWorkRoutes({ clock }),
]
