import sharp from 'sharp'
import type { ShrinkOrder, Shrunk } from './inspector.ts'

/** A small JPEG of a picture, turned as its camera says, on white where it is transparent. */
export async function shrinkImage({ path, out, side }: ShrinkOrder): Promise<Shrunk> {
  sharp.cache(false)
  try {
    await sharp(path, { sequentialRead: true })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 78, mozjpeg: true })
      .toFile(out)
    return { ok: true }
  } catch {
    // What sharp says of a broken picture is not for people.
    return { ok: false }
  }
}
