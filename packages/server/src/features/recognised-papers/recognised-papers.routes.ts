import * as api from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { type Route, route } from '#http/route.ts'
import { answerWarning, getPaper, listForeign, takeFields } from './recognised-papers.service.ts'

export const recognisedPapersRoutes = (parts: SectionParts): Route[] => [
  route(api.listForeignPapers, ({ params }, context) => listForeign(context, params.id)),
  route(api.getRecognisedPaper, ({ params }, context) => getPaper(parts, context, params)),
  route(api.takeRecognised, ({ params, body }, context) => takeFields(parts, context, params, body)),
  route(api.answerPaperWarning, ({ params, body }, context) => answerWarning(parts, context, params, body)),
]
