import * as api from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { type Route, route } from '#http/route.ts'
import { formRoom } from './room.service.ts'
import { dropValue, takeValue, valueHistory } from './worksheet.service.ts'

export const formRoutes = (parts: SectionParts): Route[] => [
  route(api.getUnderwritingForm, ({ params, query }, context) =>
    formRoom(parts, context, params.id, query.participant),
  ),
  route(api.takeFormValue, ({ params, body }, context) => takeValue(parts, context, params, body)),
  route(api.dropFormValue, ({ params, body }, context) => dropValue(parts, context, params, body.version)),
  route(api.listFormHistory, ({ params, query }, context) => valueHistory(parts, context, params, query)),
]
