/** One part of a file that is being split: its pages, counted from 1, and what becomes of them. */
export interface Part {
  readonly from: number
  readonly to: number
  /** False: it stays in the document. */
  readonly taken: boolean
  readonly typeCode: string | null
  readonly title: string
}

/** Where a file is cut (before these pages), and what was chosen for the part that begins there. */
export interface Cuts {
  readonly pages: number
  /** Pages that begin a part; the first page always does. */
  readonly starts: readonly number[]
  readonly choices: Readonly<Record<number, Partial<Pick<Part, 'taken' | 'typeCode' | 'title'>>>>
}

/** A file that is not cut yet. */
export const wholeFile = (pages: number): Cuts => ({ pages, starts: [1], choices: {} })

/** Parts in order. The first one stays in the document, the others leave it, unless it is chosen otherwise. */
export function partsOf({ pages, starts, choices }: Cuts): Part[] {
  return starts.map((from, at) => ({
    from,
    to: (starts[at + 1] ?? pages + 1) - 1,
    taken: at > 0,
    typeCode: null,
    title: '',
    ...choices[from],
  }))
}

/** Cuts before a page, or joins it again with the page before it. */
export function toggleCut(cuts: Cuts, page: number): Cuts {
  if (page <= 1 || page > cuts.pages) return cuts
  const starts = cuts.starts.includes(page)
    ? cuts.starts.filter((start) => start !== page)
    : [...cuts.starts, page].sort((a, b) => a - b)
  return { ...cuts, starts }
}

/** Parts of so many pages each. */
export function cutEvery(cuts: Cuts, size: number): Cuts {
  const count = Math.ceil(cuts.pages / Math.max(1, size))
  return { ...cuts, starts: Array.from({ length: count }, (_, at) => at * Math.max(1, size) + 1) }
}

/** Changes what becomes of the part that begins at a page. */
export function choose(
  cuts: Cuts,
  from: number,
  change: Partial<Pick<Part, 'taken' | 'typeCode' | 'title'>>,
): Cuts {
  return { ...cuts, choices: { ...cuts.choices, [from]: { ...cuts.choices[from], ...change } } }
}

/** Why the file cannot be split so; null: it can. */
export function splitIssue(parts: readonly Part[]): string | null {
  if (parts.length < 2) return 'Отметьте, с каких страниц начинаются новые части'
  return parts.some(({ taken }) => taken) ? null : 'Отметьте хотя бы одну часть, которая станет отдельной'
}
