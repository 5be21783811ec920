import * as api from '@ipoteka-office/contract/views/views.ts'
import { type Route, route } from '#http/route.ts'
import { changeView, createView, getSettings, listViews, removeView, saveSettings } from './views.service.ts'

/** Settings of the person and saved views of lists. */
export const viewsRoutes: Route[] = [
  route(api.getSettings, (_, { db, actor }) => getSettings(db, actor)),
  route(api.saveSettings, ({ body }, { db, actor }) => saveSettings(db, actor, body)),
  route(api.listSavedViews, ({ params }, { db, actor }) => listViews(db, actor, params.listKey)),
  route(api.createSavedView, ({ params, body }, { db, actor }) =>
    createView(db, actor, params.listKey, body),
  ),
  route(api.updateSavedView, ({ params, body }, { db, actor }) => changeView(db, actor, params, body)),
  route(api.deleteSavedView, ({ params }, { db, actor }) => removeView(db, actor, params.listKey, params.id)),
]
