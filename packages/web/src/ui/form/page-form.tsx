import type { KeyboardEvent, ReactNode, Ref } from 'react'

const oneLine =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"])'

/** The form of a page: its submit button, Enter in a field of one line and Ctrl S save it. */
export function PageForm({
  label,
  onSave,
  ref,
  className,
  enterSaves = true,
  children,
}: {
  /** Accessible name: what is edited. */
  label: string
  onSave: () => unknown
  ref?: Ref<HTMLFormElement>
  className?: string | undefined
  /** False where Enter on the way through the fields would send something half filled, e.g. open a new case. */
  enterSaves?: boolean
  children: ReactNode
}) {
  const keyDown = (event: KeyboardEvent) => {
    const target = event.target
    if (enterSaves) return
    // Through React a key of a dialog opened here comes as well.
    if (event.key !== 'Enter' || !(target instanceof Element) || !event.currentTarget.contains(target)) return
    if (target.matches(oneLine)) event.preventDefault()
  }
  return (
    <form
      ref={ref}
      className={className}
      aria-label={label}
      noValidate
      data-page-form
      onKeyDown={keyDown}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog of this page is not this one.
        if (event.target === event.currentTarget) onSave()
      }}
    >
      {children}
    </form>
  )
}

/** Presses «Сохранить» of the page, or of the dialog that is open; nothing where there is none to press. */
export function pressSave(): void {
  if (document.querySelector('dialog[open]')) return
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)
  const form = document.activeElement?.closest('[data-page-form]')
  const button = dialog
    ? dialog.querySelector<HTMLElement>('[data-approve], [type="submit"]')
    : (form ?? document).querySelector<HTMLElement>('[data-page-form] [type="submit"], [data-saves]')
  button?.click()
}
