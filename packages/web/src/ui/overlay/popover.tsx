import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import styles from './popover.module.css'
import { useDismiss } from './use-dismiss.ts'

/** Props for the trigger button of a popover. */
export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>
  onClick: () => void
  'aria-expanded': boolean
  'aria-haspopup': 'dialog'
  'aria-controls': string | undefined
}

type PopoverProps = {
  /** Accessible name of the panel. */
  label: string
  trigger: (props: TriggerProps, open: boolean) => ReactNode
  children: (close: () => void) => ReactNode
  onOpenChange?: (open: boolean) => void
  /** Stands over everything that scrolls, e.g. in a row of a table; scrolling its button away closes it. */
  floating?: boolean
}

const focusable = 'input:not([disabled]), select, textarea, button:not([disabled]), a[href], [tabindex]'

/** Beside the button whatever scrolls around it: under it, or over it where there is no room below. */
function floatingPlace(box: DOMRect): CSSProperties {
  const right = window.innerWidth - box.right
  const place: CSSProperties = { position: 'fixed', left: 'auto', right }
  return window.innerHeight - box.bottom > 280
    ? { ...place, top: box.bottom + 4 }
    : { ...place, top: 'auto', bottom: window.innerHeight - box.top + 4 }
}

/** A panel under its button: Escape and a click outside close it and the focus returns to the button. */
export function Popover({ label, trigger, children, onOpenChange, floating = false }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const [side, setSide] = useState<'start' | 'end'>('start')
  const [place, setPlace] = useState<CSSProperties>()
  const anchor = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const openedAt = useRef<DOMRect>(null)
  const id = useId()

  const change = (next: boolean) => {
    if (next && anchor.current) {
      const box = anchor.current.getBoundingClientRect()
      openedAt.current = box
      setSide(box.left + 420 > window.innerWidth && box.right > 420 ? 'end' : 'start')
      if (floating) setPlace(floatingPlace(box))
    }
    setOpen(next)
    onOpenChange?.(next)
  }
  const shut = useRef(() => {})
  shut.current = () => change(false)
  const close = () => {
    change(false)
    button.current?.focus()
  }
  const inside = useDismiss(open, close)

  useEffect(() => {
    if (!open) return
    const first = panel.current?.querySelector<HTMLElement>(focusable) ?? panel.current
    first?.focus({ preventScroll: floating })
    const scrolled = () => {
      const [was, now] = [openedAt.current, anchor.current?.getBoundingClientRect()]
      // A scroll that ended before the click is told after it: the button stands where it stood.
      if (was && now && Math.abs(was.top - now.top) < 1 && Math.abs(was.left - now.left) < 1) return
      shut.current()
    }
    // What had the focus may have gone with the press on it, e.g. «Очистить»: then the key comes to the page.
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || document.activeElement !== document.body) return
      shut.current()
      button.current?.focus()
    }
    document.addEventListener('keydown', escape)
    if (floating) window.addEventListener('scroll', scrolled, { capture: true })
    return () => {
      document.removeEventListener('keydown', escape)
      window.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [open, floating])

  // Escape stops here, so that a dialog below stays open: the topmost thing closes first.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    event.nativeEvent.stopPropagation()
    close()
  }
  // The focus goes away by Tab or into a window that has opened; presses of the mouse are `useDismiss`'s business.
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (open && next instanceof Node && !anchor.current?.contains(next)) change(false)
  }

  return (
    <div ref={anchor} className={styles.anchor} onKeyDown={onKeyDown} onBlur={onBlur} {...inside}>
      {trigger(
        {
          ref: button,
          onClick: () => change(!open),
          'aria-expanded': open,
          'aria-haspopup': 'dialog',
          'aria-controls': open ? id : undefined,
        },
        open,
      )}
      {open && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          // A press on words takes the focus here, and not to the page around.
          tabIndex={-1}
          className={`${styles.panel} ${styles[side]}`}
          style={place}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
