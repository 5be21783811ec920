import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { pageGap, type Rotation, type Size, turned, turnedSize } from './page-layout.ts'
import { PrintButton } from './print-button.tsx'
import { printPictures } from './print-pages.ts'
import { SpotMark } from './spot-mark.tsx'
import { useBox } from './use-box.ts'
import { useZoomGestures } from './use-zoom-gestures.ts'
import styles from './viewer.module.css'
import { BarButton, BarGroup, TurnButtons, ZoomButtons, zoomKey } from './viewer-bar.tsx'
import type { ViewerProps } from './viewer-props.ts'
import { ViewerLoading, ViewerProblem } from './viewer-states.tsx'
import { limited, scaleOf, type Zoom, zoomStep } from './zoom.ts'

type Picture = { blob: Blob; address: string; size: Size }
type State =
  | { kind: 'loading'; done: number; total: number | null }
  | { kind: 'ready'; picture: Picture }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'broken' }

const start: State = { kind: 'loading', done: 0, total: null }

async function decoded(blob: Blob): Promise<Picture | null> {
  const address = URL.createObjectURL(blob)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return { blob, address, size: { width: image.naturalWidth, height: image.naturalHeight } }
  } catch {
    URL.revokeObjectURL(address)
    return null
  }
}

function usePicture({ source, contentType }: { source: ViewerProps['source']; contentType: string }) {
  const [state, setState] = useState<State>(start)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    let picture: Picture | null = null
    setState(start)
    const read = async (): Promise<State> => {
      const { head } = await source.open(null, stop.signal, (done, total) => {
        if (!stop.signal.aborted) setState({ kind: 'loading', done, total })
      })
      picture = await decoded(new Blob([head.slice()], { type: contentType }))
      return picture ? { kind: 'ready', picture } : { kind: 'broken' }
    }
    read().then(
      (next) => !stop.signal.aborted && setState(next),
      (failure: unknown) => !stop.signal.aborted && setState({ kind: 'failed', failure }),
    )
    return () => {
      stop.abort()
      if (picture) URL.revokeObjectURL(picture.address)
    }
  }, [source, contentType, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}

/** Moves the window over a picture larger than it by dragging. */
function usePan() {
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      const element = event.currentTarget
      if (event.button !== 0 || event.pointerType === 'touch') return
      from.current = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop }
      element.setPointerCapture(event.pointerId)
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent) {
      if (!from.current) return
      const { x, y, left, top } = from.current
      currentTarget.scrollTo(left - (clientX - x), top - (clientY - y))
    },
    onPointerUp() {
      from.current = null
    },
  }
}

function Reader({ picture, ...props }: ViewerProps & { picture: Picture }) {
  const { rotation, name } = props
  const window = useRef<HTMLDivElement>(null)
  const box = useBox(window) ?? { width: 0, height: 0 }
  const [zoom, setZoom] = useState<Zoom>('page')
  const scale = scaleOf(zoom, picture.size, rotation, box)
  const shown = turnedSize(
    { width: picture.size.width * scale, height: picture.size.height * scale },
    rotation,
  )
  // The point of the picture that stays in its place while the scale changes, in parts of its size.
  const held = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const hold = (left: number, top: number) => {
    const element = window.current
    if (!element) return
    const x = (element.scrollLeft + left) / element.scrollWidth
    held.current = { x, y: (element.scrollTop + top) / element.scrollHeight, left, top }
  }
  useLayoutEffect(() => {
    const element = window.current
    if (!element || !held.current) return
    element.scrollLeft = held.current.x * element.scrollWidth - held.current.left
    element.scrollTop = held.current.y * element.scrollHeight - held.current.top
    held.current = null
  }, [scale])
  useZoomGestures(window, (factor, at) => {
    hold(at.left, at.top)
    setZoom(limited(scale * factor))
  })
  const change = (next: Zoom) => {
    hold(box.width / 2, box.height / 2)
    setZoom(next)
  }
  const step = (direction: 1 | -1) => change(zoomStep(scale, direction))
  const turn = (by: 90 | -90) => {
    if (!props.rotateReason) props.onRotate(turned(rotation, by))
  }
  const place = useRef<HTMLDivElement>(null)
  const { spot = null } = props
  useEffect(() => {
    if (spot) place.current?.firstElementChild?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [spot])
  const pan = usePan()
  const keyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && zoomKey(event, { step, zoom: change, turn })) event.preventDefault()
  }
  return (
    <div className={styles.viewer} onKeyDown={keyDown}>
      <div className={styles.bar} role="toolbar" aria-label={`Просмотр: ${name}`}>
        <ZoomButtons scale={scale} zoom={zoom} onZoom={change} onStep={step} />
        <TurnButtons onTurn={turn} reason={props.rotateReason ?? null} />
        <BarGroup>
          {props.printable && (
            <PrintButton print={async () => printPictures([await turnedBlob(picture, rotation)], name)} />
          )}
          {props.onDownload && <BarButton icon="download" label="Скачать" onClick={props.onDownload} />}
        </BarGroup>
        {props.actions}
      </div>
      <section
        ref={window}
        className={cx(styles.window, styles.pan)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`Изображение: ${name}`}
        {...pan}
      >
        <div
          className={styles.desk}
          style={{
            width: Math.max(box.width, shown.width + 2 * pageGap),
            height: Math.max(box.height, shown.height + 2 * pageGap),
          }}
        >
          <img
            className={styles.image}
            src={picture.address}
            alt={name}
            draggable={false}
            style={{
              width: picture.size.width * scale,
              height: picture.size.height * scale,
              transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
            }}
          />
          {spot && (
            <div
              ref={place}
              className={styles.picturePlace}
              style={{
                width: picture.size.width * scale,
                height: picture.size.height * scale,
                transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
              }}
            >
              <SpotMark spot={spot} />
            </div>
          )}
        </div>
      </section>
    </div>
  )
}

async function turnedBlob({ address, size, blob }: Picture, rotation: Rotation): Promise<Blob> {
  if (rotation === 0) return blob
  const image = new Image()
  image.src = address
  await image.decode()
  const target = turnedSize(size, rotation)
  const canvas = new OffscreenCanvas(target.width, target.height)
  const context = canvas.getContext('2d')
  if (!context) return blob
  context.translate(target.width / 2, target.height / 2)
  context.rotate((rotation * Math.PI) / 180)
  context.drawImage(image, -size.width / 2, -size.height / 2)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}

/** A picture: zoomed, moved and turned. */
export function ImageView(props: ViewerProps & { contentType: string }) {
  const state = usePicture(props)
  if (state.kind === 'loading') return <ViewerLoading done={state.done} total={state.total} />
  if (state.kind === 'ready') return <Reader {...props} picture={state.picture} />
  if (state.kind === 'failed') return props.failure(state.failure, state.retry)
  return (
    <ViewerProblem
      title="Изображение повреждено"
      text="Показать его не удалось. Скачайте файл и проверьте его или попросите прислать заново."
      onDownload={props.onDownload}
    />
  )
}
