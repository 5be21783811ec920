import * as talk from '@ipoteka-office/contract/short-applications/short-application-talk.ts'
import { calculateShortApplication } from '@ipoteka-office/contract/short-applications/short-calculation.ts'
import * as api from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { listCaseHistory } from '#features/cases/talk/case-history.service.ts'
import { addRemark, listRemarks } from '#features/cases/talk/remarks.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { calculateWish } from './calculation.rules.ts'
import { addConsent, saveConsent } from './consents.service.ts'
import { convertByHand } from './conversion.service.ts'
import {
  createShortApplication,
  emptyForm,
  getShortApplication,
  linkShortApplication,
  saveShortApplication,
} from './short-applications.service.ts'

/** Short applications: form, consents, calculation, conversion; remarks and history under their own addresses. */
export const shortApplicationsRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(api.createShortApplication, ({ body }, context) => createShortApplication(engine, context, body)),
  route(api.newShortApplication, ({ query }, context) => emptyForm(context, query.leadId)),
  route(api.getShortApplication, ({ params }, context) =>
    getShortApplication(context, params.id, engine.clock),
  ),
  route(api.updateShortApplication, ({ params, body }, context) =>
    saveShortApplication(engine, context, params.id, body),
  ),
  route(api.linkShortApplication, ({ params, body }, context) =>
    linkShortApplication(context, params, body.linked, engine.clock),
  ),
  route(api.convertShortApplication, ({ params, body }, context) =>
    convertByHand(engine, context, params.id, body.version),
  ),
  route(api.addConsent, ({ params, body }, context) => addConsent(engine, context, params.id, body)),
  route(api.updateConsent, ({ params, body }, context) => saveConsent(engine, context, params, body)),
  route(calculateShortApplication, async ({ body }, { db }) =>
    calculateWish(body, { today: bankDay(engine.clock), isWorking: await loadCalendar(db) }),
  ),
  route(talk.listShortAppRemarks, ({ params }, { db, actor }) => listRemarks(db, actor, params.id)),
  route(talk.addShortAppRemark, ({ params, body }, { db, actor }) => addRemark(db, actor, params.id, body)),
  route(talk.getShortAppHistory, ({ params, query }, context) =>
    listCaseHistory(engine, context, params.id, query),
  ),
]
