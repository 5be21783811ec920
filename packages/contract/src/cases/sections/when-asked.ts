import type { FieldCondition } from '#common/fields.ts'

/** The product of the programme asks for the field, in the region of the deal. */
export const whenAsked =
  (path: `${string}.${string}`): FieldCondition =>
  ({ data, sections, asks = {} }) => {
    const { programme, regionCode } = path.startsWith('CREDIT.') ? data : (sections['CREDIT'] ?? {})
    const found = asks[String(programme)]?.find(({ field }) => field === path)
    return found !== undefined && (found.regions === null || found.regions.includes(String(regionCode)))
  }
