import { type ChangeEvent, type ClipboardEvent, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { groupMoney } from '#lib/digits.ts'
import { cx } from '../class-names.ts'
import { useFlash } from '../use-flash.ts'
import { mergeRefs } from './merge-refs.ts'
import {
  amountHeld,
  cleanPasted,
  completeMoney,
  editMoney,
  type MoneyEdit,
  moneyToValue,
  sameMoney,
  valueToMoney,
} from './money-input-logic.ts'
import { tellRefusedPaste } from './refuse-paste.ts'
import styles from './text-input.module.css'
import { type ControlProps } from './text-input.tsx'
import { useCaret } from './use-caret.ts'

/** Props of {@link MoneyInput}. The value is a decimal with a dot, «6480000.00»; null is empty. */
export type MoneyInputProps = ControlProps & {
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  decimals?: number
  negative?: boolean
  ref?: Ref<HTMLInputElement>
}

/** An amount of money: plain while it is typed, grouped and completed when the focus is elsewhere. */
export function MoneyInput({
  value,
  onChange,
  onBlur,
  decimals = 2,
  negative = false,
  invalid = false,
  ref,
  ...rest
}: MoneyInputProps) {
  const rules = { decimals, negative }
  const [text, setText] = useState(() => completeMoney(valueToMoney(value), rules))
  const [focused, setFocused] = useState(false)
  const [flash, setFlash] = useFlash()
  const caret = useCaret()

  // The grouped text gives way to the plain one, and with it goes the selection that a Tab into the field makes.
  const byPointer = useRef(false)
  const { input } = caret
  useLayoutEffect(() => {
    if (focused && !byPointer.current) input.current?.select()
  }, [focused, input])

  // A value set from outside replaces the text; the same number written otherwise does not.
  const own = moneyToValue(text)
  const shown = sameMoney(own, value) ? text : completeMoney(valueToMoney(value), rules)

  const take = (edit: MoneyEdit, at: number) => {
    setFlash(edit.flash)
    setText(edit.text)
    caret.place(at)
    const next = moneyToValue(edit.text)
    if (edit.accepted && !sameMoney(next, value)) onChange(next)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const next = event.target.value
    const at = event.target.selectionStart ?? next.length
    const edit = editMoney(shown, next, rules)
    take(edit, at + edit.text.length - next.length)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const pasted = event.clipboardData.getData('text')
    const before = shown.slice(0, selectionStart ?? shown.length) + cleanPasted(pasted)
    const edit = editMoney(shown, before + shown.slice(selectionEnd ?? shown.length), rules)
    if (!edit.accepted) tellRefusedPaste(pasted, amountHeld(rules))
    take(edit, edit.accepted ? before.length : (selectionEnd ?? shown.length))
  }
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      ref={mergeRefs(caret.input, ref)}
      className={cx(styles.input, invalid && styles.error, flash && styles.flash)}
      aria-invalid={invalid || undefined}
      value={focused ? shown : groupMoney(completeMoney(shown, rules))}
      onChange={change}
      onPaste={paste}
      onPointerDown={() => {
        byPointer.current = true
      }}
      onFocus={() => {
        setText(shown)
        setFocused(true)
      }}
      onBlur={() => {
        setText(completeMoney(shown, rules))
        setFocused(false)
        byPointer.current = false
        onBlur?.()
      }}
    />
  )
}
