/** Size of a page or of a window, in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Quarter turns clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270

/** A quarter more, or a quarter less. */
export function turned(rotation: Rotation, step: 90 | -90): Rotation {
  return ((rotation + step + 360) % 360) as Rotation
}

/** The size of something turned. */
export function turnedSize({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** A place on a page, in parts of the page as it lies in the file, before any turn. Pages count from 0. */
export interface Spot extends Size {
  readonly page: number
  readonly x: number
  readonly y: number
}

/** The same place in parts of the page as it is shown. */
export function spotTurned(spot: Spot, rotation: Rotation): Spot {
  const { x, y, width, height } = spot
  if (rotation === 90) return { ...spot, x: 1 - y - height, y: x, width: height, height: width }
  if (rotation === 180) return { ...spot, x: 1 - x - width, y: 1 - y - height }
  if (rotation === 270) return { ...spot, x: y, y: 1 - x - width, width: height, height: width }
  return spot
}

/** Where the pages of a file stand one under another. */
export interface PageLayout {
  readonly pages: readonly (Size & { readonly top: number })[]
  readonly width: number
  readonly height: number
}

/** Room between pages and around them. */
export const pageGap = 12

/** Places pages, given in their natural sizes, one under another. */
export function layoutOf(sizes: readonly Size[], scale: number, rotation: Rotation): PageLayout {
  let top = pageGap
  let width = 0
  const pages = sizes.map((size) => {
    const natural = turnedSize(size, rotation)
    const page = {
      top,
      width: Math.max(1, Math.round(natural.width * scale)),
      height: Math.max(1, Math.round(natural.height * scale)),
    }
    top += page.height + pageGap
    width = Math.max(width, page.width)
    return page
  })
  return { pages, width: width + 2 * pageGap, height: top }
}

/** Index of the page at a height: the last one that begins above it. */
export function pageAt({ pages }: PageLayout, y: number): number {
  let low = 0
  let high = pages.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pages[middle]?.top ?? 0) - pageGap / 2 <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** First and last page that a window from `top` of `height` shows, with `more` pages before and after. */
export function pagesIn(layout: PageLayout, top: number, height: number, more = 0): [number, number] {
  const first = pageAt(layout, top)
  const last = pageAt(layout, top + height)
  return [Math.max(0, first - more), Math.min(layout.pages.length - 1, last + more)]
}

/** A point of a page that shall stay where it is in the window while sizes change. */
export interface Anchor {
  readonly page: number
  /** Part of the page's width and height. */
  readonly x: number
  readonly y: number
  /** Where in the window the point is. */
  readonly left: number
  readonly top: number
}

const leftOf = (layout: PageLayout, page: Size, box: Size) =>
  (Math.max(layout.width, box.width) - page.width) / 2

/** The point of the file that stands at `left`, `top` of a window scrolled so far. */
export function anchorAt(
  layout: PageLayout,
  scroll: { left: number; top: number },
  box: Size,
  at: { left: number; top: number },
): Anchor {
  const page = pageAt(layout, scroll.top + at.top)
  const place = layout.pages[page]
  if (!place) return { page: 0, x: 0.5, y: 0, ...at }
  return {
    page,
    x: (scroll.left + at.left - leftOf(layout, place, box)) / place.width,
    y: (scroll.top + at.top - place.top) / place.height,
    ...at,
  }
}

/** How far the window must be scrolled for the anchor to be in its place. */
export function scrollTo(layout: PageLayout, anchor: Anchor, box: Size): { left: number; top: number } {
  const place = layout.pages[Math.min(anchor.page, layout.pages.length - 1)]
  if (!place) return { left: 0, top: 0 }
  return {
    left: leftOf(layout, place, box) + anchor.x * place.width - anchor.left,
    top: place.top + anchor.y * place.height - anchor.top,
  }
}
