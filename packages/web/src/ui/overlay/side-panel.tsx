import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from '../scroll-buttons.module.css'

const narrow = '(max-width: 1268px)'

function useNarrow(): boolean {
  const [is, setIs] = useState(() => matchMedia(narrow).matches)
  useEffect(() => {
    const media = matchMedia(narrow)
    const listen = () => setIs(media.matches)
    media.addEventListener('change', listen)
    return () => media.removeEventListener('change', listen)
  }, [])
  return is
}

/** A page and its side panel side by side. */
export function WithSidePanel({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <div>{children}</div>
      {panel}
    </div>
  )
}

/** The panel at the right of an edit page: 360 px, 56 px folded; it folds by itself below 1268 px. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  const folds = useNarrow()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const id = useId()
  useEffect(() => setChosen((now) => (folds ? null : now)), [folds])
  const open = chosen ?? !folds
  return (
    <aside className={cx('card', styles.panel, !open && styles.folded)} aria-label={label}>
      <div className={open ? styles.panelHead : undefined}>
        <Button
          look="quiet"
          aria-label={open ? `Свернуть: ${label}` : `Развернуть: ${label}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChosen(!open)}
        >
          <Icon name={open ? 'right' : 'left'} />
        </Button>
      </div>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </aside>
  )
}
