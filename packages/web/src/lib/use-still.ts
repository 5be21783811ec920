import { useState, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const pressed = createStore(false)
let isHeard = false
let ending: ReturnType<typeof setTimeout> | undefined

function begin({ button }: PointerEvent): void {
  clearTimeout(ending)
  if (button === 0) pressed.set(true)
}

/** The click of a press comes right after its release. */
function end(): void {
  ending = setTimeout(() => pressed.set(false))
}

function hear(): void {
  isHeard = true
  addEventListener('pointerdown', begin, true)
  addEventListener('pointerup', end, true)
  addEventListener('pointercancel', end, true)
  // A release over a menu of the browser is not told.
  addEventListener('pointermove', ({ buttons }) => buttons === 0 && pressed.set(false), true)
}

function subscribe(listener: () => void): () => void {
  if (!isHeard) hear()
  return pressed.subscribe(listener)
}

/**
 * What comes by itself and stands above other things, as it was when a press began until the press is over: a button that
 * moves between press and release is not pressed at all, or another one is.
 */
export function useStill<T>(value: T): T {
  const isPressed = useSyncExternalStore(subscribe, pressed.get)
  const [shown, show] = useState(value)
  if (isPressed) return shown
  if (!Object.is(shown, value)) show(value)
  return value
}
