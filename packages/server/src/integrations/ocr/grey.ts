import sharp, { type Sharp } from 'sharp'

/** A picture of one byte a pixel. */
export interface Grey {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** A part of a picture in pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const raw = ({ width, height }: Grey) => ({ raw: { width, height, channels: 1 as const } })
const greyOf = async (image: Sharp): Promise<Grey> => {
  const { data, info } = await image.extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A sharp pipeline over the picture. */
export const pipeline = (grey: Grey): Sharp => sharp(grey.data, raw(grey))

/** The picture with a longer side of so many pixels. */
export function scaledTo(grey: Grey, longSide: number): Promise<Grey> {
  const scale = longSide / Math.max(grey.width, grey.height)
  return greyOf(
    pipeline(grey).resize({
      width: Math.max(1, Math.round(grey.width * scale)),
      height: Math.max(1, Math.round(grey.height * scale)),
      fit: 'fill',
      kernel: 'cubic',
    }),
  )
}

/** Turned clockwise by any angle; what comes in at the corners is white. */
export const turned = (grey: Grey, degrees: number): Promise<Grey> =>
  greyOf(pipeline(grey).rotate(degrees, { background: '#fff' }))

/** A part of the picture, kept inside it. */
export function cut(grey: Grey, area: Area): Promise<Grey> {
  const left = Math.max(0, Math.min(grey.width - 1, Math.round(area.x)))
  const top = Math.max(0, Math.min(grey.height - 1, Math.round(area.y)))
  const width = Math.max(1, Math.min(grey.width - left, Math.round(area.width)))
  const height = Math.max(1, Math.min(grey.height - top, Math.round(area.height)))
  return greyOf(pipeline(grey).extract({ left, top, width, height }))
}

/** Width of the white frame around a picture: readers lose letters that touch the edge. */
export const frame = 12

/** With harder edges: brings back letters of a blurred scan. */
export async function sharpened(grey: Grey, sigma = 3): Promise<Grey> {
  return greyOf(pipeline(grey).sharpen({ sigma, m1: 2, m2: 3 }))
}

/** As PNG, with the frame. */
export const toPng = (grey: Grey): Promise<Buffer> =>
  pipeline(grey)
    .extend({ top: frame, bottom: frame, left: frame, right: frame, background: '#fff' })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** Paper made white and even: each pixel against the light of its surroundings. */
export async function flattened(grey: Grey, { black = 0.4, white = 0.82 } = {}): Promise<Grey> {
  const step = Math.max(4, Math.round(Math.max(grey.width, grey.height) / 120))
  const small = await scaledTo(grey, Math.ceil(Math.max(grey.width, grey.height) / step))
  const paper = await greyOf(
    pipeline(small).resize({ width: grey.width, height: grey.height, fit: 'fill', kernel: 'linear' }).blur(2),
  )
  const data = new Uint8Array(grey.data.length)
  for (let at = 0; at < data.length; at += 1) {
    const light = (grey.data[at] ?? 0) / Math.max(40, paper.data[at] ?? 255)
    data[at] = Math.max(0, Math.min(255, ((light - black) / (white - black)) * 255))
  }
  return { data, width: grey.width, height: grey.height }
}
