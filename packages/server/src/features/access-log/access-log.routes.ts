import * as api from '@ipoteka-office/contract/access-log/access-log.ts'
import {
  unmaskCase as unmaskCaseCall,
  unmaskPhone as unmaskPhoneCall,
} from '@ipoteka-office/contract/access-log/unmask.ts'
import { getAccessArchive, listAccessArchives } from '@ipoteka-office/contract/access-log/archives.ts'
import type { FileStore } from '#files/file-store.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { listArchives, openArchive } from './archives.service.ts'
import { journalExport } from './journal-export.service.ts'
import { searchJournal, unmaskCase, unmaskPhone } from './journal.service.ts'

/** The journal of access to personal data, and the showing that it writes down. */
export const accessLogRoutes = ({ clock, files }: { clock: BankClock; files: FileStore }): Route[] => [
  route(listAccessArchives, ({ query }, { db }) => listArchives(db, query)),
  route(getAccessArchive, ({ params }, context) => openArchive(context, files, params.archiveId)),
  route(api.searchAccessLog, ({ query, body }, { db, actor }) =>
    searchJournal(db, actor, clock, body, query),
  ),
  ...journalExport(clock).routes,
  route(unmaskCaseCall, ({ params }, context) => unmaskCase(context, params.id)),
  route(unmaskPhoneCall, ({ params }, context) => unmaskPhone(context, params.id)),
]
