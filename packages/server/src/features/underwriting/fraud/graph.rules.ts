import { createHash } from 'node:crypto'
import { blacklistLevels } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type {
  ConnectionEdge,
  ConnectionGraph,
  ConnectionNode,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import type { HolderRow, Marks, Place, TieRow } from './graph-facts.ts'

/** What the graph of an application is made of. */
export interface GraphFacts {
  /** People of the application, in every case they take part in. */
  readonly own: readonly Place[]
  readonly ownTies: readonly TieRow[]
  /** Who else has what they have. */
  readonly holders: readonly HolderRow[]
  /** What those have beside. */
  readonly furtherTies: readonly TieRow[]
  readonly keyOf: (place: Place) => string
  readonly marks: Marks
  /** Of the application itself. */
  readonly caseId: number
  readonly counted: number
}

const thingKey = ({ kind, value }: Pick<TieRow, 'kind' | 'value'>): string =>
  `${kind} ${createHash('sha256').update(value).digest('base64url').slice(0, 16)}`

type Draft = Omit<ConnectionNode, 'caseIds'> & { caseIds: Set<number> }

/** Nodes and edges as they are found; what does not fit any more is left out and said so. */
class Drawing {
  readonly nodes = new Map<string, Draft>()
  readonly #edges = new Map<string, ConnectionEdge>()
  readonly #most: number
  cut = false

  constructor(most: number) {
    this.#most = most
  }

  add(node: Omit<Draft, 'caseIds'>, caseId?: number): boolean {
    const known = this.nodes.get(node.key)
    if (known === undefined && this.nodes.size >= this.#most) {
      this.cut = true
      return false
    }
    const kept = known ?? { ...node, caseIds: new Set<number>() }
    if (caseId !== undefined) kept.caseIds.add(caseId)
    this.nodes.set(node.key, kept)
    return true
  }

  join(from: string, to: string, role: string): void {
    if (this.nodes.has(from) && this.nodes.has(to))
      this.#edges.set(`${from} ${to} ${role}`, { from, to, role })
  }

  get edges(): ConnectionEdge[] {
    return [...this.#edges.values()]
  }
}

const plain = { listed: null, confirmed: false, folded: null } as const

/** How far a node is, and whether it is of the application itself. */
interface At {
  readonly depth: number
  readonly own: boolean
}
const personNode = (key: string, { name }: Pick<Place, 'name'>, { depth, own }: At) =>
  ({ key, kind: 'PERSON', label: name || 'Без имени', depth, own, ...plain }) as const
const thingNode = (tie: Pick<TieRow, 'kind' | 'value' | 'label'>, { depth, own }: At) => ({
  ...{ key: thingKey(tie), kind: tie.kind, label: tie.label, depth, own },
  ...plain,
})

function drawOwn(drawing: Drawing, { own, ownTies, keyOf, caseId }: GraphFacts): void {
  // Those of the application come first, whatever else they take part in.
  const sorted = own.toSorted((a, b) => Number(b.caseId === caseId) - Number(a.caseId === caseId))
  for (const place of sorted)
    drawing.add(personNode(keyOf(place), place, { depth: 0, own: true }), place.caseId)
  const placeOf = new Map(own.map((place) => [place.participantId, place]))
  for (const tie of ownTies) {
    const place = placeOf.get(tie.participantId)
    if (place === undefined) continue
    drawing.add(thingNode(tie, { depth: 1, own: place.caseId === caseId }), place.caseId)
    drawing.join(keyOf(place), thingKey(tie), tie.role)
  }
}

/** What few people have tells most: it is drawn before the hubs. */
function drawHolders(drawing: Drawing, { holders, keyOf, counted }: GraphFacts): void {
  const shown = new Map<string, Set<string>>()
  for (const holder of holders.toSorted((a, b) => a.people - b.people)) {
    const thing = thingKey(holder)
    if (!drawing.add(personNode(keyOf(holder), holder, { depth: 2, own: false }), holder.caseId)) continue
    drawing.join(keyOf(holder), thing, holder.role)
    const people = shown.get(thing) ?? new Set<string>()
    shown.set(thing, people.add(keyOf(holder)))
    drawing.nodes.get(thing)?.caseIds.add(holder.caseId)
  }
  for (const [thing, group] of Map.groupBy(holders, thingKey)) {
    const [first] = group
    const node = drawing.nodes.get(thing)
    if (first === undefined || node === undefined) continue
    const rest = first.people - (shown.get(thing)?.size ?? 0)
    if (rest > 0)
      drawing.nodes.set(thing, { ...node, folded: { people: rest, more: first.counted >= counted } })
  }
}

/** Beside what is drawn, people at the rim are tied to one another by what at least two of them have. */
function drawFurther(drawing: Drawing, { furtherTies, holders, keyOf }: GraphFacts): void {
  const placeOf = new Map(holders.map((place) => [place.participantId, place]))
  for (const [thing, ties] of Map.groupBy(furtherTies, thingKey)) {
    const pairs = ties.flatMap((tie) => {
      const place = placeOf.get(tie.participantId)
      return place === undefined || !drawing.nodes.has(keyOf(place)) ? [] : [{ tie, place }]
    })
    const [first] = pairs
    if (first === undefined) continue
    const people = new Set(pairs.map(({ place }) => keyOf(place)))
    if (
      !drawing.nodes.has(thing) &&
      (people.size < 2 || !drawing.add(thingNode(first.tie, { depth: 2, own: false })))
    )
      continue
    for (const { tie, place } of pairs) {
      drawing.nodes.get(thing)?.caseIds.add(place.caseId)
      drawing.join(keyOf(place), thing, tie.role)
    }
  }
}

function mark(drawing: Drawing, { own, holders, keyOf, marks }: GraphFacts): void {
  const confirmed = new Set(marks.confirmed)
  const levels = new Map(marks.listed.map(({ participantId, level }) => [participantId, level]))
  for (const place of [...own, ...holders]) {
    const node = drawing.nodes.get(keyOf(place))
    if (node === undefined) continue
    const level = levels.get(place.participantId)
    const name = level === undefined ? null : ((blacklistLevels as Record<string, string>)[level] ?? level)
    drawing.nodes.set(node.key, {
      ...node,
      listed: node.listed ?? name,
      confirmed: node.confirmed || confirmed.has(place.caseId),
    })
  }
}

/** Latest cases of a node that its card names. */
const casesTold = 10

/** The graph of an application: its people, what they have, who else has it; no more nodes than `most`. */
export function graphOf(facts: GraphFacts, most: number): Pick<ConnectionGraph, 'nodes' | 'edges' | 'cut'> {
  const drawing = new Drawing(most)
  drawOwn(drawing, facts)
  drawHolders(drawing, facts)
  drawFurther(drawing, facts)
  mark(drawing, facts)
  const nodes = [...drawing.nodes.values()].map(({ caseIds, ...node }) => ({
    ...node,
    caseIds: [...caseIds].sort((a, b) => b - a).slice(0, casesTold),
  }))
  return { nodes, edges: drawing.edges, cut: drawing.cut }
}
