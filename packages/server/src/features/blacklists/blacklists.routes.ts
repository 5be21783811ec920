import * as acts from '@ipoteka-office/contract/blacklists/blacklist-acts.ts'
import * as api from '@ipoteka-office/contract/blacklists/blacklists.ts'
import * as versions from '@ipoteka-office/contract/blacklists/entry-versions.ts'
import { type Route, route } from '#http/route.ts'
import { actPaper, listActs } from './acts.service.ts'
import { blacklistExport } from './blacklist-export.service.ts'
import { type BlacklistParts, createEntry, getEntry, moveEntry, saveEntry } from './entries.service.ts'
import { findAuthors } from './entries-list.repo.ts'
import { countEntries, searchEntries } from './entries-list.service.ts'
import { entryProcess, listHistory } from './entry-history.service.ts'
import { askAppeal, askChange, askProlonging, askRemoval } from './entry-requests.service.ts'
import { compareEntry, entryVersions } from './versions/entry-versions.service.ts'

/** Blacklists of individuals, legal persons and phones. */
export const blacklistsRoutes = (parts: BlacklistParts): Route[] => [
  route(api.searchBlacklist, ({ params, body, query }, context) =>
    searchEntries(parts, context, params.kind, body, query),
  ),
  route(api.countBlacklist, ({ params, body }, context) => countEntries(parts, context, params.kind, body)),
  ...blacklistExport(parts).routes,
  route(api.listBlacklistAuthors, ({ params }, { db }) => findAuthors(db, params.kind)),
  route(acts.listBlacklistActs, ({ params, query }, { db }) => listActs(db, params.kind, query)),
  route(acts.getBlacklistAct, ({ params }, { db }) => actPaper(parts, db, params)),
  route(api.createBlacklistEntry, ({ params, body }, context) =>
    createEntry(context, parts, params.kind, body),
  ),
  route(api.getBlacklistEntry, ({ params }, context) => getEntry(context, parts, params)),
  route(api.saveBlacklistEntry, ({ params, body }, context) => saveEntry(context, parts, params, body)),
  route(api.submitBlacklistEntry, ({ params, body }, context) =>
    moveEntry(context, parts, params, { ...body, action: 'submit' }),
  ),
  route(api.decideBlacklistEntry, ({ params, body }, context) => moveEntry(context, parts, params, body)),
  route(api.decideEntryAppeal, ({ params, body }, context) => moveEntry(context, parts, params, body)),
  route(api.requestEntryChange, ({ params, body }, context) => askChange(context, parts, params, body)),
  route(api.requestEntryProlonging, ({ params, body }, context) =>
    askProlonging(context, parts, params, body),
  ),
  route(api.requestEntryRemoval, ({ params, body }, context) => askRemoval(context, parts, params, body)),
  route(api.requestEntryAppeal, ({ params, body }, context) => askAppeal(context, parts, params, body)),
  route(api.getEntryProcess, ({ params }, context) => entryProcess(context, parts, params)),
  route(api.listEntryHistory, ({ params, query }, context) => listHistory(context, parts, params, query)),
  route(versions.listEntryVersions, ({ params, query }, context) =>
    entryVersions(context, parts, params, query),
  ),
  route(versions.compareEntryVersions, ({ params, body }, context) =>
    compareEntry(context, parts, params, body),
  ),
]
