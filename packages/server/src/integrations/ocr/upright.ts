import { type Grey, sharpened, turned } from './grey.ts'
import { findTilts, type Tilt } from './skew.ts'
import { readWords, type Tesseract } from './tesseract.ts'
import type { Word } from './words.ts'

/** A page turned so that its lines lie level and can be read. */
export interface Upright {
  readonly picture: Grey
  readonly words: readonly Word[]
  /** Clockwise turn that was made, in degrees. */
  readonly degrees: number
  /** What the judge said of the words. */
  readonly score: number
}

/** A place on the page as it lies in the file, in parts of its width and height. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const radians = Math.PI / 180

/** Words that are surely words, whatever they say. */
const sureWords = ({ words }: Upright): number =>
  words.filter(({ text, confidence }) => confidence > 0.8 && /[а-яё]{3}/i.test(text)).length
/** So many are read of a page that lies upright and of no other. */
const enoughSureWords = 20
/** And so many of one that needs no harder edges. */
const clearSureWords = 45
/** Less than one: tells readings apart where the judge knows none of the words. */
const quality = (reading: Upright) => Math.min(0.9, sureWords(reading) / 50)

const waysToLie = (tilts: readonly Tilt[]): number[] =>
  tilts.flatMap(({ degrees }) => [-degrees, 180 - degrees])

/** Reads the four ways a page may lie, the likeliest first, until the words satisfy the judge or are surely those of an upright page. */
export async function findUpright(
  tesseract: Tesseract,
  flat: Grey,
  judge: { score(words: readonly Word[]): number; readonly enough: number },
  signal?: AbortSignal,
): Promise<Upright> {
  const read = async (picture: Grey, degrees: number): Promise<Upright> => {
    const words = await readWords(tesseract, picture, {
      language: 'rus',
      segmentation: 'sparse',
      ...(signal !== undefined && { signal }),
    })
    return { picture, words, degrees, score: judge.score(words) }
  }
  let best: Upright | null = null
  for (const degrees of waysToLie(await findTilts(flat))) {
    const next = await read(await turned(flat, degrees), degrees)
    if (best === null || next.score + quality(next) > best.score + quality(best)) best = next
    if (next.score >= judge.enough) return next
    if (sureWords(next) >= enoughSureWords) break
  }
  // A blank page: five readings of it would find nothing either.
  if (best === null) return { picture: flat, words: [], degrees: 0, score: 0 }
  if (sureWords(best) >= clearSureWords) return best
  const clearer = await read(await sharpened(best.picture), best.degrees)
  return clearer.score > best.score ? clearer : best
}

/** Where a box of the turned picture lies on the page before the turn. */
export function placeOnPage(box: Place, upright: Upright, page: Grey): Place {
  const { picture, degrees } = upright
  const [sin, cos] = [Math.sin(degrees * radians), Math.cos(degrees * radians)]
  const back = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - picture.width / 2, y - picture.height / 2]
    return [dx * cos + dy * sin + page.width / 2, -dx * sin + dy * cos + page.height / 2]
  }
  const corners = [
    back(box.x, box.y),
    back(box.x + box.width, box.y),
    back(box.x, box.y + box.height),
    back(box.x + box.width, box.y + box.height),
  ]
  const part = (value: number, whole: number) => Math.max(0, Math.min(1, value / whole))
  const xs = corners.map(([x]) => part(x, page.width))
  const ys = corners.map(([, y]) => part(y, page.height))
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The turn in whole right angles that makes the page upright: 0, 90, 180 or 270. */
export const rightAngles = (degrees: number): number => (((Math.round(degrees / 90) % 4) + 4) % 4) * 90
