import * as api from '@ipoteka-office/contract/queue/queue.ts'
import * as unassigned from '@ipoteka-office/contract/queue/unassigned.ts'
import * as byHand from '@ipoteka-office/contract/queue/manual-assignments.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { findHeld } from './queue.repo.ts'
import { close, listAssignments } from './queue.service.ts'
import { intake } from './intake.service.ts'
import { assignByHand, findCheckers } from './manual-assignment.service.ts'
import {
  explainUnassigned,
  listUnassigned,
  listWeighed,
  searchQueue,
  summariseUnassigned,
} from './unassigned.service.ts'

export const applicationsRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(unassigned.listUnassigned, ({ params, query }, { db, actor }) =>
    listUnassigned(db, actor, params.type, query, engine.clock),
  ),
  route(unassigned.getUnassignedSummary, ({ params }, { db, actor }) =>
    summariseUnassigned(db, actor, params.type, engine.clock),
  ),
  route(unassigned.explainUnassigned, ({ params }, { db, actor }) =>
    explainUnassigned(db, actor, params, engine.clock),
  ),
  route(unassigned.listWeighed, ({ params, query }, { db, actor }) =>
    listWeighed(db, actor, params, query, engine.clock),
  ),
  route(api.listApproverApplications, ({ params, query }, { db, actor }) =>
    findHeld(db, actor, params.type, params.id, query),
  ),
  route(api.listAssignmentHistory, ({ params }, { db, actor }) => listAssignments(db, actor, params.id)),
  route(api.listQueue, ({ body }, { db, actor }) => searchQueue(db, actor, body, engine.clock)),
  route(api.intakeApplications, ({ body }, { db, actor, requestId }) =>
    intake(db, actor, Array.isArray(body) ? body : [body], engine, {
      actorId: actor.employeeId,
      requestId,
    }),
  ),
  route(byHand.findCheckers, ({ params, body }, context) =>
    findCheckers(context, params.type, body, engine.clock),
  ),
  route(byHand.assignByHand, ({ params, body }, context) =>
    assignByHand(context, params.type, body, engine.clock),
  ),
  route(api.closeApplication, ({ params, body }, context) => close(engine, context, params.id, body.status)),
]
