import type { ProcessPicture } from '@ipoteka-office/contract/common/process.ts'

type State = ProcessPicture['states'][number]

/** Measures of the drawing in px. */
export const measures = { node: { width: 138, height: 52 }, column: 164, row: 76, top: 34 } as const

/** A state in its place. */
export interface Node {
  readonly state: State
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
}

/** All ways from one state to another, drawn as one line. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly taken: number
  readonly bySystem: boolean
  readonly path: string
}

const { node, column: step, row: rowStep, top } = measures

function placed(process: ProcessPicture): Map<string, Node> {
  const nodes = new Map<string, Node>()
  for (const [column, phase] of process.phases.entries()) {
    const states = process.states.filter((state) => state.phase === phase.code)
    for (const [row, state] of states.entries())
      nodes.set(state.code, {
        state,
        column,
        row,
        x: column * step + (step - node.width) / 2,
        y: top + row * rowStep,
      })
  }
  return nodes
}

/** A line between two states: onwards from edge to edge, within a phase round the side, back under the states. */
function pathOf(from: Node, to: Node): string {
  const middle = node.height / 2
  const right = (one: Node) => one.x + node.width
  if (to.column > from.column) {
    const [x1, y1, x2, y2] = [right(from), from.y + middle, to.x, to.y + middle]
    // Over a column in between: down the free way first, not behind its states.
    if (to.column > from.column + 1 && to.row > from.row) {
      const x = from.x + node.width / 2
      return `M${x} ${from.y + node.height} C${x} ${y2} ${x} ${y2} ${x2} ${y2}`
    }
    const bend = Math.max(18, (x2 - x1) / 2)
    return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
  }
  if (to.column === from.column) {
    if (to.row === from.row + 1) {
      const x = from.x + node.width / 2
      return `M${x} ${from.y + node.height} L${x} ${to.y}`
    }
    const [x, y1, y2] = [from.x, from.y + middle + 8, to.y + middle + 8]
    return `M${x} ${y1} C${x - 18} ${y1} ${x - 18} ${y2} ${x} ${y2}`
  }
  const [x1, y1, x2, y2] = [from.x, from.y + middle - 8, right(to), to.y + middle - 8]
  const bend = Math.max(18, (x1 - x2) / 2)
  return `M${x1} ${y1} C${x1 - bend} ${y1} ${x2 + bend} ${y2} ${x2} ${y2}`
}

/** Where everything stands: a column for each phase, the states under one another. */
export function layoutOf(process: ProcessPicture): {
  nodes: readonly Node[]
  edges: readonly Edge[]
  width: number
  height: number
} {
  const nodes = placed(process)
  const edges = new Map<string, Edge>()
  for (const { from, to, taken, bySystem } of process.transitions) {
    const [source, target] = [nodes.get(from), nodes.get(to)]
    if (!source || !target || from === to) continue
    const key = `${from} ${to}`
    const known = edges.get(key)
    edges.set(key, {
      from,
      to,
      taken: taken + (known?.taken ?? 0),
      bySystem: bySystem && (known?.bySystem ?? true),
      path: pathOf(source, target),
    })
  }
  const all = [...nodes.values()]
  return {
    nodes: all,
    edges: [...edges.values()],
    width: process.phases.length * step,
    height: top + Math.max(1, ...all.map(({ row }) => row + 1)) * rowStep,
  }
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The state that an arrow key leads to; columns have different heights, so the nearest row is taken. */
export function neighbourOf(nodes: readonly Node[], code: string, key: string): string | null {
  const here = nodes.find(({ state }) => state.code === code)
  const move = steps[key]
  if (!here || !move) return null
  const [dx, dy] = move
  const inColumn = nodes.filter(({ column }) => column === here.column + dx)
  const wanted = here.row + dy
  const found = dx === 0 ? inColumn.filter(({ row }) => row === wanted) : inColumn
  const nearest = found.toSorted((a, b) => Math.abs(a.row - wanted) - Math.abs(b.row - wanted))[0]
  return nearest?.state.code ?? null
}
