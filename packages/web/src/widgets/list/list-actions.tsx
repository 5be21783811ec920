import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './list-actions.module.css'

/** The right that something needs, and what it is for in the words of a refusal. */
export interface Needs {
  readonly call: Pick<EndpointSpec, 'access'>
  /** Where the right depends on the path. */
  readonly params?: Readonly<Record<string, unknown>>
  /** «создание сотрудников». */
  readonly to: string
}

/** Why the person may not do it; null: may, or nothing is needed. */
export function useRefusal(needs: Needs | undefined): string | null {
  const rights = useRights()
  if (!needs || rights.mayCall(needs.call, needs.params)) return null
  return `Нет права на ${needs.to}. Обратитесь к администратору`
}

interface Choice {
  readonly text: string
  readonly href: string
}

/** What a button does: one of these. */
type Does =
  | { readonly onClick: () => void }
  | { readonly href: string }
  /** Goes on for a while; answers where to go, null: stays. Its failure is told. */
  | { readonly run: () => Promise<string | null> }
  /** Opens a window. */
  | { readonly dialog: (onClose: () => void) => ReactNode }
  /** Opens a choice of what to go to; `label` names it. */
  | { readonly label: string; readonly choices: readonly Choice[] }

/** A button of the list: what it says, what it does, and why it cannot be pressed. */
export type ListAction = Does & {
  readonly text: string
  readonly needs?: Needs
  readonly disabledReason?: string | null
}

export const isAction = (create: unknown): create is ListAction =>
  typeof create === 'object' && create !== null && 'text' in create

interface ActionProps {
  readonly action: ListAction
  readonly onOpen: (href: string) => void
}

/** The chief button of a list. */
export function ActionButton({ action, onOpen }: ActionProps) {
  const refusal = useRefusal(action.needs)
  const disabledReason = refusal ?? action.disabledReason ?? null
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<string | null>) => {
    setBusy(true)
    try {
      const href = await work()
      if (href !== null) onOpen(href)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const press = () => {
    if ('onClick' in action) action.onClick()
    else if ('href' in action) onOpen(action.href)
    else if ('run' in action) void run(action.run)
    else setOpen(true)
  }
  if ('choices' in action && disabledReason === null) return <Choices {...action} onOpen={onOpen} />
  return (
    <>
      <Button look="primary" loading={isBusy} disabledReason={disabledReason} onClick={press}>
        {action.text}
      </Button>
      {isOpen && 'dialog' in action && action.dialog(() => setOpen(false))}
    </>
  )
}

function Choices({
  text,
  label,
  choices,
  onOpen,
}: {
  text: string
  label: string
  choices: readonly Choice[]
  onOpen: (href: string) => void
}) {
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <Button {...props} look="primary">
          {text}
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.choices}>
          {choices.map((choice) => (
            <Button
              key={choice.href}
              look="quiet"
              onClick={() => {
                close()
                onOpen(choice.href)
              }}
            >
              {choice.text}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  )
}
