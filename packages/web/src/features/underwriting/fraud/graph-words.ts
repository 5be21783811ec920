import { counted } from '@ipoteka-office/contract/common/counted.ts'
import type {
  ConnectionGraph,
  ConnectionKind,
  ConnectionNode,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'

/** What stands in the mark of each kind. */
export const kindSigns: Record<ConnectionKind, string> = {
  PERSON: '',
  PHONE: 'Т',
  EMAIL: '@',
  ADDRESS: 'А',
  EMPLOYER: 'Р',
  ACCOUNT: 'С',
  OBJECT: 'О',
  PARTNER_EMPLOYEE: 'П',
  DEVICE: 'У',
  NETWORK: 'IP',
}

/** «ещё 340 человек»; empty where everybody is shown. */
export function foldedText({ folded }: Pick<ConnectionNode, 'folded'>): string {
  if (folded === null) return ''
  const people = counted(folded.people, ['человек', 'человека', 'человек'])
  return folded.more ? `ещё больше ${folded.people} человек` : `ещё ${people}`
}

/** What is known against a node, in words; empty: nothing. */
export function marksText({ listed, confirmed }: Pick<ConnectionNode, 'listed' | 'confirmed'>): string {
  return [
    ...(listed === null ? [] : [`чёрный список: ${listed}`]),
    ...(confirmed ? ['мошенничество подтверждено'] : []),
  ].join(', ')
}

/** A neighbour of a node, and by what they are tied. */
export interface Tied {
  readonly node: ConnectionNode
  readonly roles: readonly string[]
}

/** Who a node is tied to. */
export function tiedTo({ nodes, edges }: ConnectionGraph, key: string): Tied[] {
  const roles = new Map<string, string[]>()
  for (const { from, to, role } of edges) {
    if (from !== key && to !== key) continue
    const other = from === key ? to : from
    roles.set(other, [...(roles.get(other) ?? []), role])
  }
  return nodes.flatMap((node) => {
    const found = roles.get(node.key)
    return found === undefined ? [] : [{ node, roles: [...new Set(found)] }]
  })
}
