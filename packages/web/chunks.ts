/** What is cut: modules with what they import, and the modules that a page or a late part begins with. */
export interface Graph {
  /** Modules to be cut; what they import beyond these is cut already. */
  readonly ids: readonly string[]
  readonly imports: (id: string) => readonly string[]
  readonly sizeOf: (id: string) => number
  /** The weight says how much a byte brought in vain matters there. */
  readonly roots: readonly { readonly id: string; readonly weight: number }[]
}

interface Part {
  readonly ids: readonly string[]
  readonly size: number
  /** By the number of a root: whether it brings the part along. */
  readonly comesWith: readonly boolean[]
  /** Numbers of the parts that it imports, and of those that they do. */
  readonly brings: ReadonlySet<number>
}

/** Everything that is got to from some modules, themselves included. */
export function reach<Of>(from: Iterable<Of>, next: (one: Of) => Iterable<Of>): Set<Of> {
  const reached = new Set(from)
  for (const one of reached) for (const further of next(one)) reached.add(further)
  return reached
}

/** Modules that the same roots need, by the numbers of these roots. What one root alone needs goes with it and is left out. */
function bySharers({ ids, imports, roots }: Graph): Map<string, string[]> {
  const sharers = new Map<string, number[]>(ids.map((id) => [id, []]))
  roots.forEach(({ id: root }, index) => {
    for (const id of reach([root], imports)) sharers.get(id)?.push(index)
  })
  const together = Map.groupBy(ids, (id) => (sharers.get(id) ?? []).join())
  return new Map([...together].filter(([key]) => key.includes(',')))
}

/** Parts of which every root brings just what it needs. */
function finest(graph: Graph): Part[] {
  const groups = [...bySharers(graph)]
  const numberOf = new Map(groups.flatMap(([, ids], number) => ids.map((id) => [id, number] as const)))
  return groups.map(([key, ids], number) => {
    const needed = new Set(key.split(',').map(Number))
    const brings = new Set(
      [...reach(ids, graph.imports)].flatMap((id) => {
        const of = numberOf.get(id)
        return of === undefined || of === number ? [] : [of]
      }),
    )
    return {
      ids,
      size: ids.reduce((sum, id) => sum + graph.sizeOf(id), 0),
      comesWith: graph.roots.map((_, index) => needed.has(index)),
      brings,
    }
  })
}

/**
 * Cuts modules into parts so that roots bring little that they do not need, and in few files: two parts are joined while
 * the files saved are worth more than the bytes brought in vain. No part is got to from itself: among the finest none
 * is, and what would close a circle is not joined.
 */
export function cut(graph: Graph, fileCost: number): string[][] {
  const weights = graph.roots.map(({ weight }) => weight)
  const parts = new Map<number, Part>(finest(graph).entries())

  const isCircle = (a: number, b: number, brings: ReadonlySet<number>) =>
    [...brings].some((number) => {
      const onward = parts.get(number)?.brings
      return onward?.has(a) === true || onward?.has(b) === true
    })

  /** What joining brings, in bytes; nothing where it may not be. */
  const gain = (a: number, b: number): number => {
    const [one, other] = [parts.get(a), parts.get(b)]
    if (one === undefined || other === undefined) return 0
    let sum = 0
    let only = 0
    let otherOnly = 0
    for (const [index, weight] of weights.entries()) {
      if (one.comesWith[index] === true) {
        if (other.comesWith[index] === true) sum += weight * fileCost
        else only += weight
      } else if (other.comesWith[index] === true) otherOnly += weight
    }
    sum -= only * other.size + otherOnly * one.size
    if (sum <= 0) return 0
    const brings = one.brings.union(other.brings)
    for (const number of brings) {
      const part = parts.get(number)
      if (part === undefined || number === a || number === b) continue
      for (const [index, weight] of weights.entries())
        if (
          part.comesWith[index] !== true &&
          (one.comesWith[index] === true || other.comesWith[index] === true)
        )
          sum -= weight * (part.size + fileCost)
      if (sum <= 0) return 0
    }
    brings.delete(a)
    brings.delete(b)
    return isCircle(a, b, brings) ? 0 : sum
  }

  const join = (a: number, b: number) => {
    const [one, other] = [parts.get(a), parts.get(b)]
    if (one === undefined || other === undefined) return
    const brings = one.brings.union(other.brings)
    brings.delete(a)
    brings.delete(b)
    const comesWith = one.comesWith.map((comes, index) => comes || other.comesWith[index] === true)
    parts.delete(b)
    parts.set(a, { ids: [...one.ids, ...other.ids], size: one.size + other.size, comesWith, brings })
    for (const [number, part] of parts) {
      if (brings.has(number))
        parts.set(number, {
          ...part,
          comesWith: part.comesWith.map((comes, i) => comes || comesWith[i] === true),
        })
      else if (part.brings.has(a) || part.brings.has(b)) {
        const wider = part.brings.union(brings).add(a)
        wider.delete(b)
        parts.set(number, { ...part, brings: wider })
      }
    }
  }

  const offers = new Map<string, { a: number; b: number; worth: number }>()
  const offer = (a: number, b: number) => {
    const worth = gain(a, b)
    if (worth > 0) offers.set(`${a} ${b}`, { a, b, worth })
    else offers.delete(`${a} ${b}`)
  }
  for (const a of parts.keys()) for (const b of parts.keys()) if (a < b) offer(a, b)
  for (;;) {
    let best: { a: number; b: number; worth: number } | undefined
    for (const one of offers.values()) if (best === undefined || one.worth > best.worth) best = one
    if (best === undefined) break
    const { a, b, worth } = best
    // Others may have been joined since it was weighed.
    offer(a, b)
    if (offers.get(`${a} ${b}`)?.worth !== worth) continue
    join(a, b)
    for (const [key, one] of offers) if (one.a === b || one.b === b) offers.delete(key)
    for (const number of parts.keys()) if (number !== a) offer(Math.min(a, number), Math.max(a, number))
  }
  return [...parts.values()].map(({ ids }) => [...ids])
}
