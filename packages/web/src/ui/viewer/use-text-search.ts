import { useEffect, useMemo, useState } from 'react'
import type { PdfFile } from './pdf-file.ts'
import { findIn, searchWords, type TextMatch } from './text-search.ts'

/** What the search in a file knows so far. */
export interface TextSearch {
  readonly query: string
  readonly matches: readonly TextMatch[]
  /** Index of the match that is shown; −1: none. */
  readonly at: number
  /** Pages that were read. */
  readonly read: number
  readonly done: boolean
  /** The file has no text at all: it is a scan. */
  readonly textless: boolean
  setQuery(query: string): void
  step(by: 1 | -1): void
}

const none: readonly TextMatch[] = []
const waitMs = 200

interface Found {
  readonly matches: readonly TextMatch[]
  readonly read: number
  readonly letters: number
}
const nothing: Found = { matches: none, read: 0, letters: 0 }

/** Searches page by page, from the one in sight on, and tells what it has found so far. */
export function useTextSearch(file: PdfFile, fromPage: number): TextSearch {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found>(nothing)
  const [at, setAt] = useState(-1)
  const words = useMemo(() => searchWords(query), [query])
  useEffect(() => {
    setFound(nothing)
    setAt(-1)
    if (words === '') return
    let stopped = false
    const run = async () => {
      const matches: TextMatch[] = []
      let letters = 0
      for (let page = 0; page < file.pageCount && !stopped; page += 1) {
        const text = await file.text(page)
        letters += text.text.length
        matches.push(...findIn(text, words, page))
        // Each page would redraw the screen: every tenth is enough to see it go on.
        if (page % 10 === 9 || page === file.pageCount - 1)
          if (!stopped) setFound({ matches: [...matches], read: page + 1, letters })
      }
    }
    const timer = setTimeout(() => {
      run().catch(() => {
        if (!stopped) setFound((now) => ({ ...now, read: file.pageCount }))
      })
    }, waitMs)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [file, words])
  const { matches } = found
  const current = at >= 0 && at < matches.length ? at : firstFrom(matches, fromPage)
  useEffect(() => {
    if (at < 0 && matches.length > 0) setAt(firstFrom(matches, fromPage))
  }, [at, matches, fromPage])
  return {
    query,
    matches,
    at: current,
    read: found.read,
    done: words === '' || found.read >= file.pageCount,
    textless: words !== '' && found.read >= file.pageCount && found.letters === 0,
    setQuery,
    step: (by) => {
      if (matches.length > 0) setAt((current + by + matches.length) % matches.length)
    },
  }
}

function firstFrom(matches: readonly TextMatch[], page: number): number {
  const index = matches.findIndex((match) => match.page >= page)
  return index < 0 ? matches.length - 1 : index
}
