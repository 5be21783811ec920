import * as notifications from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import * as api from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { partnersExport } from '#features/partners/partners-export.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findAppraisers } from './appraisers.repo.ts'
import {
  createNotification,
  deleteNotification,
  deleteSeveral as deleteNotifications,
  getNotification,
  listMessages,
  listNotifications,
  saveNotification,
} from './partner-notifications.service.ts'
import { cancelReassignment, returnReassignment, startReassignment } from './reassignment-start.service.ts'
import {
  createReassignment,
  deleteReassignment,
  deleteSeveral as deleteReassignments,
  findTransfer,
  getReassignment,
  listItems,
  listReassignments,
  saveReassignment,
} from './reassignments.service.ts'

/** What happens between the bank and its partners: notifications, transfers of work, appraisers. */
export const partnerWorkRoutes = (bank: BankFigures): Route[] => [
  route(notifications.listPartnerNotifications, ({ params }, context) =>
    listNotifications(context, params.partnerId),
  ),
  route(notifications.createPartnerNotification, ({ params, body }, context) =>
    createNotification(context, params.partnerId, body),
  ),
  route(notifications.deletePartnerNotifications, ({ params, query }, context) =>
    deleteNotifications(context, params.partnerId, query.ids),
  ),
  route(notifications.getPartnerNotification, ({ params }, context) => getNotification(context, params)),
  route(notifications.updatePartnerNotification, ({ params, body }, context) =>
    saveNotification(context, params, body),
  ),
  route(notifications.deletePartnerNotification, ({ params, query }, context) =>
    deleteNotification(context, params, query.version),
  ),
  route(notifications.listPartnerMessages, ({ params, query }, context) =>
    listMessages(context, params.partnerId, query),
  ),
  route(api.findTransfer, ({ body }, context) => findTransfer(context, body)),
  route(api.listReassignments, ({ params, query }, context) =>
    listReassignments(context, params.partnerId, query),
  ),
  route(api.createReassignment, ({ params, body }, context) =>
    createReassignment(context, params.partnerId, body, bank.clock),
  ),
  route(api.deleteReassignments, ({ params, query }, context) =>
    deleteReassignments(context, params.partnerId, query.ids),
  ),
  route(api.getReassignment, ({ params }, context) => getReassignment(context, params)),
  route(api.updateReassignment, ({ params, body }, context) =>
    saveReassignment(context, params, body, bank.clock),
  ),
  route(api.deleteReassignment, ({ params, query }, context) =>
    deleteReassignment(context, params, query.version),
  ),
  route(api.startReassignment, ({ params, body }, context) =>
    startReassignment(context, params, body.version, bank.clock),
  ),
  route(api.cancelReassignment, ({ params }, context) => cancelReassignment(context, params)),
  route(api.returnReassignment, ({ params }, context) => returnReassignment(context, params)),
  route(api.listReassignmentItems, ({ params, query }, context) => listItems(context, params, query)),
  ...partnersExport(bank).routes,
  route(api.findAppraisers, ({ body }, { db, actor }) =>
    findAppraisers(db, actor, { ...body, date: body.date ?? bankDay(bank.clock) }),
  ),
]
