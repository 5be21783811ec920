import { type SectionCode, sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'

const dictionariesOf = (fields: FieldSpecs): string[] =>
  Object.values(fields).flatMap(({ dictionary, fields: inner }) => [
    ...(dictionary === undefined ? [] : [dictionary]),
    ...(inner === undefined ? [] : dictionariesOf(inner)),
  ])

/** Names of the codes that the sections may hold, read once for many texts. */
export async function namesFrom(
  references: ReferenceReader,
  sections: readonly SectionCode[],
): Promise<NameOf> {
  return codeNames(references, [
    'borrowerType',
    ...sections.flatMap((code) => dictionariesOf(sectionOf(code).fields)),
  ])
}
