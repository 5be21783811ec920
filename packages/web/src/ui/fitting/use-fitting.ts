import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { overflowing } from './fitting.ts'

interface Wanted {
  readonly key: string
  readonly rank: number
}

/** What the row itself has beside its things, by the names they are measured under. */
export const rowParts = { frame: '#frame', end: '#end', reset: '#reset', more: '#more' } as const
/** The button is first needed before it has ever been seen. */
const usualMore = 76

interface Fitting {
  /** Keys without room; null until the row has been measured. */
  readonly hidden: ReadonlySet<string> | null
  /** Measures an element under a key. */
  readonly measured: (key: string) => RefCallback<HTMLElement>
}

/**
 * What of a row fits into it. Sizes are told with the layout, so that nothing is measured before the page shows. While
 * `isHeld`, what is out stays out: somebody has it open there; so does in the row what is open in it.
 */
export function useFitting(
  things: readonly Wanted[],
  { gap, isHeld }: { gap: number; isHeld: boolean },
): Fitting {
  const [hidden, setHidden] = useState<ReadonlySet<string> | null>(null)
  const widths = useRef(new Map<string, number>())
  const elements = useRef(new Map<string, HTMLElement>())
  const refs = useRef(new Map<string, RefCallback<HTMLElement>>())

  const fit = useRef(() => {})
  fit.current = () => {
    const width = widths.current.get(rowParts.frame)
    if (width === undefined) return
    const widthOf = (key: string, unseen = 0) =>
      elements.current.has(key) ? (widths.current.get(key) ?? unseen) : 0
    const beside = [rowParts.end, rowParts.reset].map((key) => widthOf(key)).filter((part) => part > 0)
    const isOut = (key: string) => hidden?.has(key) === true
    const isOpen = (key: string) =>
      !isOut(key) && (elements.current.get(key)?.querySelector('[aria-expanded="true"]') ?? null) !== null
    const out = overflowing(
      things.map(({ key, rank }) => ({
        key,
        rank: isOpen(key) ? 0 : isHeld && isOut(key) ? Number.POSITIVE_INFINITY : rank,
        width: isHeld && isOut(key) ? width : (widths.current.get(key) ?? 0),
      })),
      {
        width: beside.reduce((left, part) => left - part - gap, width),
        gap,
        more: widths.current.get(rowParts.more) ?? usualMore,
      },
    )
    setHidden((before) =>
      before !== null && before.size === out.length && out.every((key) => before.has(key))
        ? before
        : new Set(out),
    )
  }

  const observer = useRef<ResizeObserver>(null)
  const observed = useCallback(() => {
    observer.current ??= new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const key = (target as HTMLElement).dataset.fits
        const width = borderBoxSize[0]?.inlineSize
        if (key !== undefined && width !== undefined) widths.current.set(key, width)
      }
      fit.current()
    })
    return observer.current
  }, [])
  const measured = useCallback(
    (key: string) => {
      const made = refs.current.get(key)
      if (made) return made
      const ref: RefCallback<HTMLElement> = (element) => {
        if (element === null) return
        element.dataset.fits = key
        elements.current.set(key, element)
        observed().observe(element)
        return () => {
          observed().unobserve(element)
          if (elements.current.get(key) === element) elements.current.delete(key)
        }
      }
      refs.current.set(key, ref)
      return ref
    },
    [observed],
  )
  const wanted = things.map(({ key, rank }) => `${key} ${rank}`).join()
  // oxlint-disable-next-line react/exhaustive-deps -- what is wanted is told by its words
  useEffect(() => fit.current(), [wanted, isHeld])
  return { hidden, measured }
}
