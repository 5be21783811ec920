import type { AskedField, AskedFields } from '@ipoteka-office/contract/common/fields.ts'
import { joinedFields } from '@ipoteka-office/contract/products/eligibility/asked-fields.ts'

interface Asking {
  readonly typeCode: string
  readonly asks: readonly AskedField[]
}

/** What versions ask, by the programme of their products. */
export const byProgramme = (versions: readonly Asking[]): AskedFields =>
  Object.fromEntries(
    [...Map.groupBy(versions, ({ typeCode }) => typeCode)].flatMap(([programme, own]) => {
      const fields = joinedFields(own.flatMap(({ asks }) => asks))
      return fields.length === 0 ? [] : [[programme, fields] as const]
    }),
  )
