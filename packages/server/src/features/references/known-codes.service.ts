import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import { invalid } from '#http/errors.ts'
import type { AskedCode } from './asked-code.ts'
import type { ReferenceReader } from './reference-reader.service.ts'

/** Of the codes, those that cannot be chosen: unknown to their dictionary or out of use. */
export async function unknownOf<T extends AskedCode>(
  references: ReferenceReader,
  asked: readonly T[],
): Promise<T[]> {
  const unknown: T[] = []
  for (const one of asked) {
    const { items } = await references.find(one.dictionary)
    // Too large for the memory: such dictionaries are asked by search alone.
    if (items !== null && !items.some(({ code, active }) => active && code === one.code)) unknown.push(one)
  }
  return unknown
}

/** The mistakes of the codes, each at its place. */
export const codeIssues = async (
  references: ReferenceReader,
  asked: readonly AskedCode[],
): Promise<FieldError[]> =>
  (await unknownOf(references, asked)).map(({ path }) => ({ path, message: messages.unknownCode }))

/** 400 at the places of the codes that cannot be chosen. */
export async function refuseUnknownCodes(
  references: ReferenceReader,
  asked: readonly AskedCode[],
): Promise<void> {
  const issues = await codeIssues(references, asked)
  if (issues.length > 0) throw invalid(issues)
}

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
