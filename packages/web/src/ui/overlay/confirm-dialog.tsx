import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { dialogStack } from './dialog-stack.ts'

/** A question; the words default to the specification's. */
export type Question = {
  title?: string
  text: ReactNode
  /** What the answer changes, e.g. a list of who gets the applications. */
  extra?: ReactNode
  okText?: string
  cancelText?: string
  /** What cannot be taken back easily: Enter does not approve it. */
  danger?: boolean
  size?: DialogProps['size']
  /** False when asked while the router is already moving. */
  history?: boolean
}

/** What was pressed: the approving button, the one beside it, or something else. */
export type Answer = 'yes' | 'aside' | 'no'
type Asked = Question & { aside?: string; id: number; answer: (answer: Answer) => void }

let asked: readonly Asked[] = []
let lastId = 0
const listeners = new Set<() => void>()
const set = (next: readonly Asked[]) => {
  asked = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks and waits: true by the approving button or, where nothing is in danger, Enter; false by everything else. Needs `<ConfirmDialogs/>` in the page. */
export const confirm = async (question: Question): Promise<boolean> => (await ask(question)) === 'yes'

/** The same with a second way out beside the approving button: `aside` is its text. */
export function ask(question: Question & { aside?: string }): Promise<Answer> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const answer = (given: Answer) => {
      if (!asked.some((one) => one.id === id)) return
      set(asked.filter((one) => one.id !== id))
      // What follows may navigate, and must start from the page's own history entry.
      setTimeout(() => void dialogStack.settle().then(() => resolve(given)), 0)
    }
    set([...asked, { ...question, id, answer }])
  })
}

/** Where the questions of {@link confirm} appear; once, at the root. */
export function ConfirmDialogs() {
  const open = useSyncExternalStore(subscribe, () => asked)
  return open.map(({ id, answer, text, extra, aside, ...rest }) => (
    <Dialog
      key={id}
      open
      title={rest.title ?? 'Подтверждение действия'}
      size={rest.size ?? 'medium'}
      history={rest.history ?? true}
      footer={aside !== undefined && <Button onClick={() => answer('aside')}>{aside}</Button>}
      onClose={() => answer('no')}
      approval={{
        text: rest.okText ?? 'Подтвердить',
        onApprove: () => answer('yes'),
        danger: rest.danger ?? false,
        ...(rest.cancelText !== undefined && { cancelText: rest.cancelText }),
      }}
    >
      <div className={styles.text}>{text}</div>
      {extra && <div className={styles.extra}>{extra}</div>}
    </Dialog>
  ))
}
