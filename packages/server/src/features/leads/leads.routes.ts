import * as api from '@ipoteka-office/contract/leads/leads.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { addAttempt, cancelAttempt } from './contact-attempts.service.ts'
import { archiveLead, createLead, getLead, listLeads, requireLeadId, saveLead } from './leads.service.ts'

/** Leads: list, card, attempts to reach the client, the archive. */
export const leadsRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(api.listLeads, ({ query }, context) => listLeads(context, query)),
  route(api.createLead, ({ body }, context) => createLead(engine, context, body)),
  route(api.getLead, ({ params }, context) => getLead(context, requireLeadId(params.leadId))),
  route(api.updateLead, ({ params, body }, context) =>
    saveLead(engine, context, requireLeadId(params.leadId), body),
  ),
  route(api.deleteLead, ({ params, query }, context) =>
    archiveLead(engine, context, requireLeadId(params.leadId), { version: query.version, archived: true }),
  ),
  route(api.restoreLead, async ({ params, body }, context) => {
    const id = requireLeadId(params.leadId)
    await archiveLead(engine, context, id, { version: body.version, archived: false })
    return getLead(context, id)
  }),
  route(api.addContactAttempt, ({ params, body }, context) =>
    addAttempt(engine, context, requireLeadId(params.leadId), body),
  ),
  route(api.cancelContactAttempt, ({ params, body }, context) =>
    cancelAttempt(
      context,
      { leadId: requireLeadId(params.leadId), attemptId: params.attemptId },
      body.cancelled,
    ),
  ),
]
