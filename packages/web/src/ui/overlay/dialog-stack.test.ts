import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createDialogStack } from './dialog-stack.ts'

/** A history as browsers keep it: going back is done later, and tells the page by an event. */
function fakeBrowser() {
  const steps: number[] = [0]
  let at = 0
  const tasks: (() => void)[] = []
  const seenByRouter: number[] = []
  const stack = createDialogStack({
    depth: () => steps[at] ?? 0,
    push: (depth) => {
      steps.splice(at + 1)
      steps.push(depth)
      at += 1
    },
    go: (count) => tasks.push(() => step(count)),
    later: (task) => tasks.push(task),
  })
  const step = (count: number) => {
    at = Math.min(steps.length - 1, Math.max(0, at + count))
    if (!stack.onHistoryStep()) seenByRouter.push(at)
  }
  const run = () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) task()
  }
  return {
    stack,
    seenByRouter,
    run,
    back: () => {
      step(-1)
      run()
    },
    position: () => at,
    /** Another page, as a link click would push it. */
    navigate: () => {
      steps.splice(at + 1)
      steps.push(0)
      at += 1
    },
  }
}

let browser: ReturnType<typeof fakeBrowser>
const openDialog = (id: string, options: { stays?: boolean; history?: boolean } = {}) => {
  const close = vi.fn(() => {
    if (!options.stays) browser.stack.remove(id)
  })
  browser.stack.open({ id, close, history: options.history ?? true })
  return close
}

beforeEach(() => {
  browser = fakeBrowser()
  browser.navigate()
})

describe('the stack of dialogs', () => {
  test('puts the last opened on top', () => {
    openDialog('a')
    openDialog('b')
    expect(browser.stack.top()?.id).toBe('b')
    browser.stack.remove('b')
    expect(browser.stack.top()?.id).toBe('a')
  })

  test('closes only the topmost by the browser’s back, and the router never hears of it', () => {
    const a = openDialog('a')
    const b = openDialog('b')
    browser.run()
    browser.back()
    expect(b).toHaveBeenCalledExactlyOnceWith('back')
    expect(a).not.toHaveBeenCalled()
    expect(browser.stack.entries().map((entry) => entry.id)).toEqual(['a'])
    browser.back()
    expect(browser.stack.entries()).toEqual([])
    expect(browser.seenByRouter).toEqual([])
    expect(browser.position()).toBe(1)
  })

  test('leaves the page by back when no dialog is open', () => {
    browser.back()
    expect(browser.seenByRouter).toEqual([0])
  })

  test('takes its history entry away when it is closed by a button', () => {
    openDialog('a')
    browser.run()
    expect(browser.position()).toBe(2)
    browser.stack.remove('a')
    browser.run()
    expect(browser.position()).toBe(1)
    browser.back()
    expect(browser.seenByRouter).toEqual([0])
  })

  test('says when the history is in line again', async () => {
    openDialog('a')
    browser.run()
    browser.stack.remove('a')
    const settled = browser.stack.settle()
    browser.run()
    await settled
    expect(browser.position()).toBe(1)
  })

  test('survives closing and opening in one go', () => {
    openDialog('a')
    browser.stack.remove('a')
    openDialog('a')
    browser.run()
    expect(browser.position()).toBe(2)
    browser.back()
    expect(browser.stack.entries()).toEqual([])
  })

  test('keeps a dialog that refuses to close, and its history entry', () => {
    const close = openDialog('form', { stays: true })
    browser.run()
    browser.back()
    expect(close).toHaveBeenCalledOnce()
    expect(browser.position()).toBe(2)
    browser.back()
    expect(close).toHaveBeenCalledTimes(2)
    expect(browser.seenByRouter).toEqual([])
  })

  test('adds no history entry for a question asked while the router moves', () => {
    const close = openDialog('leave', { history: false })
    browser.run()
    expect(browser.position()).toBe(1)
    browser.back()
    expect(close).toHaveBeenCalledOnce()
    expect(browser.position()).toBe(1)
  })
})
