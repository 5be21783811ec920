import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Rotation, type Size, type Spot, spotTurned, turned } from './page-layout.ts'
import { drawPage, type PdfFile } from './pdf-file.ts'
import { PdfPage } from './pdf-page.tsx'
import type { Mark } from './pdf-text-layer.ts'
import { PdfThumbs } from './pdf-thumbs.tsx'
import { PrintButton } from './print-button.tsx'
import { pictureOf, printPictures } from './print-pages.ts'
import { SearchRow } from './search-row.tsx'
import type { TextMatch } from './text-search.ts'
import { type PagesScroll, usePagesScroll } from './use-pages-scroll.ts'
import { type TextSearch, useTextSearch } from './use-text-search.ts'
import { useZoomGestures } from './use-zoom-gestures.ts'
import styles from './viewer.module.css'
import { BarButton, BarGroup, PageField, TurnButtons, ZoomButtons, zoomKey } from './viewer-bar.tsx'
import type { ViewerProps } from './viewer-props.ts'
import { limited, type Zoom, zoomStep } from './zoom.ts'

/** 150 dots per inch: what an office printer shows. */
const printScale = 150 / 96

async function printFile(
  file: PdfFile,
  { rotation, name }: { rotation: Rotation; name: string },
  signal: AbortSignal,
  onPage: (done: number, total: number) => void,
): Promise<void> {
  const pictures: Blob[] = []
  for (let index = 0; index < file.pageCount; index += 1) {
    signal.throwIfAborted()
    onPage(index + 1, file.pageCount)
    const drawing = drawPage(await file.page(index), { scale: printScale, rotation, sharpness: 1 })
    await drawing.done
    pictures.push(await pictureOf(drawing.canvas))
  }
  signal.throwIfAborted()
  await printPictures(pictures, name)
}

function useSizes(file: PdfFile) {
  const [sizes, setSizes] = useState<readonly Size[]>(() =>
    Array.from({ length: file.pageCount }, () => file.firstSize),
  )
  const note = useCallback((index: number, size: Size) => {
    setSizes((now) => {
      const known = now[index]
      if (!known || (known.width === size.width && known.height === size.height)) return now
      return now.map((old, at) => (at === index ? size : old))
    })
  }, [])
  return { sizes, note }
}

const noMatches: readonly TextMatch[] = []

function Pages({
  file,
  view,
  rotation,
  search,
  spot,
  onSize,
}: {
  file: PdfFile
  view: PagesScroll
  rotation: Rotation
  search: TextSearch
  spot: Spot | null
  onSize: (index: number, size: Size) => void
}) {
  const { matches } = search
  const byPage = useMemo(() => Map.groupBy(matches, ({ page }) => page), [matches])
  const active = matches[search.at] ?? null
  const reveal = useEffectEvent((page: number, y: number) => view.reveal(page, y))
  const onActive = (index: number, mark: Mark) => view.reveal(index, mark.top)
  // A match on a page that is not drawn is shown in two steps: the page first, then the place on it.
  useEffect(() => {
    if (active) reveal(active.page, 0)
  }, [active])
  const placed = useMemo(() => spot && spotTurned(spot, rotation), [spot, rotation])
  useEffect(() => {
    if (placed) reveal(placed.page, placed.y)
  }, [placed])
  const width = Math.max(view.layout.width, view.box.width)
  const shown = view.ready ? view.layout.pages.slice(view.first, view.last + 1) : []
  return (
    <div className={styles.paper} style={{ width, height: view.layout.height }}>
      {shown.map((page, at) => {
        const index = view.first + at
        return (
          <PdfPage
            key={index}
            file={file}
            index={index}
            left={(width - page.width) / 2}
            top={page.top}
            width={page.width}
            height={page.height}
            scale={view.scale}
            rotation={rotation}
            matches={byPage.get(index) ?? noMatches}
            active={active?.page === index ? active : null}
            spot={placed?.page === index ? placed : null}
            onSize={onSize}
            onActive={onActive}
          />
        )
      })}
    </div>
  )
}

