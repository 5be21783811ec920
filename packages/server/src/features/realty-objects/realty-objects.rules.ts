import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type {
  RealtyObject,
  RealtyObjectInput,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { currentAppraisal } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { buildingFields } from '@ipoteka-office/contract/cases/sections/building.ts'
import { realtyFields } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import { isGiven, type FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { type Reader, stageNameFor } from '#lib/shown-stages.ts'
import type { AskedCode } from '#features/references/asked-code.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'

type Editable = RealtyObject['editable']

const fields: FieldSpecs = buildingFields
/** Stages in which those who bring the client choose the object; in the others it is the expert's. */
const stagesOfAgent = new Set(['FILLING', 'REWORK', 'APPROVED', 'REALTY_SELECTION'])

/** Whether the person may change the objects of an application that stands so, and why not. */
export function editableIn(
  reader: Reader & { readonly operations: OperationsMap },
  {
    caseType,
    stage,
    closed,
    archivedAt,
  }: { caseType: CaseType; stage: string; closed: boolean; archivedAt: string | null },
): Editable {
  const no = (reasonDisabled: string) => ({ enabled: false, reasonDisabled })
  const { operations } = reader
  const name = stageNameFor(reader, caseType, stage)
  if (!hasAllOperations(operations, { RealtyObject: ['Update'] }))
    return no('Нет права изменять предметы ипотеки')
  if (closed || archivedAt !== null) return no('Заявка закрыта: предмет ипотеки не меняется')
  if (stagesOfAgent.has(stage) || hasAllOperations(operations, { FullApplication: ['CheckRealty'] }))
    return { enabled: true, reasonDisabled: null }
  return no(
    `На этапе «${name}» предмет ипотеки меняет только эксперт. Попросите вернуть заявку на доработку или на подбор объекта`,
  )
}

/** The object as it is stored: what has no sense for its type and what is empty is left out. */
export function tidied(input: RealtyObjectInput): RealtyObjectInput {
  const building = Object.fromEntries(
    Object.entries(input.building).filter(([name, value]) => {
      const field = fields[name]
      const place = { data: { ...input.building, type: input.type }, sections: {}, participant: null }
      return field !== undefined && isGiven(value) && (field.when?.(place) ?? true)
    }),
  )
  return { ...input, building }
}

/** Codes of dictionaries that the object names, each with the path of its field. */
export const namedCodes = (object: Pick<RealtyObjectInput, 'type' | 'building'>): AskedCode[] => [
  ...codesIn(realtyFields, { type: object.type }),
  ...codesIn(fields, object.building, 'building.'),
]

/** The columns that follow from others. */
export const derivedOf = ({ address, appraisals }: RealtyObjectInput) => {
  const report = currentAppraisal(appraisals)
  return {
    regionCode: address?.regionCode ?? null,
    appraisedOn: report?.reportDate ?? null,
    marketValue: report?.marketValue ?? null,
  }
}
