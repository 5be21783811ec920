import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type Anchor,
  anchorAt,
  layoutOf,
  type PageLayout,
  pageAt,
  pageGap,
  pagesIn,
  type Rotation,
  type Size,
  scrollTo,
} from './page-layout.ts'
import { useBox } from './use-box.ts'
import { scaleOf, type Zoom } from './zoom.ts'

/** Pages drawn before and after those in sight, so that scrolling meets no empty ones. */
const around = 1

/** What is seen of a long file, and the ways to move in it. */
export interface PagesScroll {
  /** The element that is scrolled. */
  readonly window: RefObject<HTMLDivElement | null>
  readonly layout: PageLayout
  readonly scale: number
  readonly ready: boolean
  readonly first: number
  readonly last: number
  /** The page in the middle of the window. */
  readonly page: number
  readonly box: Size
  onScroll(): void
  /** Shows a page from a part of its height on. */
  goTo(page: number, y?: number): void
  /** Brings a part of a page into sight if it is not there. */
  reveal(page: number, y: number): void
  /** Keeps this point of the window in its place during the next change of the scale. */
  hold(point: { left: number; top: number }): void
}

const empty: Size = { width: 0, height: 0 }

/** Lays pages out in a scrolled window and knows which of them are seen; a change of sizes keeps the place. */
export function usePagesScroll({
  sizes,
  zoom,
  rotation,
}: {
  sizes: readonly Size[]
  zoom: Zoom
  rotation: Rotation
}): PagesScroll {
  const place = useRef<HTMLDivElement>(null)
  const measured = useBox(place)
  const box = measured ?? empty
  const scale = scaleOf(zoom, sizes[0] ?? { width: 1, height: 1 }, rotation, box)
  const layout = useMemo(() => layoutOf(sizes, scale, rotation), [sizes, scale, rotation])
  const anchor = useRef<Anchor>({ page: 0, x: 0.5, y: 0, left: 0, top: pageGap })
  const [seen, setSeen] = useState({ first: 0, last: 0, page: 0 })

  const look = () => {
    const element = place.current
    if (!element) return
    const [first, last] = pagesIn(layout, element.scrollTop, box.height, around)
    const page = pageAt(layout, element.scrollTop + box.height / 2)
    setSeen((now) =>
      now.first === first && now.last === last && now.page === page ? now : { first, last, page },
    )
  }
  const apply = () => {
    const element = place.current
    if (!element) return
    const { left, top } = scrollTo(layout, anchor.current, box)
    element.scrollLeft = left
    element.scrollTop = top
    look()
  }
  // The place is kept when sizes change.
  const restore = useEffectEvent(apply)
  useLayoutEffect(() => restore(), [layout, box.width, box.height])

  const goTo = (page: number, y = 0) => {
    const to = Math.max(0, Math.min(sizes.length - 1, page))
    anchor.current = { page: to, x: 0.5, y, left: box.width / 2, top: pageGap }
    apply()
  }
  return {
    ...seen,
    window: place,
    layout,
    scale,
    box,
    ready: measured !== null && box.width > 0,
    onScroll() {
      const element = place.current
      if (!element) return
      const scroll = { left: element.scrollLeft, top: element.scrollTop }
      anchor.current = anchorAt(layout, scroll, box, { left: box.width / 2, top: 0 })
      look()
    },
    goTo,
    reveal(page, y) {
      const element = place.current
      const at = layout.pages[page]
      if (!element || !at) return
      const top = at.top + y * at.height
      const isSeen = top > element.scrollTop + 20 && top < element.scrollTop + box.height - 60
      if (!isSeen) goTo(page, Math.max(0, y - 120 / at.height))
    },
    hold(point) {
      const element = place.current
      if (!element) return
      const scroll = { left: element.scrollLeft, top: element.scrollTop }
      anchor.current = anchorAt(layout, scroll, box, point)
    },
  }
}
