import { getFormFigures } from '@ipoteka-office/contract/parameters/form-figures.ts'
import * as api from '@ipoteka-office/contract/parameters/parameters.ts'
import { preparedRoute, type Route, route } from '#http/route.ts'
import { listParameterHistory } from './parameter-history.service.ts'
import type { ParameterReader } from './parameter-reader.service.ts'
import { parametersExport } from './parameters-export.service.ts'
import * as service from './parameters.service.ts'

export const parametersRoutes = (
  parts: service.ParameterParts & { readonly parameters: ParameterReader },
): Route[] => [
  route(api.listParameters, ({ query }, { db }) => service.listParameters(parts, db, query)),
  preparedRoute(getFormFigures, () => parts.parameters.forForms()),
  route(api.compareParameters, ({ query }, { db }) => service.compareParameters(parts, db, query)),
  ...parametersExport(parts).routes,
  route(api.getParameter, ({ params }, context) => service.getParameter(parts, context, params.code)),
  route(api.listParameterHistory, ({ params, query }, context) =>
    listParameterHistory(parts, context, params.code, query),
  ),
  route(api.requestParameterValue, ({ params, body }, context) =>
    service.requestValue(parts, context, params.code, body),
  ),
  route(api.requestValueWithdrawal, ({ params, body }, context) =>
    service.requestWithdrawal(parts, context, params, body),
  ),
]
