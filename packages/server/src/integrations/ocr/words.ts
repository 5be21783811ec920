/** A word that was read, with its place in pixels of the image. */
export interface Word {
  readonly text: string
  /** 0 to 1, as the reader says of itself. */
  readonly confidence: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Words of one printed line have the same. */
  readonly line: string
}

/** The words of tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function wordsOfTsv(tsv: string): Word[] {
  const words: Word[] = []
  for (const row of tsv.split('\n')) {
    const cells = row.split('\t')
    const text = (cells[11] ?? '').trim()
    if (cells[0] !== '5' || text === '') continue
    const [x = 0, y = 0, width = 0, height = 0, confidence = 0] = cells.slice(6, 11).map(Number)
    words.push({
      text,
      confidence: Math.max(0, Math.min(1, confidence / 100)),
      x,
      y,
      width,
      height,
      line: cells.slice(1, 5).join('.'),
    })
  }
  return words
}
