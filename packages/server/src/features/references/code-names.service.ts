import type { ReferenceReader } from './reference-reader.service.ts'

/** Names of the codes of these dictionaries, read once for many texts; a code without a name is told as it is. */
export async function codeNames(
  references: ReferenceReader,
  dictionaries: Iterable<string>,
): Promise<(dictionary: string, code: string) => string> {
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const dictionary of new Set(dictionaries)) {
    const { items } = await references.find(dictionary)
    names.set(dictionary, new Map((items ?? []).map(({ code, name }) => [code, name])))
  }
  return (dictionary, code) => names.get(dictionary)?.get(code) ?? code
}
