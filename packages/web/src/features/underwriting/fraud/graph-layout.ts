import type {
  ConnectionEdge,
  ConnectionKind,
  ConnectionNode,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'

type Node = Pick<ConnectionNode, 'key' | 'kind' | 'depth' | 'own' | 'folded'>

/** Where a node stands: its column from the left, its place in it, and the point. */
export interface Placed {
  readonly key: string
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
}
export interface GraphLayout {
  readonly placed: ReadonlyMap<string, Placed>
  /** Keys by column in their order. */
  readonly columns: readonly (readonly string[])[]
  readonly width: number
  readonly height: number
}

/** What columns are of, as their heads say. */
export const columnNames = ['Люди заявки', 'Что у них есть', 'Кто связан', 'Что связывает их ещё'] as const

/** Room for a label of a column, and for a line of it. */
const columnWidth = 290
const rowHeight = 34
const top = 44
const left = 20

const kindOrder: readonly ConnectionKind[] = [
  'PHONE',
  'EMAIL',
  'ACCOUNT',
  'ADDRESS',
  'OBJECT',
  'EMPLOYER',
  'PARTNER_EMPLOYEE',
  'DEVICE',
  'NETWORK',
  'PERSON',
]

const columnOf = ({ kind, depth }: Node): number => {
  if (kind === 'PERSON') return depth === 0 ? 0 : 2
  return depth <= 1 ? 1 : 3
}

function neighboursOf(edges: readonly ConnectionEdge[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>()
  const add = (one: string, other: string) => all.set(one, [...(all.get(one) ?? []), other])
  for (const { from, to } of edges) {
    add(from, to)
    add(to, from)
  }
  return all
}

/** Each stands near the middle of those of the column beside it: fewer lines cross. */
function inOrderOf(
  column: readonly string[],
  beside: readonly string[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): string[] {
  const places = new Map(beside.map((key, at) => [key, at]))
  const middle = (key: string) => {
    const found = (neighbours.get(key) ?? []).flatMap((other) => places.get(other) ?? [])
    return found.length === 0 ? beside.length : found.reduce((sum, at) => sum + at, 0) / found.length
  }
  const middles = new Map(column.map((key) => [key, middle(key)]))
  return column.toSorted((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0))
}

/** Sweeps there and back: more of them move hardly anything. */
const sweeps = 2

/**
 * Puts the graph in columns: people of the application, what they have, who else has it, what ties those. No label covers
 * another, and the same graph is always drawn alike.
 */
export function layOut(nodes: readonly Node[], edges: readonly ConnectionEdge[]): GraphLayout {
  const neighbours = neighboursOf(edges)
  const isShared = ({ key, folded }: Node) => (neighbours.get(key)?.length ?? 0) > 1 || folded !== null
  const sorted = nodes.toSorted(
    (a, b) =>
      Number(isShared(b)) - Number(isShared(a)) || kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind),
  )
  let columns = columnNames.map((_, column) =>
    sorted.filter((node) => columnOf(node) === column).map(({ key }) => key),
  )
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const [own = [], things = [], people = [], further = []] = columns
    const nearPeople = inOrderOf(people, things, neighbours)
    const nearFurther = inOrderOf(further, nearPeople, neighbours)
    // What nobody else has goes to the end of its column.
    columns = [own, inOrderOf(things, nearPeople, neighbours), nearPeople, nearFurther]
  }
  const tallest = Math.max(1, ...columns.map((column) => column.length))
  const height = top + tallest * rowHeight + 16
  const placed = columns.flatMap((column, at) => {
    return column.map((key, row): [string, Placed] => [
      key,
      { key, column: at, row, x: left + at * columnWidth, y: top + row * rowHeight + rowHeight / 2 },
    ])
  })
  const used = columns[3]?.length === 0 ? 3 : 4
  return { placed: new Map(placed), columns, width: left + used * columnWidth, height }
}

const steps: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The node that an arrow leads to: the next one in the column, or the nearest by height in the column beside. */
export function nextOf({ placed, columns }: GraphLayout, key: string, arrow: string): string | null {
  const step = steps[arrow]
  const from = placed.get(key)
  if (step === undefined || from === undefined) return null
  if (step[0] === 0) return columns[from.column]?.[from.row + step[1]] ?? null
  for (let column = from.column + step[0]; columns[column] !== undefined; column += step[0]) {
    const [nearest] = (columns[column] ?? []).toSorted(
      (a, b) => Math.abs((placed.get(a)?.y ?? 0) - from.y) - Math.abs((placed.get(b)?.y ?? 0) - from.y),
    )
    if (nearest !== undefined) return nearest
  }
  return null
}
