import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'

/** Strokes of a machine-readable alphabet in the manner of OCR-B: even lines with round ends, in a box of 6 × 10. */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0,10 L3,0 L6,10 M1.1,6.6 L4.9,6.6',
  B: 'M.5,0 L.5,10 L3.4,10 C6.6,10 6.6,4.8 3.4,4.8 L.5,4.8 M.5,0 L3.2,0 C5.8,0 5.8,4.8 3.2,4.8',
  C: 'M5.9,1.3 C4,-1 0,-.2 0,5 C0,10.2 4,11 5.9,8.7',
  D: 'M.5,0 L.5,10 L2.4,10 C7.2,10 7.2,0 2.4,0 Z',
  E: 'M5.7,0 L.5,0 L.5,10 L5.7,10 M.5,4.8 L4.7,4.8',
  F: 'M5.7,0 L.5,0 L.5,10 M.5,4.8 L4.7,4.8',
  G: 'M5.7,1.3 C4,-1 0,-.2 0,5 C0,10.2 4.4,10.8 5.8,9 L5.8,5.5 L3.4,5.5',
  H: 'M.5,0 L.5,10 M5.5,0 L5.5,10 M.5,4.8 L5.5,4.8',
  I: 'M3,0 L3,10 M1,0 L5,0 M1,10 L5,10',
  J: 'M2,0 L5,0 L5,7.4 C5,10.8 1,10.8 .5,8',
  K: 'M.5,0 L.5,10 M5.7,0 L.6,5.4 M2.1,4.1 L6,10',
  L: 'M.5,0 L.5,10 L5.7,10',
  M: 'M.1,10 L.1,0 L3,5.4 L5.9,0 L5.9,10',
  N: 'M.5,10 L.5,0 L5.5,10 L5.5,0',
  O: 'M3,0 C7.1,0 7.1,10 3,10 C-1.1,10 -1.1,0 3,0 Z',
  P: 'M.5,10 L.5,0 L3,0 C6.8,0 6.8,5.5 3,5.5 L.5,5.5',
  Q: 'M3,0 C7.1,0 7.1,10 3,10 C-1.1,10 -1.1,0 3,0 Z M3.7,7 L6.3,10.6',
  R: 'M.5,10 L.5,0 L3,0 C6.6,0 6.6,5.3 3,5.3 L.5,5.3 M3,5.3 L6,10',
  S: 'M5.6,1.3 C4,-1 .5,-.2 .5,2.4 C.5,5.7 5.8,4.3 5.8,7.4 C5.8,10.8 1.6,10.8 .2,8.6',
  T: 'M0,0 L6,0 M3,0 L3,10',
  U: 'M.5,0 L.5,6.8 C.5,11.1 5.5,11.1 5.5,6.8 L5.5,0',
  V: 'M0,0 L3,10 L6,0',
  W: 'M0,0 L1.5,10 L3,4.4 L4.5,10 L6,0',
  X: 'M.2,0 L5.8,10 M5.8,0 L.2,10',
  Y: 'M0,0 L3,5 L6,0 M3,5 L3,10',
  Z: 'M.4,0 L5.8,0 L.2,10 L6,10',
  '0': 'M3,0 C6.2,0 6.2,10 3,10 C-.2,10 -.2,0 3,0 Z',
  '1': 'M1.1,1.8 L3.3,0 L3.3,10 M1,10 L5.5,10',
  '2': 'M.5,2.1 C1.1,-.7 5.7,-.7 5.4,2.8 C5.2,5 .8,7.2 .5,10 L5.8,10',
  '3': 'M.6,0 L5.3,0 L2.6,3.9 C6.9,3.8 6.9,10 2.8,10 C1.6,10 .6,9.4 .1,8.6',
  '4': 'M3.6,0 L.2,7 L5.9,7 M4.4,4.5 L4.4,10',
  '5': 'M5.4,0 L1.2,0 L.9,4.3 C5.6,3 6.9,7 4.8,9 C3.4,10.4 1.2,10.2 .1,8.8',
  '6': 'M4.5,0 C1.8,2 .3,4.5 .3,7 C.3,11.1 5.8,11.1 5.8,7 C5.8,3.4 1.6,3.2 .5,6',
  '7': 'M.4,0 L5.8,0 C3.6,3 2.6,6.5 2.6,10',
  '8': 'M3,0 C6,0 6,4.7 3,4.7 C0,4.7 0,0 3,0 Z M3,4.7 C7,4.7 7,10 3,10 C-1,10 -1,4.7 3,4.7 Z',
  '9': 'M1.5,10 C4.2,8 5.7,5.5 5.7,3 C5.7,-1.1 .2,-1.1 .2,3 C.2,6.6 4.4,6.8 5.5,4',
  '<': 'M5.6,1.8 L.6,5 L5.6,8.2',
}
const paths = new Map(Object.entries(strokes).map(([letter, stroke]) => [letter, new Path2D(stroke)]))

/** Prints a line with a fixed pitch; `height` is that of a letter, all in the units of the canvas. */
export function printMachineLine(
  context: SKRSContext2D,
  text: string,
  place: { x: number; y: number; pitch: number; height: number },
): void {
  const scale = place.height / 10
  context.save()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = 1.35
  for (const [index, letter] of Array.from(text).entries()) {
    const path = paths.get(letter)
    if (path === undefined) throw new Error(`No such machine letter: ${letter}`)
    context.save()
    context.translate(place.x + index * place.pitch, place.y)
    context.scale(scale * 1.02, scale)
    context.stroke(path)
    context.restore()
  }
  context.restore()
}
