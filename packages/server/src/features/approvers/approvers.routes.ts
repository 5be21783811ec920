import * as api from '@ipoteka-office/contract/approvers/approvers.ts'
import * as redistributions from '@ipoteka-office/contract/approvers/redistributions.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { countByStatus, findApprovers, findByFullName } from './approvers.repo.ts'
import {
  bulkChange,
  getApprover,
  getApproverBefore,
  listHistory,
  previewRedistribution,
  saveApprover,
  scopeOf,
  undoBulkChange,
} from './approvers.service.ts'
import { joinApprovers } from './approver-join.service.ts'
import { listRedistributed, listRedistributions } from './redistributions.service.ts'
import { approversExport } from './approvers-export.service.ts'

export const approversRoutes = (bank: BankFigures): Route[] => [
  route(api.listApprovers, ({ params, query, body }, { db, actor }) =>
    findApprovers(db, actor, scopeOf(params.type, body, bank.clock), query),
  ),
  route(api.getApproverStatistics, ({ params, body }, { db, actor }) =>
    countByStatus(db, actor, scopeOf(params.type, body, bank.clock)),
  ),
  route(api.getApprover, ({ params }, { db, actor }) => getApprover(db, actor, params, bank.clock)),
  route(api.saveApprover, ({ params, body }, context) => saveApprover(context, params, body, bank)),
  route(api.joinApprovers, ({ params, body }, context) =>
    joinApprovers(context, { ...params, ...body }, bank.clock),
  ),
  route(api.findEmployeesByFullName, ({ params, body }, { db, actor }) =>
    findByFullName(db, actor, params.type, body.fullName),
  ),
  route(api.listApproverHistory, ({ params, query }, { db, actor }) =>
    listHistory(db, actor, params, query, bank.clock),
  ),
  route(api.getApproverBefore, ({ params }, { db, actor }) =>
    getApproverBefore(db, actor, params, bank.clock),
  ),
  route(api.previewRedistribution, ({ params }, { db, actor }) =>
    previewRedistribution(db, actor, params, bank),
  ),
  route(redistributions.listRedistributions, ({ params }, { db, actor }) =>
    listRedistributions(db, actor, params, bank.clock),
  ),
  route(redistributions.listRedistributed, ({ params, query }, { db, actor }) =>
    listRedistributed(db, actor, params, query, bank.clock),
  ),
  route(api.bulkChangeApprovers, ({ params, body }, context) =>
    bulkChange(context, params.type, body.ids, body.change),
  ),
  route(api.undoBulkChange, ({ params, body }, context) =>
    undoBulkChange(context, params.type, body.items, bank),
  ),
  ...approversExport(bank.clock).routes,
]
