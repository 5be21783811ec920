import { useEffect, useRef, useState } from 'react'

/** One choice of a list. */
export type Option = { code: string; name: string }
/** Asks the server for choices by text; the signal ends when the answer is no longer wanted. */
export type SearchOptions = (text: string, signal: AbortSignal) => Promise<Option[]>

/** Same words for search: case and ё do not matter. */
export function normalizeText(text: string): string {
  return text.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е')
}

/** Options whose name holds the text. */
export function filterOptions(options: readonly Option[], text: string): Option[] {
  const wanted = normalizeText(text)
  return wanted ? options.filter((o) => normalizeText(o.name).includes(wanted)) : [...options]
}

type Found = { text: string; options: Option[] }
type State = { loading: boolean; failed: boolean; options: Option[] }

/**
 * Options for the text typed now: by the server 300 ms after the last key when `search` is given, else of `options`.
 * A late answer never replaces a newer one; an empty text shows `options`.
 */
export function useOptionSearch(options: readonly Option[], text: string, search?: SearchOptions): State {
  const [found, setFound] = useState<Found | null>(null)
  const [failed, setFailed] = useState('')
  const ask = useRef(search)
  ask.current = search
  const wanted = search ? text.trim() : ''
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      setFailed('')
      ask.current?.(wanted, abort.signal).then(
        (answer) => !abort.signal.aborted && setFound({ text: wanted, options: answer }),
        () => !abort.signal.aborted && setFailed(wanted),
      )
    }, 300)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  if (!wanted) return { loading: false, failed: false, options: filterOptions(options, search ? '' : text) }
  return {
    loading: found?.text !== wanted && failed !== wanted,
    failed: failed === wanted,
    options: found?.options ?? [],
  }
}
