import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LateCode } from '#lib/late-code.ts'
import { toast } from '../overlay/toasts.tsx'

/** What a person did first with a field whose list had not been needed yet; it is done again once the list is there. */
type Beginning =
  | { readonly kind: 'press' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'text'; readonly text: string; readonly caret: number | null }

/** Opens a list over its field from the keyboard. */
const opensList = (key: string) => key === 'ArrowDown' || key === 'ArrowUp'

function sayNotLoaded() {
  toast.error('Список не загрузился', {
    key: 'list-not-loaded',
    description: 'Проверьте сеть и откройте его ещё раз или обновите страницу',
  })
}

/** Types as the person did: the library must learn of it as of any other change. */
function typeInto(input: HTMLInputElement, text: string, caret: number | null) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  input.setSelectionRange(caret, caret)
}

const pressKey = (input: HTMLInputElement, key: string) =>
  input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

/**
 * A field of a list is a plain input until it is used: the code of lists is as heavy as a page, and a form has dozens
 * of fields. Answers the code once the field needs it and it has come, and what the plain input listens to.
 */
export function useFirstUse<Code>(
  code: LateCode<Code>,
  input: RefObject<HTMLInputElement | null>,
  open: () => void,
) {
  const come = code.use()
  const [first, setFirst] = useState<Beginning | null>(null)
  const entered = useRef(false)
  const opening = useRef(open)
  useLayoutEffect(() => {
    opening.current = open
  })
  const pressed = useRef(false)
  const done = useRef(false)
  const isReady = first !== null && come !== null

  // The plain input has just left the document with the focus in it.
  useLayoutEffect(() => {
    if (isReady) input.current?.focus()
  }, [isReady, input])
  useEffect(() => {
    if (!isReady || done.current) return
    done.current = true
    // Events of a person do not come while effects run, and the library does not expect them there.
    queueMicrotask(() => {
      const field = input.current
      if (!field) return
      if (first.kind === 'press') opening.current()
      else if (first.kind === 'text') typeInto(field, first.text, first.caret)
      else pressKey(field, first.key)
      // After what the first key has changed has come to stand.
      if (entered.current && first.kind !== 'press') queueMicrotask(() => pressKey(field, 'Enter'))
    })
  }, [isReady, first, input])

  const begin = async (how: Beginning) => {
    setFirst(how)
    entered.current = false
    if (await code.load()) return
    sayNotLoaded()
    setFirst(null)
  }
  return {
    code: isReady ? come : null,
    /** What has been typed while the code is on its way. */
    text: first?.kind === 'text' ? first.text : null,
    /** The list is not wanted any more. */
    forget: () => setFirst(null),
    /** The list is wanted from outside of the input. */
    press: () => void begin({ kind: 'press' }),
    listeners: {
      onMouseDown: () => {
        pressed.current = true
      },
      // A press on the label is a click too; it only brings the focus.
      onClick: () => {
        if (pressed.current) void begin({ kind: 'press' })
        pressed.current = false
      },
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const { value, selectionStart } = event.currentTarget
        void begin({ kind: 'text', text: value, caret: selectionStart })
      },
      onKeyDown: (event: { key: string; defaultPrevented: boolean; preventDefault: () => void }) => {
        // Enter is meant for the list that is on its way, not for the form around.
        if (event.key === 'Enter' && first !== null && !event.defaultPrevented) {
          entered.current = true
          event.preventDefault()
        }
        if (!opensList(event.key)) return
        event.preventDefault()
        void begin({ kind: 'key', key: event.key })
      },
      // Whoever has gone on must not be called back by the list.
      onBlur: () => setFirst(null),
    },
  }
}

export type FirstUse = ReturnType<typeof useFirstUse>
