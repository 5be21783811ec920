import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reveal } from '#lib/reveal.ts'
import type { Rotation } from './page-layout.ts'
import { drawPage, type PdfFile } from './pdf-file.ts'
import styles from './pdf-thumbs.module.css'

/** A page in small, drawn once it comes into sight. */
export function PdfThumb({
  file,
  index,
  rotation,
  width = 104,
}: {
  file: PdfFile
  index: number
  rotation: Rotation
  width?: number
}) {
  const holder = useRef<HTMLSpanElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!seen || !holder.current) return
    let stopped = false
    let cancel: (() => void) | undefined
    const draw = async () => {
      const page = await file.page(index)
      if (stopped) return
      const size = file.sizeOf(page)
      const natural = rotation % 180 === 0 ? size.width : size.height
      const drawing = drawPage(page, { scale: width / natural, rotation, sharpness: devicePixelRatio || 1 })
      cancel = drawing.cancel
      await drawing.done
      if (!stopped) holder.current?.replaceChildren(drawing.canvas)
    }
    // The list moves past many pages at once; those that stay are drawn.
    const timer = setTimeout(() => {
      draw().catch(() => undefined)
    }, 80)
    return () => {
      stopped = true
      clearTimeout(timer)
      cancel?.()
    }
  }, [seen, file, index, rotation, width])
  const { width: w, height: h } = file.firstSize
  const ratio = rotation % 180 === 0 ? w / h : h / w
  return (
    <span ref={holder} className={styles.thumb} style={{ width, aspectRatio: ratio }} aria-hidden="true" />
  )
}

/** The pages of a file in small; the one in sight is marked. */
export function PdfThumbs({
  file,
  rotation,
  page,
  onPage,
  note,
}: {
  file: PdfFile
  rotation: Rotation
  /** From 0. */
  page: number
  onPage: (page: number) => void
  /** Words under a page, e.g. which part it will go into. */
  note?: (page: number) => ReactNode
}) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const item = list.current?.children[page]
    const nav = list.current?.parentElement
    if (!(item instanceof HTMLElement) || !nav) return
    reveal(nav, item)
  }, [page])
  return (
    <nav className={styles.thumbs} aria-label="Страницы файла">
      <ol ref={list}>
        {Array.from({ length: file.pageCount }, (_, index) => (
          <li key={index}>
            <button
              type="button"
              aria-label={`Страница ${index + 1}`}
              aria-current={index === page ? 'page' : undefined}
              onClick={() => onPage(index)}
            >
              <PdfThumb file={file} index={index} rotation={rotation} />
              <span>{index + 1}</span>
              {note?.(index)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
