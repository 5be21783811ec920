import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { namesOfItems } from './tariffs/tariff-file.rules.ts'

/** Codes and names in use that a file of tariffs or shares may say, of these dictionaries. */
export async function namesInFiles<K extends string>(
  references: ReferenceReader,
  dictionaries: Readonly<Record<K, string>>,
): Promise<Record<K, ReadonlyMap<string, string>>> {
  const entries: [string, ReadonlyMap<string, string>][] = []
  for (const [key, code] of Object.entries<string>(dictionaries)) {
    const { items } = await references.find(code)
    entries.push([key, namesOfItems((items ?? []).filter(({ active }) => active))])
  }
  return Object.fromEntries(entries) as Record<K, ReadonlyMap<string, string>>
}
