/** How far from an end the page must be for its button to show, px. */
export const scrollGap = 100

/** Which of the two buttons lead anywhere. */
export function scrollButtonsAt(top: number, height: number, view: number): { up: boolean; down: boolean } {
  return { up: top > scrollGap, down: height - view - top > scrollGap }
}

/** Calls `task` at most once in `wait` ms, the last call never lost. */
export function throttle(task: () => void, wait: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let again = false
  const run = () => {
    task()
    timer = setTimeout(() => {
      timer = null
      if (again) {
        again = false
        run()
      }
    }, wait)
  }
  return {
    call: () => {
      if (timer) again = true
      else run()
    },
    cancel: () => {
      if (timer) clearTimeout(timer)
      timer = null
      again = false
    },
  }
}
