import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './menu.module.css'
import { Popover } from './popover.tsx'

/** One thing that can be done; null: nothing here. */
export type MenuItem = {
  label: string
  onClick: () => void
  /** Why it cannot be done now. */
  reason?: string | null
  danger?: boolean
} | null

/** «…» with what can be done about a thing. */
export function Menu({
  label,
  items,
  floating = false,
  children,
}: {
  label: string
  items: readonly MenuItem[]
  /** In a row of a table or anything else that scrolls. */
  floating?: boolean
  children?: ReactNode
}) {
  return (
    <Popover
      label={label}
      floating={floating}
      trigger={(props) =>
        children === undefined ? (
          <Button look="quiet" aria-label={label} {...props}>
            <Icon name="more" />
          </Button>
        ) : (
          <Button {...props}>{children}</Button>
        )
      }
    >
      {(close) => (
        <ul className={styles.menu}>
          {items.map(
            (item) =>
              item && (
                <li key={item.label}>
                  <Button
                    look="link"
                    {...(item.danger && { className: styles.danger })}
                    disabledReason={item.reason ?? null}
                    onClick={() => {
                      close()
                      item.onClick()
                    }}
                  >
                    {item.label}
                  </Button>
                </li>
              ),
          )}
        </ul>
      )}
    </Popover>
  )
}
