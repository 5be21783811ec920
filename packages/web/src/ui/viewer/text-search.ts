/** One run of text of a page as it lies in the file. */
export interface TextRun {
  readonly str: string
  readonly hasEOL: boolean
}

/** A place in the runs of a page. */
export interface TextPlace {
  readonly run: number
  readonly offset: number
}

/** A found piece of text: from a place up to, without, another. */
export interface TextMatch {
  readonly page: number
  readonly from: TextPlace
  readonly to: TextPlace
}

/** A page's text for searching, and where each of its letters stands. */
export interface SearchText {
  readonly text: string
  readonly places: readonly TextPlace[]
}

// Soft hyphens and invisible joiners of a layout are no letters to search for.
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/
const folded = (letter: string) => letter.toLocaleLowerCase('ru').replaceAll('ё', 'е')

/** The text as it is compared: case, ё and the amount of white space do not matter. */
export function searchWords(query: string): string {
  return Array.from(query)
    .filter((letter) => !invisible.test(letter))
    .map(folded)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Joins runs into one text; a word broken by a hyphen at the end of a line is joined. */
export function searchText(runs: readonly TextRun[]): SearchText {
  const letters: string[] = []
  const places: TextPlace[] = []
  const push = (letter: string, run: number, offset: number) => {
    if (letter === ' ' && (letters.length === 0 || letters.at(-1) === ' ')) return
    letters.push(letter)
    places.push({ run, offset })
  }
  runs.forEach(({ str, hasEOL }, run) => {
    for (let offset = 0; offset < str.length; offset += 1) {
      const letter = str.charAt(offset)
      if (invisible.test(letter)) continue
      // A letter that folds into several stands at one place.
      for (const part of /\s/.test(letter) ? ' ' : folded(letter)) push(part, run, offset)
    }
    if (!hasEOL) return
    if (letters.at(-1) === '-' && /\p{L}/u.test(letters.at(-2) ?? '')) {
      letters.pop()
      places.pop()
    } else push(' ', run, str.length)
  })
  return { text: letters.join(''), places }
}

/** All places of a page where the words stand; `words` by {@link searchWords}. */
export function findIn({ text, places }: SearchText, words: string, page: number): TextMatch[] {
  if (words === '') return []
  const found: TextMatch[] = []
  let at = text.indexOf(words)
  while (at >= 0) {
    const from = places[at]
    const last = places[at + words.length - 1]
    if (from && last) found.push({ page, from, to: { run: last.run, offset: last.offset + 1 } })
    at = text.indexOf(words, at + words.length)
  }
  return found
}
