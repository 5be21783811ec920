/** Why a dialog is asked to close. */
export type CloseReason = 'escape' | 'outside' | 'button' | 'back'

/** One open dialog. */
export type DialogEntry = {
  id: string
  /** Asks the owner to close; the owner may refuse by leaving the dialog open. */
  close: (reason: CloseReason) => void
  /** False for questions asked while the router is already moving: they add no step to the history. */
  history: boolean
}

/** The parts of the browser the stack needs; tests give their own. */
export type HistoryPort = {
  depth: () => number
  push: (depth: number) => void
  go: (steps: number) => void
  later: (task: () => void) => void
}

/**
 * Open dialogs, the topmost last, and one history entry for each, so that the browser's «back» closes the topmost.
 * The entries are brought in line a moment after each change, which makes opening, closing and re-opening in one go safe.
 */
export function createDialogStack(port: HistoryPort) {
  let entries: readonly DialogEntry[] = []
  let scheduled = false
  let ownSteps = 0
  let settled: (() => void)[] = []
  const listeners = new Set<() => void>()

  const wanted = () => entries.filter((entry) => entry.history).length
  const finish = () => {
    const waiting = settled
    settled = []
    for (const done of waiting) done()
  }
  const reconcile = () => {
    scheduled = false
    const missing = wanted() - port.depth()
    if (missing === 0) return finish()
    if (missing < 0) {
      ownSteps += 1
      port.go(missing)
      return
    }
    for (let depth = port.depth() + 1; depth <= wanted(); depth += 1) port.push(depth)
    finish()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    port.later(reconcile)
  }
  const changed = () => {
    for (const listener of listeners) listener()
    schedule()
  }

  return {
    entries: () => entries,
    top: () => entries.at(-1),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open(entry: DialogEntry): void {
      entries = [...entries.filter((other) => other.id !== entry.id), entry]
      changed()
    },
    /** Takes a dialog off the stack wherever it stands. */
    remove(id: string): void {
      if (!entries.some((entry) => entry.id === id)) return
      entries = entries.filter((entry) => entry.id !== id)
      changed()
    },
    /** Answers whether the step belongs to dialogs and must be hidden from the router. */
    onHistoryStep(): boolean {
      if (ownSteps > 0) {
        ownSteps -= 1
        if (!scheduled) finish()
        return true
      }
      const top = entries.at(-1)
      if (!top) return false
      if (!top.history) {
        ownSteps += 1
        port.go(1)
        top.close('back')
        return true
      }
      if (port.depth() >= wanted()) return false
      top.close('back')
      // A dialog that refuses to close gets its history entry back.
      schedule()
      return true
    },
    /** Resolves when the history is in line, so that a navigation after it starts from the page's own entry. */
    settle(): Promise<void> {
      return new Promise((resolve) => {
        settled.push(resolve)
        schedule()
      })
    },
  }
}

const depthKey = 'dialogDepth'

function browserPort(): HistoryPort {
  // The router replaces history.pushState to hear of steps; these ones are not its business.
  const push = History.prototype.pushState
  const state = (): Record<string, unknown> => (window.history.state as Record<string, unknown> | null) ?? {}
  return {
    depth: () => Number(state()[depthKey] ?? 0),
    push: (depth) => push.call(window.history, { ...state(), [depthKey]: depth }, ''),
    go: (steps) => window.history.go(steps),
    later: (task) => setTimeout(task, 0),
  }
}

function createBrowserStack() {
  if (typeof window === 'undefined') {
    return createDialogStack({ depth: () => 0, push: () => {}, go: () => {}, later: (task) => task() })
  }
  const state = window.history.state as Record<string, unknown> | null
  if (state && depthKey in state) {
    const { [depthKey]: _, ...rest } = state
    History.prototype.replaceState.call(window.history, rest, '')
  }
  const stack = createDialogStack(browserPort())
  window.addEventListener(
    'popstate',
    (event) => {
      if (stack.onHistoryStep()) event.stopImmediatePropagation()
    },
    true,
  )
  return stack
}

/** The dialogs of this page. */
export const dialogStack = createBrowserStack()
