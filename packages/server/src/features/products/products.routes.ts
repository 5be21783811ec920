import * as api from '@ipoteka-office/contract/products/products.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { promotionUse } from './places/promotion-places.service.ts'
import { addComment, listAudit, listComments } from './product-talk.service.ts'
import { productsExport } from './products-export.service.ts'
import { countProducts, listOwners, searchProducts } from './products-list.service.ts'
import {
  copyProduct,
  createProduct,
  createVersion,
  getProduct,
  getVersion,
  moveProducts,
  moveVersion,
  saveVersion,
  versionProcess,
} from './products.service.ts'
import { listReleases } from './releases.service.ts'

const moves = {
  submit: api.submitVersion,
  approve: api.approveVersion,
  correction: api.correctVersion,
  release: api.releaseVersion,
  withdraw: api.withdrawVersion,
  archive: api.archiveVersion,
  discard: api.discardVersion,
} as const

/** What the bank sells: products, options and promotions with their versions. */
export const productsRoutes = (bank: BankFigures): Route[] => [
  route(api.searchProducts, ({ body, query }, context) => searchProducts(bank, context, body, query)),
  route(api.countProducts, ({ body }, context) => countProducts(bank, context, body)),
  ...productsExport(bank).routes,
  route(api.listProductOwners, (_, context) => listOwners(context)),
  route(api.getProduct, ({ params, query }, context) => getProduct(bank, context, params.id, query.number)),
  route(api.getProductVersion, ({ params }, context) => getVersion(bank, context, params.id, params.number)),
  route(api.createProduct, ({ body }, context) => createProduct(bank, context, body)),
  route(api.copyProduct, ({ params }, context) => copyProduct(bank, context, params.id, params.typeId)),
  route(api.createVersion, ({ params, body }, context) => createVersion(bank, context, params.id, body.from)),
  route(api.saveVersion, ({ params, body }, context) => saveVersion(bank, context, params, body)),
  ...Object.entries(moves).map(([action, endpoint]) =>
    route(endpoint, ({ params, body }, context) =>
      moveVersion(bank, context, params.id, { ...body, action }),
    ),
  ),
  route(api.bulkMoveProducts, ({ body }, context) => moveProducts(bank, context, body)),
  route(api.getVersionProcess, ({ params }, context) =>
    versionProcess(bank, context, params.id, params.number),
  ),
  route(api.listReleases, ({ params }, context) => listReleases(bank, context, params.id)),
  route(api.listProductAudit, ({ params, query }, context) => listAudit(bank, context, params.id, query)),
  route(api.listProductComments, ({ params }, context) => listComments(bank, context, params.id)),
  route(api.addProductComment, ({ params, body }, context) => addComment(bank, context, params.id, body)),
  route(api.getPromotionUse, ({ params }, context) => promotionUse(bank, context, params.id)),
]
