import * as api from '@ipoteka-office/contract/cases/cases.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { listCaseHistory } from './case-history.service.ts'
import { setFavourite, visitCase } from './case-talk.service.ts'
import { compareCase, listCaseVersions } from './case-versions.service.ts'
import { addComment, editComment, listComments, markComment, searchMentionable } from './comments.service.ts'
import { addRemark, changeRemark, listRemarks } from './remarks.service.ts'

const commentAt = (params: { id: number; commentId: number }, version: number) => ({
  caseId: params.id,
  commentId: params.commentId,
  version,
})

export const caseTalkRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(api.setFavourite, ({ params, body }, { db, actor }) =>
    setFavourite(db, actor, params.id, body.favourite),
  ),
  route(api.visitCase, ({ params }, { db, actor }) => visitCase(db, actor, params.id)),
  route(api.listComments, ({ params, query }, { db, actor }) => listComments(db, actor, params.id, query)),
  route(api.addComment, ({ params, body }, { db, actor }) => addComment(db, actor, params.id, body)),
  route(api.editComment, ({ params, body }, { db, actor }) =>
    editComment(db, actor, commentAt(params, body.version), body),
  ),
  route(api.markComment, ({ params, body }, { db, actor }) =>
    markComment(db, actor, commentAt(params, body.version), body.deleted),
  ),
  route(api.findMentionable, ({ params, body }, { db, actor }) =>
    searchMentionable(db, actor, params.id, body),
  ),
  route(api.listRemarks, ({ params }, { db, actor }) => listRemarks(db, actor, params.id)),
  route(api.addRemark, ({ params, body }, { db, actor }) => addRemark(db, actor, params.id, body)),
  route(api.changeRemark, ({ params, body }, { db, actor }) =>
    changeRemark(db, actor, { caseId: params.id, remarkId: params.remarkId }, body),
  ),
  route(api.listCaseHistory, ({ params, body }, context) =>
    listCaseHistory(engine, context, params.id, body),
  ),
  route(api.listCaseVersions, ({ params, query }, context) =>
    listCaseVersions(engine, context, params.id, query),
  ),
  route(api.compareCase, ({ params, body }, context) => compareCase(engine, context, params.id, body)),
]
