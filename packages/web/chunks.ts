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

/** Both as one, without what is inside it. */
function joined(parts: ReadonlyMap<number, Part>, a: number, b: number): Part | null {
  const [one, other] = [parts.get(a), parts.get(b)]
  if (one === undefined || other === undefined) return null
  const brings = one.brings.union(other.brings)
  brings.delete(a)
  brings.delete(b)
  return {
    ids: [...one.ids, ...other.ids],
    size: one.size + other.size,
    comesWith: either(one.comesWith, other.comesWith),
    brings,
  }
}

const either = (one: readonly boolean[], other: readonly boolean[]) =>
  one.map((comes, index) => comes || other[index] === true)

/** The parts and what joining two of them is worth. */
class Parts {
  readonly #parts: Map<number, Part>
  readonly #weights: readonly number[]
  readonly #fileCost: number

  constructor(graph: Graph, fileCost: number) {
    this.#parts = new Map(finest(graph).entries())
    this.#weights = graph.roots.map(({ weight }) => weight)
    this.#fileCost = fileCost
  }

  get numbers(): number[] {
    return [...this.#parts.keys()]
  }

  get ids(): string[][] {
    return [...this.#parts.values()].map(({ ids }) => [...ids])
  }

  /** The weight of roots that come with all of one and nothing of the other. */
  #weightOf(isWith: readonly boolean[], isWithout: readonly boolean[]): number {
    return this.#weights.reduce(
      (sum, weight, index) => (isWith[index] === true && isWithout[index] !== true ? sum + weight : sum),
      0,
    )
  }

  /** Bytes that a join saves: a file less where both come, less what comes in vain, with all that it brings. Zero where it saves nothing or may not be. */
  gain(a: number, b: number): number {
    const [one, other, both] = [this.#parts.get(a), this.#parts.get(b), joined(this.#parts, a, b)]
    if (one === undefined || other === undefined || both === null) return 0
    const onlyOne = this.#weightOf(one.comesWith, other.comesWith)
    const onlyOther = this.#weightOf(other.comesWith, one.comesWith)
    const withBoth = this.#weightOf(one.comesWith, []) - onlyOne
    let sum = withBoth * this.#fileCost - onlyOne * other.size - onlyOther * one.size
    for (const number of both.brings) {
      if (sum <= 0) return 0
      const part = this.#parts.get(number)
      if (part === undefined) continue
      if (part.brings.has(a) || part.brings.has(b)) return 0
      sum -= this.#weightOf(both.comesWith, part.comesWith) * (part.size + this.#fileCost)
    }
    return Math.max(sum, 0)
  }

  /** Puts the second into the first. */
  join(a: number, b: number): void {
    const both = joined(this.#parts, a, b)
    if (both === null) return
    this.#parts.delete(b)
    this.#parts.set(a, both)
    for (const [number, part] of this.#parts) {
      if (both.brings.has(number))
        this.#parts.set(number, { ...part, comesWith: either(part.comesWith, both.comesWith) })
      else if (part.brings.has(a) || part.brings.has(b)) {
        const brings = part.brings.union(both.brings).add(a)
        brings.delete(b)
        this.#parts.set(number, { ...part, brings })
      }
    }
  }
}

interface Offer {
  readonly a: number
  readonly b: number
  readonly worth: number
}

/** What is worth most; of equals, the first offered. */
const best = (offers: Iterable<Offer>): Offer | undefined => {
  let most: Offer | undefined
  for (const one of offers) if (most === undefined || one.worth > most.worth) most = one
  return most
}

/**
 * Cuts modules into parts so that roots bring little that they do not need, and in few files: two parts are joined while
 * the files saved are worth more than the bytes brought in vain. No part is got to from itself: among the finest none
 * is, and what would close a circle is not joined.
 */
export function cut(graph: Graph, fileCost: number): string[][] {
  const parts = new Parts(graph, fileCost)
  const offers = new Map<string, Offer>()
  const offer = (a: number, b: number) => {
    const worth = parts.gain(a, b)
    if (worth > 0) offers.set(`${a} ${b}`, { a, b, worth })
    else offers.delete(`${a} ${b}`)
  }
  for (const a of parts.numbers) for (const b of parts.numbers) if (a < b) offer(a, b)
  for (let most = best(offers.values()); most !== undefined; most = best(offers.values())) {
    const { a, b, worth } = most
    // Others may have been joined since it was weighed.
    if (parts.gain(a, b) !== worth) {
      offer(a, b)
      continue
    }
    parts.join(a, b)
    for (const [key, one] of offers) if (one.a === b || one.b === b) offers.delete(key)
    for (const number of parts.numbers) if (number !== a) offer(Math.min(a, number), Math.max(a, number))
  }
  return parts.ids
}
