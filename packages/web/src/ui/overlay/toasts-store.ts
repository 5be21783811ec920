/** Kinds of toasts. Success closes by itself, the others stay. */
export type ToastKind = 'success' | 'error' | 'warning' | 'info'

/** What may be said besides the text. */
export type ToastOptions = {
  /** One toast per key: while one is shown, another with its key is not added. */
  key?: string
  keepOnRouteChange?: boolean
  description?: string
  /** Of a mistake that can be mended: it goes when something succeeds after it. */
  mistake?: boolean
  /** The main button; «OK», which only closes, when absent. */
  action?: { label: string; onClick: () => void }
  /** Number of the request, offered for copying. */
  requestId?: string | undefined
}

/** One toast on the screen. */
export type Toast = ToastOptions & { id: number; kind: ToastKind; text: string }

/** Life of a success toast in ms (specification 1 §9). */
export const successLife = 4_000

/** The toasts on the screen and their clock. */
export function createToasts() {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const stop = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  const close = (id: number) => {
    stop(id)
    if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id))
  }
  const start = (id: number) => {
    stop(id)
    const toast = toasts.find((one) => one.id === id)
    if (toast?.kind === 'success')
      timers.set(
        id,
        setTimeout(() => close(id), successLife),
      )
  }
  const show = (kind: ToastKind, text: string, options: ToastOptions = {}): number => {
    const same = options.key === undefined ? undefined : toasts.find((toast) => toast.key === options.key)
    if (same) return same.id
    lastId += 1
    if (kind === 'success') for (const toast of toasts) if (toast.mistake) close(toast.id)
    set([...toasts, { ...options, id: lastId, kind, text }])
    start(lastId)
    return lastId
  }
  return {
    list: () => toasts,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show,
    close,
    closeByKey(key: string) {
      for (const toast of toasts) if (toast.key === key) close(toast.id)
    },
    /** A toast under the pointer or with the focus waits. */
    pause: stop,
    resume: start,
    routeChanged() {
      for (const toast of toasts) if (!toast.keepOnRouteChange) close(toast.id)
    },
  }
}
