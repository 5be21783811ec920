import * as api from '@ipoteka-office/contract/insurance/tariffs.ts'
import { type Route, route } from '#http/route.ts'
import { askPremiums } from './premiums.service.ts'
import { decideTariff, getTariff, listTariffs, tariffRows } from './tariffs.service.ts'
import { type TariffParts, uploadTariff } from './upload-tariff.service.ts'

/** Tariffs of insurers and what a year of insurance costs by them. */
export const tariffsRoutes = (parts: TariffParts): Route[] => [
  route(api.uploadTariff, ({ file }, context) => uploadTariff(context, parts, file)),
  route(api.listTariffs, ({ query }, context) => listTariffs(parts, context, query)),
  route(api.getTariff, ({ params }, context) => getTariff(parts, context, params.id)),
  route(api.listTariffRows, ({ params, query }, context) => tariffRows(parts, context, params.id, query)),
  route(api.decideTariff, ({ params, body }, context) => decideTariff(parts, context, params.id, body)),
  route(api.askPremiums, ({ body }, context) => askPremiums(parts, context, body)),
]
