import { Refusal } from './refusal.ts'

const broken = () => new Refusal('Изображение повреждено: сохраните его заново и загрузите снова')

/** Markers of JPEG that stand alone, without a length. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Where the picture data after a start of scan ends: at the next real marker. */
function skipScan(file: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = file.indexOf(0xff, at)
    if (at === -1 || at + 1 >= file.length) throw broken()
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

/** Length of the picture itself: what follows its end mark is something else. */
export function jpegEnd(file: Buffer): number {
  let at = 2
  for (;;) {
    if (at + 4 > file.length || file[at] !== 0xff) {
      if (file[at] === 0xff && file[at + 1] === 0xd9) return at + 2
      throw broken()
    }
    const marker = file[at + 1] ?? 0
    if (marker === 0xd9) return at + 2
    if (marker === 0xff) at += 1
    else if (isAlone(marker)) at += 2
    else {
      const end = at + 2 + file.readUInt16BE(at + 2)
      at = marker === 0xda ? skipScan(file, end) : end
    }
  }
}

/** The same for PNG; an animated one is refused: nobody can check what its other frames show. */
export function pngEnd(file: Buffer): number {
  let at = 8
  for (;;) {
    if (at + 12 > file.length) throw broken()
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') throw new Refusal('Анимированные изображения не принимаются: сохраните один кадр')
    at += 12 + length
    if (type === 'IEND') return at
  }
}
