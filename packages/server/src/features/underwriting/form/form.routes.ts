import * as employment from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import * as incomes from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import * as api from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { type Route, route } from '#http/route.ts'
import { employmentSheet, rewriteCall, writeCall } from './employment/employment.service.ts'
import { incomeGrid, incomeHistory, saveIncomeGrid } from './income/income.service.ts'
import { formRoom } from './room.service.ts'
import { dropValue, takeValue, valueHistory } from './worksheet.service.ts'

export const formRoutes = (parts: SectionParts): Route[] => [
  route(api.getUnderwritingForm, ({ params, query }, context) =>
    formRoom(parts, context, params.id, query.participant),
  ),
  route(api.takeFormValue, ({ params, body }, context) => takeValue(parts, context, params, body)),
  route(api.dropFormValue, ({ params, body }, context) => dropValue(parts, context, params, body.version)),
  route(employment.getEmployment, ({ params }, context) => employmentSheet(parts, context, params)),
  route(employment.addCall, ({ params, body }, context) => writeCall(parts, context, params, body)),
  route(employment.correctCall, ({ params, body }, context) => rewriteCall(parts, context, params, body)),
  route(incomes.getIncomeGrid, ({ params }, context) => incomeGrid(parts, context, params)),
  route(incomes.saveIncomeGrid, ({ params, body }, context) => saveIncomeGrid(parts, context, params, body)),
  route(incomes.listIncomeHistory, ({ params, query }, context) =>
    incomeHistory(parts, context, params, query),
  ),
  route(api.listFormHistory, ({ params, query }, context) => valueHistory(parts, context, params, query)),
]
