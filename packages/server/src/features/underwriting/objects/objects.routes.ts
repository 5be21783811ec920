import * as lists from '@ipoteka-office/contract/underwriting/objects/check-list-versions.ts'
import * as opinions from '@ipoteka-office/contract/underwriting/objects/legal-opinion.ts'
import * as review from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { FileStore } from '#files/file-store.ts'
import { type Route, route } from '#http/route.ts'
import { beginDraft, checkLists, moveVersion, saveDraft } from './check-lists.service.ts'
import { extractOf } from './egrn/read-extract.service.ts'
import { objectReview, objectSheet } from './object-sheet.service.ts'
import {
  askForOpinion,
  opinionHistory,
  saveOpinionText,
  signOpinionText,
  withdrawQuestion,
} from './opinions.service.ts'
import { partHistory, savePart } from './review.service.ts'

/** Calls about the examination of the objects of mortgages. */
export const objectRoutes = ({
  engine,
  files,
}: {
  readonly engine: Engine
  readonly files: FileStore
}): Route[] => [
  route(review.getObjectSheet, ({ params }, context) => objectSheet(context, params.id)),
  route(review.getObjectReview, ({ params }, context) =>
    objectReview(engine, context, { caseId: params.id, objectId: params.objectId }),
  ),
  route(review.readExtract, ({ params }, context) =>
    extractOf({ files, clock: engine.clock }, context, params),
  ),
  route(review.saveReviewPart, ({ params, body }, context) =>
    savePart(context, engine.clock, params.id, { objectId: params.objectId, part: params.part, ...body }),
  ),
  route(review.listReviewHistory, ({ params, query }, context) =>
    partHistory(context, { caseId: params.id, objectId: params.objectId, part: params.part }, query),
  ),
  route(opinions.askOpinion, ({ params, body }, context) =>
    askForOpinion(engine, context, params.id, { objectId: params.objectId, question: body.question }),
  ),
  route(opinions.saveOpinion, ({ params, body }, context) =>
    saveOpinionText(engine, context, params.id, { id: params.opinionId, ...body }),
  ),
  route(opinions.signOpinion, ({ params, body }, context) =>
    signOpinionText({ engine, files }, context, params.id, { id: params.opinionId, ...body }),
  ),
  route(opinions.withdrawOpinion, ({ params, body }, context) =>
    withdrawQuestion(engine, context, params.id, { id: params.opinionId, ...body }),
  ),
  route(opinions.listOpinionHistory, ({ params, query }, context) =>
    opinionHistory(context, { caseId: params.id, id: params.opinionId }, query),
  ),
  route(lists.listCheckLists, (_, context) => checkLists(context, engine.clock)),
  route(lists.draftCheckList, ({ body }, context) => beginDraft(context, engine.clock, body.goal)),
  route(lists.saveCheckList, ({ params, body }, context) =>
    saveDraft(context, engine.clock, { id: params.listId, ...body }),
  ),
  route(lists.moveCheckList, ({ params, body }, context) =>
    moveVersion(context, engine.clock, { id: params.listId, ...body }),
  ),
]
