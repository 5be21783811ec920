import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import type { DatedFigures } from '#features/parameters/parameter-reader.service.ts'

/** The figures that the product brings, for tests in which nobody changes them. */
export const deliveredParameters: DatedFigures = {
  figuresOn: async (day) => deliveredFigures(day),
  parameter: async (code, day) => deliveredFigures(day)[code],
}
