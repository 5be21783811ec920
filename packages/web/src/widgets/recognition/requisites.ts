import type { RecognitionKind } from '@ipoteka-office/contract/recognition/recognition.ts'

/** What of a document's card a scan can tell. */
export interface Requisites {
  readonly number?: string
  readonly issuedOn?: string
  readonly issuer?: string
}

type Taken = ReadonlyMap<string, { readonly value: string }>

const fields: Readonly<Record<RecognitionKind, Readonly<Record<keyof Requisites, readonly string[]>>>> = {
  PASSPORT: { number: ['series', 'number'], issuedOn: ['issueDate'], issuer: ['issuer'] },
  INCOME_CERTIFICATE: { number: [], issuedOn: ['certificateDate'], issuer: ['agentName'] },
}

/** «4509» and «235857» as people write them: «45 09 235857». */
const spaced = (parts: readonly string[]) =>
  parts.map((part) => (/^\d{4}$/.test(part) ? `${part.slice(0, 2)} ${part.slice(2)}` : part)).join(' ')

/** Requisites that the taken fields make; null when they make none. */
export function requisitesOf(kind: RecognitionKind, taken: Taken): Requisites | null {
  const found = Object.entries(fields[kind]).flatMap(([name, sources]) => {
    const parts = sources.map((source) => taken.get(source)?.value).filter((value) => value !== undefined)
    return parts.length === 0 ? [] : [[name, spaced(parts)] as const]
  })
  return found.length === 0 ? null : Object.fromEntries(found)
}
