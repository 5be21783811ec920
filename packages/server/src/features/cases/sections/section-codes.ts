import type { FieldSpecs, SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { unknownOf } from '#features/references/known-codes.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { codesIn } from './section-values.rules.ts'

/** Paths of codes that cannot be chosen; a code that has gone out of use since stays where it was before. */
export async function unknownCodes(
  references: ReferenceReader,
  fields: FieldSpecs,
  values: SectionValues,
  before: SectionValues,
): Promise<string[]> {
  const kept = new Set(codesIn(fields, before).map(({ dictionary, code }) => `${dictionary} ${code}`))
  const asked = codesIn(fields, values).filter(({ dictionary, code }) => !kept.has(`${dictionary} ${code}`))
  return (await unknownOf(references, asked)).map(({ path }) => path)
}
