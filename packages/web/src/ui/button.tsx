import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { cx } from './class-names.ts'
import { Tooltip } from './overlay/tooltip.tsx'

type Look = 'default' | 'primary' | 'danger' | 'link' | 'quiet'

/** Props of {@link Button}: a native button's, and the look, the loading mark and the reason why it cannot be used. */
export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'title'> & {
  look?: Look
  loading?: boolean
  /** Why the button cannot be used now: shown as a tooltip; the button stays in the tab order. */
  disabledReason?: string | null | undefined
  children: ReactNode
}

/** A button. One that cannot be used is `aria-disabled`, so that the keyboard still reaches its reason. */
export function Button({
  look = 'default',
  loading = false,
  disabled = false,
  disabledReason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const off = disabled || loading || Boolean(disabledReason)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      {...rest}
      type={type}
      className={cx(styles.button, look !== 'default' && styles[look], className)}
      aria-disabled={off || undefined}
      aria-busy={loading || undefined}
      onClick={click}
    >
      {loading && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

/** A link that looks like a button; opens in a new tab by the middle button as links do. */
export function LinkButton({
  look = 'default',
  className,
  children,
  ...rest
}: ComponentPropsWithRef<'a'> & { look?: Look }) {
  return (
    <a {...rest} className={cx(styles.button, look !== 'default' && styles[look], className)}>
      {children}
    </a>
  )
}
