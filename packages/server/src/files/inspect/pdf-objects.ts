import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'

/** The text of a name: `/JavaScript` → `JavaScript`; empty for anything else. */
export const nameOf = (object: PDFObject | undefined): string =>
  object instanceof PDFName ? object.decodeText() : ''

/** The dictionary of an object, a stream's included; null for what has none. */
export function dictOf(object: PDFObject | undefined): PDFDict | null {
  if (object instanceof PDFDict) return object
  return object instanceof PDFStream ? object.dict : null
}

/** An entry of a dictionary, a reference followed. */
export const entryOf = (dict: PDFDict, key: string): PDFObject | undefined => {
  const value = dict.get(PDFName.of(key))
  return value instanceof PDFRef ? dict.context.lookup(value) : value
}

const childrenOf = (object: PDFObject): PDFObject[] =>
  object instanceof PDFArray ? object.asArray() : (dictOf(object)?.values() ?? [])

/** An object and all that lies directly in it, references not followed; without recursion, so that depth cannot hurt. */
export function* within(object: PDFObject): Generator<PDFObject> {
  const open = [object]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    for (const child of childrenOf(next)) open.push(child)
  }
}
