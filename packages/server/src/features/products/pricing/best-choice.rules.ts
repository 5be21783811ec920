/** What takes off so many thousandths of a point, and what it does not add up with. */
export interface Choice {
  readonly key: string
  readonly points: bigint
  readonly conflicts: ReadonlySet<string>
}

interface Best {
  readonly keys: readonly string[]
  readonly points: bigint
}

/** The order that decides between equals, so that the order in which things were written down changes nothing. */
const inOrder = (one: Choice, other: Choice): number =>
  one.points === other.points ? (one.key < other.key ? -1 : 1) : one.points > other.points ? -1 : 1

function search([first, ...others]: readonly Choice[]): Best {
  if (first === undefined) return { keys: [], points: 0n }
  const free = others.filter(({ key }) => !first.conflicts.has(key))
  const rest = search(free)
  const taken: Best = { keys: [first.key, ...rest.keys], points: first.points + rest.points }
  if (free.length === others.length) return taken
  const left = search(others)
  return left.points > taken.points ? left : taken
}

/** Those that hang together with the first by conflicts, taken out of what is left. */
function takeGroup(first: Choice, left: Set<Choice>): Choice[] {
  const group = [first]
  left.delete(first)
  for (const { conflicts } of group) {
    const met = [...left].filter(({ key }) => conflicts.has(key))
    for (const one of met) left.delete(one)
    group.push(...met)
  }
  return group
}

/**
 * The choices that together take off most and do not exclude each other. Exact: conflicts are few and stand in small groups,
 * each of which is searched by itself.
 */
export function bestChoice(choices: readonly Choice[]): ReadonlySet<string> {
  const left = new Set(choices.filter(({ points }) => points > 0n).toSorted(inOrder))
  const chosen: string[] = []
  for (const one of left) chosen.push(...search(takeGroup(one, left).toSorted(inOrder)).keys)
  return new Set(chosen)
}

/** Conflicts both ways, by key: what excludes is excluded by it too. */
export function mutual<T extends { readonly key: string }>(
  all: readonly T[],
  excludes: (one: T, other: T) => boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const conflicts = new Map<string, Set<string>>()
  const add = (one: T, other: T) => {
    const known = conflicts.get(one.key)
    if (known === undefined) conflicts.set(one.key, new Set([other.key]))
    else known.add(other.key)
  }
  for (const [at, one] of all.entries())
    for (let next = at + 1; next < all.length; next += 1) {
      const other = all[next] as T
      if (!excludes(one, other) && !excludes(other, one)) continue
      add(one, other)
      add(other, one)
    }
  return conflicts
}
