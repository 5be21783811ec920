import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import type { Rotation, Size, Spot } from './page-layout.ts'
import { drawPage, type PdfFile } from './pdf-file.ts'
import { layText, type Mark, type PageText } from './pdf-text-layer.ts'
import { SpotMark } from './spot-mark.tsx'
import type { TextMatch } from './text-search.ts'
import styles from './pdf-page.module.css'

/** A page being dragged past quickly is not drawn, and a zoom in progress keeps its old picture. */
const firstDrawMs = 30
const nextDrawMs = 140
const textMs = 120

interface PageProps {
  file: PdfFile
  index: number
  /** Place among the others, in px. */
  left: number
  top: number
  width: number
  height: number
  scale: number
  rotation: Rotation
  matches: readonly TextMatch[]
  active: TextMatch | null
  /** Already turned as the page is. */
  spot: Spot | null
  onSize: (index: number, size: Size) => void
  /** Where on the page the active match stands. */
  onActive: (index: number, mark: Mark) => void
}

const isCancelled = (failure: unknown) =>
  failure instanceof Error && /cancel/i.test(`${failure.name} ${failure.message}`)

function usePicture({ file, index, scale, rotation, onSize }: PageProps) {
  const tellSize = useEffectEvent(onSize)
  const holder = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  useEffect(() => {
    let stopped = false
    let cancel: (() => void) | undefined
    const draw = async () => {
      const page = await file.page(index)
      if (stopped) return
      tellSize(index, file.sizeOf(page))
      const drawing = drawPage(page, { scale, rotation, sharpness: devicePixelRatio || 1 })
      cancel = drawing.cancel
      await drawing.done
      if (stopped) return
      holder.current?.replaceChildren(drawing.canvas)
      setState('drawn')
    }
    const wait = holder.current?.firstChild ? nextDrawMs : firstDrawMs
    const timer = setTimeout(() => {
      draw().catch((failure: unknown) => {
        if (!stopped && !isCancelled(failure)) setState('failed')
      })
    }, wait)
    return () => {
      stopped = true
      clearTimeout(timer)
      cancel?.()
    }
  }, [file, index, scale, rotation])
  return { holder, state }
}

function useText({ file, index, scale, rotation }: PageProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [text, setText] = useState<PageText | null>(null)
  // The layer follows the scale by itself once it is laid.
  const scaleNow = useEffectEvent(() => scale)
  useEffect(() => {
    const stop = new AbortController()
    setText(null)
    const timer = setTimeout(() => {
      if (!holder.current) return
      // Text is a convenience over the picture; a page whose text cannot be read is still shown.
      layText(file, index, holder.current, { scale: scaleNow(), rotation, signal: stop.signal }).then(
        (laid) => !stop.signal.aborted && setText(laid),
        () => undefined,
      )
    }, textMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [file, index, rotation])
  return { holder, text }
}

interface FoundMarks {
  match: TextMatch
  marks: readonly Mark[]
}

/** One page: its picture, its text to choose and copy, and what was found in it. */
export function PdfPage(props: PageProps) {
  const { file, index, left, top, width, height, scale, matches, active, onActive } = props
  const picture = usePicture(props)
  const { holder, text } = useText(props)
  const [found, setFound] = useState<readonly FoundMarks[]>([])
  useEffect(() => {
    setFound(text ? matches.map((match) => ({ match, marks: text.marks(match) })) : [])
  }, [text, matches])
  const activeMark = found.find(({ match }) => match === active)?.marks[0]
  const tellActive = useEffectEvent((mark: Mark) => onActive(index, mark))
  useEffect(() => {
    if (activeMark) tellActive(activeMark)
  }, [activeMark])
  return (
    <section
      className={styles.page}
      style={{ left, top, width, height, ['--total-scale-factor' as string]: (scale * 96) / 72 }}
      aria-label={`Страница ${index + 1} из ${file.pageCount}`}
      data-page={index + 1}
    >
      <div ref={picture.holder} className={styles.picture} aria-hidden="true" />
      {picture.state === 'drawing' && <span className={styles.drawing} aria-hidden="true" />}
      {picture.state === 'failed' && (
        <p className={styles.failed}>Страницу показать не удалось. Скачайте файл, чтобы посмотреть её</p>
      )}
      <div className={styles.marks} aria-hidden="true">
        {found.flatMap(({ match, marks }) =>
          marks.map((mark) => (
            <span
              key={`${match.from.run}-${match.from.offset}-${mark.left}-${mark.top}`}
              className={cx(styles.mark, match === active && styles.activeMark)}
              data-found={match === active ? 'active' : ''}
              style={{
                left: `${mark.left * 100}%`,
                top: `${mark.top * 100}%`,
                width: `${mark.width * 100}%`,
                height: `${mark.height * 100}%`,
              }}
            />
          )),
        )}
      </div>
      {props.spot && <SpotMark spot={props.spot} />}
      <div ref={holder} className={styles.text} />
    </section>
  )
}
