import { cut, flattened, type Grey, scaledTo, sharpened, turned } from '#integrations/ocr/grey.ts'
import type { Picture } from '#integrations/ocr/picture.ts'
import { readWords, type Tesseract } from '#integrations/ocr/tesseract.ts'
import { findUpright, type Upright } from '#integrations/ocr/upright.ts'
import type { Word } from '#integrations/ocr/words.ts'
import {
  around,
  type Box,
  isIn,
  linesOf,
  middleY,
  type Pair,
  type Placement,
  pairsOf,
  place,
  toPixels,
} from '../layout.rules.ts'
import { type MrzReading, readMrz } from './mrz.rules.ts'
import { longer, type Seen, seenNumber, seenValue } from './passport-values.rules.ts'
import { type PassportZone, passportAnchors, passportZones, seriesZones } from './passport-zones.rules.ts'

/** What was read from the spread of a passport, before the readings are compared. */
export interface PassportReading {
  readonly upright: Upright
  readonly mrz: (MrzReading & { readonly box: Box }) | null
  readonly seen: Partial<Record<Exclude<PassportZone, 'mrz'>, Seen>>
  /** Series and number as printed in red, each place by itself. */
  readonly numbers: readonly Seen[]
}

interface Desk {
  readonly tesseract: Tesseract
  readonly signal?: AbortSignal
  readonly today: string
}

const mrzSigns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'
const support = (words: readonly Word[]) => place(pairsOf(words, passportAnchors))?.support ?? 0
const valueZones = (Object.keys(passportZones) as PassportZone[]).filter((zone) => zone !== 'mrz')

const withSignal = ({ signal }: Desk) => (signal === undefined ? {} : { signal })

/** Lines that look like the zone: long and full of fillers, wherever they are. */
function mrzLike(words: readonly Word[]): Box | null {
  const lines = linesOf(words.filter(({ text }) => /[<«]{2}/.test(text) || /\d{9}/.test(text)))
  const boxes = lines.map((line) => around(line)).filter((box) => box !== null)
  const widest = boxes.sort((a, b) => b.width - a.width)[0]
  if (widest === undefined) return null
  const margin = widest.height * 2.2
  return {
    x: 0,
    y: middleY(widest) - margin * 1.3,
    width: widest.x + widest.width * 1.3,
    height: margin * 2.6,
  }
}

async function readMrzIn(desk: Desk, picture: Grey, zone: Box): Promise<PassportReading['mrz']> {
  const part = await cut(picture, zone)
  const pictures = [part, await smaller(part)]
  let best: PassportReading['mrz'] = null
  for (const candidate of pictures)
    for (const segmentation of ['block', 'sparse'] as const) {
      const shrink = part.width / candidate.width
      const words = await readWords(desk.tesseract, candidate, {
        language: 'eng',
        segmentation,
        signs: mrzSigns,
        ...withSignal(desk),
      })
      const found = mrzOf(words, desk.today)
      if (found === null) continue
      const box = {
        x: zone.x + found.box.x * shrink,
        y: zone.y + found.box.y * shrink,
        width: found.box.width * shrink,
        height: found.box.height * shrink,
      }
      if (best === null || worth(found) > worth(best)) best = { ...found, box }
      if (worth(best) === fullWorth) return best
    }
  return best
}

const fullWorth = 8
/** All check digits and the names: another place need not be looked at. */
const goodWorth = 7
/** Check digits that hold, names that were read, the fewer repairs the better. */
const worth = ({ passed, fields, corrected }: MrzReading): number =>
  Object.values(passed).filter(Boolean).length + (fields.lastName === undefined ? 0 : 4) - corrected * 0.5

/** The same letters at another size and with harder edges: what is lost in one is often found in the other. */
const smaller = async (grey: Grey): Promise<Grey> =>
  sharpened(await scaledTo(grey, Math.max(grey.width, grey.height) * 0.75), 1.2)

function mrzOf(words: readonly Word[], today: string): (MrzReading & { box: Box }) | null {
  const lines = linesOf(words).filter((line) => line.map(({ text }) => text).join('').length > 20)
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1] ?? []
    const join = (parts: readonly Word[]) => parts.map(({ text }) => text).join('')
    const reading = readMrz(join(above), join(line), today)
    const box = around([...above, ...line])
    if (reading !== null && box !== null) return { ...reading, box }
  }
  return null
}

