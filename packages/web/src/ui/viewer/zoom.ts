import { pageGap, type Rotation, type Size, turnedSize } from './page-layout.ts'

/** How large: by the width or the whole of a page, or so many times its natural size. */
export type Zoom = 'width' | 'page' | number

export const minScale = 0.1
export const maxScale = 8

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8]

/** The scale within what may be shown. */
export const limited = (scale: number): number => Math.min(maxScale, Math.max(minScale, scale))

/** The next larger or smaller step from any scale. */
export function zoomStep(scale: number, direction: 1 | -1): number {
  const near = 0.005
  const next =
    direction === 1
      ? steps.find((step) => step > scale + near)
      : steps.findLast((step) => step < scale - near)
  return next ?? limited(scale)
}

/** The scale that a zoom means for a page in a window. */
export function scaleOf(zoom: Zoom, page: Size, rotation: Rotation, box: Size): number {
  if (typeof zoom === 'number') return limited(zoom)
  const { width, height } = turnedSize(page, rotation)
  const byWidth = (box.width - 2 * pageGap) / width
  if (zoom === 'width') return limited(byWidth)
  return limited(Math.min(byWidth, (box.height - 2 * pageGap) / height))
}

/** «125 %». */
export const scaleText = (scale: number): string => `${Math.round(scale * 100)}\u00a0%`
