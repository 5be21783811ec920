import type { Word } from '#integrations/ocr/words.ts'
import { distance } from './text.rules.ts'

/** A rectangle; in millimetres of the form or in pixels of the picture. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A printed word of the form and where its middle is. */
export interface Anchor {
  readonly text: string
  readonly x: number
  readonly y: number
}

/** How millimetres of the form become pixels of the picture. */
export interface Placement {
  readonly scale: number
  readonly x: number
  readonly y: number
  /** How many printed words agree with it. */
  readonly support: number
}

export const middleX = (box: Box) => box.x + box.width / 2
export const middleY = (box: Box) => box.y + box.height / 2

/** The box around others; null around nothing. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^а-яё]/g, '')

/** Whether a word that was read is this printed word, a misread letter or two forgiven. */
export function isWord(read: string, printed: string): boolean {
  const a = letters(read)
  const b = letters(printed)
  if (a === b) return true
  const forgiven = b.length >= 8 ? 2 : b.length >= 5 ? 1 : 0
  return Math.abs(a.length - b.length) <= forgiven && distance(a, b) <= forgiven
}

/** A printed word and where its middle was found. */
export interface Pair {
  readonly anchor: Anchor
  readonly x: number
  readonly y: number
}

/** Printed words of the form among the words that were read. */
export const pairsOf = (words: readonly Word[], anchors: readonly Anchor[]): Pair[] =>
  words.flatMap((word) =>
    anchors
      .filter(({ text }) => isWord(word.text, text))
      .map((anchor) => ({ anchor, x: middleX(word), y: middleY(word) })),
  )

function through(a: Pair, b: Pair): Omit<Placement, 'support'> | null {
  const [dx, dy] = [b.anchor.x - a.anchor.x, b.anchor.y - a.anchor.y]
  const span = dx * dx + dy * dy
  if (span < 15 * 15) return null
  const scale = ((b.x - a.x) * dx + (b.y - a.y) * dy) / span
  if (scale <= 0) return null
  return { scale, x: a.x - a.anchor.x * scale, y: a.y - a.anchor.y * scale }
}

const misses = (pair: Pair, { scale, x, y }: Omit<Placement, 'support'>) =>
  Math.hypot(pair.anchor.x * scale + x - pair.x, pair.anchor.y * scale + y - pair.y) / scale

/** Millimetres that a printed word may be away from where the form has it. */
const tolerance = 4.5

function judged(pairs: readonly Pair[], found: Omit<Placement, 'support'>): Placement & { miss: number } {
  const near = pairs.filter((pair) => misses(pair, found) <= tolerance)
  const support = new Set(near.map(({ anchor }) => anchor)).size
  return { ...found, support, miss: near.reduce((sum, pair) => sum + misses(pair, found), 0) }
}

/** The placement that comes nearest to all the pairs together. */
function fitted(pairs: readonly Pair[]): Omit<Placement, 'support'> | null {
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const form = { x: mean(({ anchor }) => anchor.x), y: mean(({ anchor }) => anchor.y) }
  const page = { x: mean(({ x }) => x), y: mean(({ y }) => y) }
  let [along, spread] = [0, 0]
  for (const { anchor, x, y } of pairs) {
    const [dx, dy] = [anchor.x - form.x, anchor.y - form.y]
    along += dx * (x - page.x) + dy * (y - page.y)
    spread += dx * dx + dy * dy
  }
  if (spread === 0 || along <= 0) return null
  const scale = along / spread
  return { scale, x: page.x - form.x * scale, y: page.y - form.y * scale }
}

/** The placement that most printed words agree with; null when fewer than three do. */
export function place(pairs: readonly Pair[]): Placement | null {
  const found = pairs
    .flatMap((a, at) => pairs.slice(at + 1).map((b) => through(a, b)))
    .filter((placement) => placement !== null)
    .map((placement) => judged(pairs, placement))
    .sort((a, b) => b.support - a.support || a.miss - b.miss)[0]
  if (found === undefined || found.support < 3) return null
  const exact = fitted(pairs.filter((pair) => misses(pair, found) <= tolerance))
  return exact === null ? found : judged(pairs, exact)
}

/** Pixels of a zone given in millimetres. */
export const toPixels = (zone: Box, { scale, x, y }: Placement): Box => ({
  x: zone.x * scale + x,
  y: zone.y * scale + y,
  width: zone.width * scale,
  height: zone.height * scale,
})

/** Whether the middle of a word lies in a zone. */
export const isIn = (word: Box, zone: Box): boolean =>
  middleX(word) >= zone.x &&
  middleX(word) <= zone.x + zone.width &&
  middleY(word) >= zone.y &&
  middleY(word) <= zone.y + zone.height

/** Words in the order of reading: lines from above, each from the left. */
export function linesOf<W extends Box>(words: readonly W[]): W[][] {
  const lines: W[][] = []
  for (const word of [...words].sort((a, b) => middleY(a) - middleY(b))) {
    const line = lines.find((other) =>
      other.some(
        (member) => Math.abs(middleY(member) - middleY(word)) < Math.min(member.height, word.height) * 0.6,
      ),
    )
    if (line === undefined) lines.push([word])
    else line.push(word)
  }
  return lines.map((line) => line.sort((a, b) => a.x - b.x))
}
