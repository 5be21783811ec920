import sharp from 'sharp'
import type { Grey } from './grey.ts'

/** A scan in two of its colours: red ink is gone in the red one and black in the green one. */
export interface Picture {
  readonly red: Grey
  readonly green: Grey
}

/** Pictures of more pixels than this are refused before they are unpacked. */
const mostPixels = 100_000_000
/** Pixels of the longer side of every picture: a page 300 mm long has nine pixels to the millimetre then: enough for the smallest print. */
export const longSide = 2_600

/** Unpacks a scan (JPEG, PNG, WebP, TIFF) as its own orientation mark says, at the size that is read best. */
export async function openPicture(file: string | Buffer): Promise<Picture> {
  const { data, info } = await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: longSide, height: longSide, fit: 'inside', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const channel = (at: number): Grey => {
    const grey = new Uint8Array(width * height)
    for (let pixel = 0; pixel < grey.length; pixel += 1) grey[pixel] = data[pixel * channels + at] ?? 255
    return { data: grey, width, height }
  }
  return { red: channel(0), green: channel(Math.min(1, channels - 1)) }
}
