import type { FieldSpecs, SectionValues } from '@ipoteka-office/contract/common/fields.ts'
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
  const unknown: string[] = []
  for (const { dictionary, code, path } of codesIn(fields, values)) {
    if (kept.has(`${dictionary} ${code}`)) continue
    const { items } = await references.find(dictionary)
    if (items !== null && !items.some((item) => item.code === code && item.active)) unknown.push(path)
  }
  return unknown
}
