import sharp from 'sharp'
import type { Chance } from '#db/seed/generator.ts'

/** What a careless hand and a cheap scanner do to a page. */
export interface Distortion {
  readonly dpi: number
  /** Degrees, clockwise. */
  readonly skew: number
  readonly turn: 0 | 90 | 180 | 270
  /** Standard deviation of the noise, of 255. */
  readonly noise: number
  /** Sigma of the blur in pixels of the scan. */
  readonly blur: number
  readonly jpeg: number
  /** How much darker the dark side is, 0 to 1. */
  readonly shade: number
  /** Empty table around the document, in parts of its width. */
  readonly margin: number
}

const clean: Distortion = { dpi: 300, skew: 0, turn: 0, noise: 0, blur: 0, jpeg: 90, shade: 0, margin: 0.03 }
const between = (chance: Chance, from: number, to: number) => from + chance.next() * (to - from)
const anyTurn = (chance: Chance) => chance.of([90, 180, 270] as const)

/** The kinds that are measured: name → how one of the kind is drawn by lot. */
export const distortions = {
  чистый: () => clean,
  наклон: (chance: Chance) => ({ ...clean, skew: between(chance, -7, 7), margin: 0.08 }),
  поворот: (chance: Chance) => ({ ...clean, turn: anyTurn(chance), skew: between(chance, -1, 1) }),
  'низкое разрешение': (chance: Chance) => ({ ...clean, dpi: chance.whole(100, 150) }),
  шум: (chance: Chance) => ({ ...clean, dpi: 200, noise: between(chance, 12, 28) }),
  размытие: (chance: Chance) => ({ ...clean, dpi: 200, blur: between(chance, 0.8, 1.5) }),
  'сжатие JPEG': (chance: Chance) => ({ ...clean, dpi: 200, jpeg: chance.whole(18, 32) }),
  освещение: (chance: Chance) => ({ ...clean, dpi: 200, shade: between(chance, 0.3, 0.6) }),
  'всё вместе': (chance: Chance) => ({
    dpi: chance.whole(150, 250),
    skew: between(chance, -7, 7),
    turn: chance.percent(30) ? anyTurn(chance) : 0,
    noise: between(chance, 4, 14),
    blur: between(chance, 0.3, 0.8),
    jpeg: chance.whole(35, 60),
    shade: between(chance, 0.1, 0.4),
    margin: 0.06,
  }),
} as const satisfies Record<string, (chance: Chance) => Distortion>

/** A normally distributed number (Box and Muller). */
const normal = (chance: Chance) =>
  Math.sqrt(-2 * Math.log(chance.next() + 1e-12)) * Math.cos(2 * Math.PI * chance.next())

/** Shade and noise, pixel by pixel. */
function spoil(pixels: Buffer, width: number, height: number, how: Distortion, chance: Chance): void {
  const angle = chance.next() * Math.PI * 2
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const side = ((x / width - 0.5) * dx + (y / height - 0.5) * dy) / 1.42 + 0.5
      const light = 1 - how.shade * side
      const noise = how.noise === 0 ? 0 : normal(chance) * how.noise
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel += 1)
        pixels[at + channel] = Math.max(0, Math.min(255, (pixels[at + channel] ?? 0) * light + noise))
    }
}

/** The scan (JPEG) of a page drawn with `perMm` pixels to the millimetre. */
export async function scanOf(page: Buffer, perMm: number, how: Distortion, chance: Chance): Promise<Buffer> {
  const { width } = await sharp(page).metadata()
  const around = Math.round(width * how.margin)
  const table = { r: 225, g: 224, b: 220, alpha: 1 }
  const framed = await sharp(page)
    .extend({ top: around, bottom: around, left: around, right: around, background: table })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const turned = await sharp(framed)
    .rotate(how.skew + how.turn, { background: table })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const size = await sharp(turned).metadata()
  const scanner = sharp(turned).resize({ width: Math.round((size.width * how.dpi) / 25.4 / perMm) })
  const { data, info } = await (how.blur >= 0.3 ? scanner.blur(how.blur) : scanner)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (how.noise > 0 || how.shade > 0) spoil(data, info.width, info.height, how, chance)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .withMetadata({ density: how.dpi })
    .jpeg({ quality: how.jpeg })
    .toBuffer()
}
