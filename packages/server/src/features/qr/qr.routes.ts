import * as api from '@ipoteka-office/contract/qr/qr.ts'
import { type Route, route } from '#http/route.ts'
import {
  createQr,
  deactivateQr,
  findEmployees,
  getImage,
  getOptions,
  getPoster,
  getQr,
  getScans,
  listHistory,
  listQr,
  type QrParts,
} from './qr.service.ts'

/** QR codes of partners; their public links are mounted by `public-links.ts`. */
export const qrRoutes = (parts: QrParts): Route[] => [
  route(api.createQr, ({ body }, context) => createQr(context, body, parts)),
  route(api.listQr, ({ query }, { db, actor }) => listQr(db, actor, query, parts)),
  route(api.getQrOptions, (_, { db, actor }) => getOptions(db, actor, parts)),
  route(api.findQrEmployees, ({ query }, { db, actor }) => findEmployees(db, actor, query)),
  route(api.getQr, ({ params }, { db, actor }) => getQr(db, actor, params.id, parts)),
  route(api.deactivateQr, ({ params, body }, context) =>
    deactivateQr(context, params.id, body.version, parts),
  ),
  route(api.getQrScans, ({ params, query }, { db, actor }) =>
    getScans(db, actor, params.id, query.days, parts),
  ),
  route(api.getQrImage, ({ params, query }, { db, actor }) => getImage(db, actor, params.id, query, parts)),
  route(api.getQrPoster, ({ params }, { db, actor }) => getPoster(db, actor, params.id, parts)),
  route(api.listQrHistory, ({ params, query }, { db, actor }) =>
    listHistory(db, actor, params.id, query, parts),
  ),
]
