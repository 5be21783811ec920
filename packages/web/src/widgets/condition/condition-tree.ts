/** How a group joins its parts: «все», «любое», «ни одно». */
export type GroupMode = 'all' | 'any' | 'none'

/** A leaf that the tree can move about, whatever it says. */
export interface Leaf {
  readonly id: string
  readonly kind: 'fact'
}

/** A group of the builder: parts in their order. */
export interface Group<L extends Leaf> {
  readonly id: string
  readonly kind: 'group'
  readonly mode: GroupMode
  readonly items: readonly (L | Group<L>)[]
}

/** A part of the builder. */
export type Part<L extends Leaf> = L | Group<L>

/** Where a part stands: its group and its place there. */
export interface Place {
  readonly groupId: string
  readonly at: number
}

/** The part with this id, the root included; null where there is none. */
export function partById<L extends Leaf>(part: Part<L>, id: string): Part<L> | null {
  if (part.id === id) return part
  if (part.kind !== 'group') return null
  for (const item of part.items) {
    const found = partById(item, id)
    if (found) return found
  }
  return null
}

/** The place of a part; null for the root and for what is not in the tree. */
export function placeOf<L extends Leaf>(root: Group<L>, id: string): Place | null {
  for (const [at, item] of root.items.entries()) {
    if (item.id === id) return { groupId: root.id, at }
    const inner = item.kind === 'group' ? placeOf(item, id) : null
    if (inner) return inner
  }
  return null
}

/** The tree with one part replaced by what `change` makes of it. */
export function changePart<L extends Leaf>(
  root: Group<L>,
  id: string,
  change: (part: Part<L>) => Part<L>,
): Group<L> {
  const walk = (part: Part<L>): Part<L> => {
    if (part.id === id) return change(part)
    return part.kind === 'group' ? { ...part, items: part.items.map(walk) } : part
  }
  const changed = walk(root)
  return changed.kind === 'group' ? changed : root
}

/** The tree with a part put at a place. */
export function insertPart<L extends Leaf>(root: Group<L>, { groupId, at }: Place, part: Part<L>): Group<L> {
  return changePart(root, groupId, (group) =>
    group.kind === 'group' ? { ...group, items: group.items.toSpliced(at, 0, part) } : group,
  )
}

/** The tree without a part. */
export function removePart<L extends Leaf>(root: Group<L>, id: string): Group<L> {
  const place = placeOf(root, id)
  if (!place) return root
  return changePart(root, place.groupId, (group) =>
    group.kind === 'group' ? { ...group, items: group.items.toSpliced(place.at, 1) } : group,
  )
}

/** How many groups lie inside each other, the part itself included; a leaf is 0. */
export const depthOf = <L extends Leaf>(part: Part<L>): number =>
  part.kind === 'group' ? 1 + Math.max(0, ...part.items.map((item) => depthOf(item))) : 0

/** The leaves, in the order in which they are read. */
export const leavesOf = <L extends Leaf>(part: Part<L>): L[] =>
  part.kind === 'group' ? part.items.flatMap((item) => leavesOf(item)) : [part]

/** How deep a group lies: the root is 1; 0 for what is not in the tree. */
export function levelOf<L extends Leaf>(root: Group<L>, groupId: string, level = 1): number {
  if (root.id === groupId) return level
  for (const item of root.items) {
    const found = item.kind === 'group' ? levelOf(item, groupId, level + 1) : 0
    if (found > 0) return found
  }
  return 0
}

/** The tree with a part taken from its place to another one; itself where it may not go there. */
export function movePart<L extends Leaf>(root: Group<L>, id: string, to: Place, maxDepth: number): Group<L> {
  const part = partById(root, id)
  const from = placeOf(root, id)
  if (!part || !from || partById(part, to.groupId)) return root
  if (levelOf(root, to.groupId) + depthOf(part) > maxDepth) return root
  const shift = from.groupId === to.groupId && from.at < to.at ? 1 : 0
  return insertPart(removePart(root, id), { groupId: to.groupId, at: to.at - shift }, part)
}

/** Where a step up or down leads: past a leaf, into a neighbouring group that has room, out of a group at its edge. */
export function stepPlace<L extends Leaf>(
  root: Group<L>,
  id: string,
  step: -1 | 1,
  maxDepth: number,
): Place | null {
  const from = placeOf(root, id)
  const part = partById(root, id)
  const group = from && partById(root, from.groupId)
  if (!from || !part || group?.kind !== 'group') return null
  const neighbour = group.items[from.at + step]
  if (!neighbour) return outOf(root, group.id, step)
  if (neighbour.kind === 'group' && levelOf(root, neighbour.id) + depthOf(part) <= maxDepth)
    return { groupId: neighbour.id, at: step < 0 ? neighbour.items.length : 0 }
  return { groupId: group.id, at: step < 0 ? from.at - 1 : from.at + 2 }
}

/** Before or after a group, in the group around it; null for the root. */
function outOf<L extends Leaf>(root: Group<L>, groupId: string, step: -1 | 1): Place | null {
  const outer = placeOf(root, groupId)
  return outer && { groupId: outer.groupId, at: step < 0 ? outer.at : outer.at + 1 }
}

/** The tree with a part one step up or down; itself at the ends. */
export function stepPart<L extends Leaf>(
  root: Group<L>,
  id: string,
  step: -1 | 1,
  maxDepth: number,
): Group<L> {
  const to = stepPlace(root, id, step, maxDepth)
  return to ? movePart(root, id, to, maxDepth) : root
}