async function readNumbers(desk: Desk, green: Grey, placement: Placement): Promise<Seen[]> {
  const found: Seen[] = []
  for (const zone of seriesZones) {
    const box = toPixels(zone, placement)
    const strip = await turned(await cut(green, box), 270)
    const words = await readWords(desk.tesseract, strip, {
      language: 'eng',
      segmentation: 'block',
      signs: '0123456789',
      ...withSignal(desk),
    })
    const number = seenNumber(words)
    if (number !== null) found.push({ ...number, box })
  }
  return found
}

/** Reads one zone by itself: closer than the whole page, when that gave nothing sure. */
async function readZone(desk: Desk, picture: Grey, zone: Box, lines: number): Promise<Word[]> {
  const part = await cut(picture, zone)
  const words = await readWords(desk.tesseract, part, {
    language: 'rus',
    segmentation: lines === 1 ? 'line' : 'block',
    ...withSignal(desk),
  })
  return words.map((word) => ({ ...word, x: word.x + zone.x, y: word.y + zone.y }))
}

const sureOfPage = 0.9

async function readValues(
  desk: Desk,
  upright: Upright,
  placement: Placement,
): Promise<PassportReading['seen']> {
  const seen: PassportReading['seen'] = {}
  for (const name of valueZones) {
    const zone = toPixels(passportZones[name], placement)
    const ofPage = seenValue(
      name,
      upright.words.filter((word) => isIn(word, zone)),
    )
    const isLong = passportZones[name].lines > 2
    const isEnough = ofPage !== null && ofPage.confidence >= sureOfPage && !isLong
    const closer = isEnough
      ? null
      : seenValue(name, await readZone(desk, upright.picture, zone, passportZones[name].lines))
    const decided = isLong ? longer(ofPage, closer) : better(ofPage, closer)
    if (decided !== null) seen[name] = decided
  }
  return seen
}

const better = (a: Seen | null, b: Seen | null): Seen | null =>
  a === null || b === null ? (a ?? b) : b.confidence > a.confidence ? b : a

/** The ends of the zone, where the form has them: they tell as much as many printed words. */
function pairsOfMrz({ box }: { box: Box }): Pair[] {
  const y = middleY(box)
  const end = (text: string, x: number, at: number): Pair => ({ anchor: { text, x, y: 162.9 }, x: at, y })
  return [
    end('начало зоны', 6, box.x),
    end('середина зоны', 61.9, box.x + box.width / 2),
    end('конец зоны', 117.7, box.x + box.width),
  ]
}

/** Looks for the zone where it seems to be, then where the form has it. */
async function findMrz(
  desk: Desk,
  { picture, words }: Upright,
  placement: Placement | null,
): Promise<PassportReading['mrz']> {
  const zones = [mrzLike(words), placement === null ? null : toPixels(passportZones.mrz, placement)]
  let best: PassportReading['mrz'] = null
  for (const zone of zones) {
    if (zone === null) continue
    const found = await readMrzIn(desk, picture, zone)
    if (found !== null && (best === null || worth(found) > worth(best))) best = found
    if (best !== null && worth(best) >= goodWorth) return best
  }
  return best
}

/** Reads the main spread of a passport of the Russian Federation. */
export async function readPassport(desk: Desk, { red, green }: Picture): Promise<PassportReading> {
  const flat = await flattened(red)
  const upright = await findUpright(desk.tesseract, flat, { score: support, enough: 5 }, desk.signal)
  const pairs = pairsOf(upright.words, passportAnchors)
  const mrz = await findMrz(desk, upright, place(pairs))
  const placement = place(mrz === null ? pairs : [...pairs, ...pairsOfMrz(mrz)])
  if (placement === null) return { upright, mrz, seen: {}, numbers: [] }
  const greenUpright = await turned(await flattened(green), upright.degrees)
  return {
    upright,
    mrz,
    seen: await readValues(desk, upright, placement),
    numbers: await readNumbers(desk, greenUpright, placement),
  }
}
