import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { type ParameterCode, specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import type { ParameterValue } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { type CodeName, parameterText } from '@ipoteka-office/contract/parameters/parameter-text.ts'
import { parameterValueFields as of } from '@ipoteka-office/contract/parameters/value-fields.ts'
import { requestLabels } from '#features/change-requests/request-labels.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import type { Context } from '#http/route.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { notFound } from '#http/errors.ts'
import { findParameters } from './parameters.repo.ts'
import { dictionariesOf } from './parameters.rules.ts'
import type { ParameterParts } from './parameters.service.ts'

const labelsOf = (code: ParameterCode, nameOf: CodeName): CardLabels => ({
  parameter: { fields: {} },
  parameter_value: {
    title: 'Значение',
    subject: 'valid_from',
    fields: {
      value: told(of.value, {
        text: (value) => parameterText(specOf(code), value as ParameterValue, nameOf),
      }),
      source: told(of.source),
      reason: told(of.reason),
      withdrawn_at: { label: 'отозвано' },
    },
  },
  change_request: requestLabels,
})

/** Changes of a parameter with the requests for them. */
export async function listParameterHistory(
  { references }: ParameterParts,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  code: ParameterCode,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const [stored] = await findParameters(db, [code])
  if (stored === undefined) throw notFound('Параметр не найден')
  const nameOf = await codeNames(references, dictionariesOf([code]))
  return listCardHistory(
    { db, actor },
    { objectType: 'parameter', objectId: stored.id },
    labelsOf(code, nameOf),
    query,
  )
}
