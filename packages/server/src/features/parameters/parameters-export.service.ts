import { type ParameterCode, parameterCodes } from '@ipoteka-office/contract/parameters/declared.ts'
import { parameterGroups } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import type { exportParameters, ParameterRow } from '@ipoteka-office/contract/parameters/parameters.ts'
import type { z } from 'zod'
import type { ListExport } from '#features/exports/list-export.service.ts'
import { findRows, type ParameterParts } from './parameters.service.ts'

const dayText = (day: string) => day.split('-').toReversed().join('.')

/** The list of parameters as a file: what holds today and what comes next. */
export function parametersExport(
  parts: ParameterParts,
): ListExport<z.output<typeof exportParameters.body>, ParameterRow, ParameterCode> {
  return {
    work: 'parameters-export',
    title: 'Параметры',
    objectType: 'Parameter',
    rights: { Parameter: ['Read', 'Export'] },
    timeZone: parts.clock.timeZone,
    count: async () => parameterCodes.length,
    findIds: async ({ db }, { filter }) => (await findRows(parts, db, filter)).map(({ code }) => code),
    findRows: async ({ db }, codes) =>
      (await findRows(parts, db, {})).filter(({ code }) => codes.includes(code)),
    columns: () => [
      { heading: 'Код', width: 30, value: ({ code }) => code },
      { heading: 'Параметр', width: 50, value: ({ title }) => title },
      { heading: 'Раздел', width: 26, value: ({ group }) => parameterGroups[group] },
      { heading: 'Значение сегодня', width: 40, value: ({ current }) => current.text },
      { heading: 'Действует с', width: 14, value: ({ current }) => dayText(current.validFrom) },
      { heading: 'Источник', width: 50, value: ({ current }) => current.source },
      { heading: 'Следующее значение', width: 40, value: ({ next }) => next?.text ?? null },
      { heading: 'С даты', width: 14, value: ({ next }) => next && dayText(next.validFrom) },
    ],
  }
}
