import { type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '#lib/digits.ts'
import { Button } from '../button.tsx'
import { Icon, type IconName } from '../icon.tsx'
import styles from './viewer-bar.module.css'
import { scaleText, type Zoom } from './zoom.ts'

/** A button of the bar: a mark, its words and its key in the tooltip. */
export function BarButton({
  icon,
  label,
  keys,
  pressed,
  disabledReason,
  onClick,
}: {
  icon: IconName
  label: string
  keys?: string
  pressed?: boolean
  disabledReason?: string | null
  onClick: () => void
}) {
  return (
    <span title={keys ? `${label} (${keys})` : label}>
      <Button
        look="quiet"
        aria-label={label}
        aria-pressed={pressed}
        disabledReason={disabledReason}
        onClick={onClick}
      >
        <Icon name={icon} />
      </Button>
    </span>
  )
}

/** Buttons of the bar that belong together. */
export function BarGroup({ children }: { children: ReactNode }) {
  return <span className={styles.group}>{children}</span>
}

/** «3 из 300»: where one is, and the way to any page. */
export function PageField({
  page,
  count,
  onPage,
}: {
  /** From 0. */
  page: number
  count: number
  onPage: (page: number) => void
}) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => setText(null), [page])
  const go = () => {
    const wanted = Number(text)
    if (text !== null && Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(wanted, count) - 1)
    setText(null)
  }
  return (
    <span className={styles.pageField}>
      <input
        type="text"
        inputMode="numeric"
        aria-label={`Страница, всего ${count}`}
        value={text ?? String(page + 1)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
      />
      <span className="nowrap">из {formatCount(count)}</span>
    </span>
  )
}

/** Zoom of a viewer: smaller, larger, by width, by page. */
export function ZoomButtons({
  scale,
  zoom,
  onZoom,
  onStep,
}: {
  scale: number
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  onStep: (direction: 1 | -1) => void
}) {
  return (
    <BarGroup>
      <BarButton icon="minus" label="Уменьшить" keys="−" onClick={() => onStep(-1)} />
      <button
        type="button"
        className={styles.scale}
        title="Показать в натуральную величину (0)"
        aria-label={`Масштаб ${scaleText(scale)}, показать в натуральную величину`}
        onClick={() => onZoom(1)}
      >
        {scaleText(scale)}
      </button>
      <BarButton icon="plus" label="Увеличить" keys="+" onClick={() => onStep(1)} />
      <BarButton
        icon="fitWidth"
        label="По ширине"
        keys="W"
        pressed={zoom === 'width'}
        onClick={() => onZoom('width')}
      />
      <BarButton
        icon="fitPage"
        label="Целиком"
        keys="P"
        pressed={zoom === 'page'}
        onClick={() => onZoom('page')}
      />
    </BarGroup>
  )
}

/** Turning: kept for the file where the owner of the viewer keeps it. */
export function TurnButtons({ onTurn, reason }: { onTurn: (step: 90 | -90) => void; reason: string | null }) {
  return (
    <BarGroup>
      <BarButton
        icon="turnLeft"
        label="Повернуть влево"
        keys="Shift R"
        disabledReason={reason}
        onClick={() => onTurn(-90)}
      />
      <BarButton
        icon="turnRight"
        label="Повернуть вправо"
        keys="R"
        disabledReason={reason}
        onClick={() => onTurn(90)}
      />
    </BarGroup>
  )
}

/** Keys of a viewer that do not depend on what it shows; answers whether the key was one of them. */
export function zoomKey(
  event: {
    code: string
    key: string
    shiftKey: boolean
    ctrlKey: boolean
    metaKey: boolean
    altKey: boolean
  },
  act: { step: (direction: 1 | -1) => void; zoom: (zoom: Zoom) => void; turn: (step: 90 | -90) => void },
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === '+' || event.key === '=') act.step(1)
  else if (event.key === '-' || event.key === '−') act.step(-1)
  else if (event.key === '0') act.zoom(1)
  else if (event.code === 'KeyW') act.zoom('width')
  else if (event.code === 'KeyP') act.zoom('page')
  else if (event.code === 'KeyR') act.turn(event.shiftKey ? -90 : 90)
  else return false
  return true
}
