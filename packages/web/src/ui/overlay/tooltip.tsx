import { cloneElement, type ReactElement, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

type Place = { left: number; top: number }

function placeBy(element: Element): Place {
  const box = element.getBoundingClientRect()
  const left = Math.min(Math.max(8, box.left), Math.max(8, window.innerWidth - 296))
  const below = box.bottom + 6
  return { left, top: below + 48 > window.innerHeight ? box.top - 38 : below }
}

/** Words beside a control on hover and on keyboard focus; Escape hides them. The child must accept `aria-describedby`. */
export function Tooltip({
  text,
  children,
}: {
  text: string
  children: ReactElement<{ 'aria-describedby'?: string }>
}) {
  const id = useId()
  const [place, setPlace] = useState<Place | null>(null)
  const ref = useRef<HTMLSpanElement>(null)
  const show = () => {
    const target = ref.current?.firstElementChild
    if (target) setPlace(placeBy(target))
  }
  const hide = () => setPlace(null)
  return (
    <span
      ref={ref}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && place) {
          event.stopPropagation()
          hide()
        }
      }}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span id={id} hidden>
        {text}
      </span>
      {place &&
        createPortal(
          <div className={styles.bubble} style={place} aria-hidden="true">
            {text}
          </div>,
          document.body,
        )}
    </span>
  )
}
