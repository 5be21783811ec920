/** A fixed-size set of small integers, 32 to a word. */
export class Bitset {
  readonly #words: Uint32Array

  constructor(length: number) {
    this.#words = new Uint32Array(Math.ceil(length / 32))
  }

  add(index: number): void {
    this.#words[index >>> 5] = this.#word(index >>> 5) | (1 << (index & 31))
  }

  remove(index: number): void {
    this.#words[index >>> 5] = this.#word(index >>> 5) & ~(1 << (index & 31))
  }

  has(index: number): boolean {
    return ((this.#word(index >>> 5) >>> (index & 31)) & 1) === 1
  }

  /** Becomes a copy of another set of the same length, and returns itself. */
  copyFrom(other: Bitset): this {
    this.#words.set(other.#words)
    return this
  }

  /** Keeps only what is in either of the two; a missing set is empty. */
  keepEither(a: Bitset | undefined, b: Bitset | undefined): void {
    for (let i = 0; i < this.#words.length; i += 1)
      this.#words[i] = this.#word(i) & ((a ? a.#word(i) : 0) | (b ? b.#word(i) : 0))
  }

  #word(at: number): number {
    return this.#words[at] ?? 0
  }

  size(): number {
    let total = 0
    for (let word of this.#words) {
      word -= (word >>> 1) & 0x55555555
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
      total += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return total
  }

  /** Calls with each member, in ascending order. */
  forEach(visit: (index: number) => void): void {
    this.#words.forEach((whole, at) => {
      let word = whole
      while (word !== 0) {
        const lowest = 31 - Math.clz32(word & -word)
        visit(at * 32 + lowest)
        word &= word - 1
      }
    })
  }
}
