import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'

/** Fields that nobody types, by their names: why. */
export type FixedFields = Readonly<Record<string, string>>

/** The fields with those that nobody types shown and not changed, the reason as their hint. */
export const withFixed = (fields: FieldSpecs, fixed: FixedFields | undefined): FieldSpecs =>
  fixed === undefined
    ? fields
    : Object.fromEntries(
        Object.entries(fields).map(([name, field]) => {
          const hint = fixed[name]
          return [name, hint === undefined ? field : { ...field, hint, fixed: true }]
        }),
      )