function pageKey(event: KeyboardEvent, view: PagesScroll, count: number): boolean {
  const wide = view.layout.width > view.box.width
  const targets: Record<string, number> = {
    PageDown: view.page + 1,
    PageUp: view.page - 1,
    Home: 0,
    End: count - 1,
    ...(wide ? {} : { ArrowRight: view.page + 1, ArrowLeft: view.page - 1 }),
  }
  const target = targets[event.key]
  if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return false
  view.goTo(target)
  return true
}

/** The pages of an opened PDF with the bar above and the list of pages at the side. */
export function PdfReader(props: ViewerProps & { file: PdfFile }) {
  const { file, rotation, name, autoFocus, onPage } = props
  const { sizes, note } = useSizes(file)
  const [zoom, setZoom] = useState<Zoom>('width')
  const [listed, setListed] = useState(false)
  const [asked, setAsked] = useState(0)
  const view = usePagesScroll({ sizes, zoom, rotation })
  const window = view.window
  const search = useTextSearch(file, view.page)
  useZoomGestures(window, (factor, at) => {
    view.hold(at)
    setZoom(limited(view.scale * factor))
  })
  useEffect(() => {
    const free = document.activeElement === document.body || document.activeElement?.id === 'page'
    if (autoFocus && free) window.current?.focus({ preventScroll: true })
  }, [autoFocus, window])
  useEffect(() => onPage?.(view.page), [onPage, view.page])
  const step = (direction: 1 | -1) => setZoom(zoomStep(view.scale, direction))
  const turn = (by: 90 | -90) => {
    if (!props.rotateReason) props.onRotate(turned(rotation, by))
  }
  const closeSearch = () => {
    setAsked(0)
    search.setQuery('')
    window.current?.focus()
  }
  const keyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyF') {
      event.preventDefault()
      setAsked((now) => now + 1)
      return
    }
    if (event.target instanceof HTMLInputElement || event.defaultPrevented) return
    if (pageKey(event, view, file.pageCount) || zoomKey(event, { step, zoom: setZoom, turn }))
      event.preventDefault()
  }
  return (
    <div className={styles.viewer} onKeyDown={keyDown}>
      <div className={styles.bar} role="toolbar" aria-label={`Просмотр: ${name}`}>
        <BarGroup>
          <BarButton
            icon="panel"
            label="Список страниц"
            pressed={listed}
            onClick={() => setListed(!listed)}
          />
          <BarButton
            icon="up"
            label="Предыдущая страница"
            keys="PgUp"
            onClick={() => view.goTo(view.page - 1)}
          />
          <PageField page={view.page} count={file.pageCount} onPage={(page) => view.goTo(page)} />
          <BarButton
            icon="down"
            label="Следующая страница"
            keys="PgDn"
            onClick={() => view.goTo(view.page + 1)}
          />
        </BarGroup>
        <ZoomButtons scale={view.scale} zoom={zoom} onZoom={setZoom} onStep={step} />
        <TurnButtons onTurn={turn} reason={props.rotateReason ?? null} />
        <BarGroup>
          <BarButton
            icon="search"
            label="Найти в тексте"
            keys="Ctrl F"
            pressed={asked > 0}
            onClick={() => (asked > 0 ? closeSearch() : setAsked(1))}
          />
          {props.printable && (
            <PrintButton print={(signal, tell) => printFile(file, { rotation, name }, signal, tell)} />
          )}
          {props.onDownload && <BarButton icon="download" label="Скачать" onClick={props.onDownload} />}
        </BarGroup>
        {props.actions}
      </div>
      {asked > 0 && (
        <SearchRow search={search} pageCount={file.pageCount} asked={asked} onClose={closeSearch} />
      )}
      <div className={styles.body}>
        {listed && (
          <PdfThumbs file={file} rotation={rotation} page={view.page} onPage={(page) => view.goTo(page)} />
        )}
        <section
          ref={window}
          className={styles.window}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={`Страницы: ${name}`}
          onScroll={view.onScroll}
        >
          <Pages
            file={file}
            view={view}
            rotation={rotation}
            search={search}
            spot={props.spot ?? null}
            onSize={note}
          />
        </section>
      </div>
    </div>
  )
}
