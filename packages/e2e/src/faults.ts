import type { Page } from 'playwright-core'

/**
 * Collects what must not happen on any page: console errors, uncaught exceptions, refusals of the security policy, live
 * topics that its person may not hear.
 */
export class Faults {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  watch(page: Page): void {
    page.on('pageerror', (error) =>
      this.#found.push(`exception: ${error.stack || `${error.name}: ${error.message}`}`),
    )
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' || /Content Security Policy|нет права на тему/i.test(text))
        this.#found.push(`console: ${text} (${message.location().url})`)
    })
  }

  /** Lets a fault pass that the test provokes on purpose. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  /** What was found and not allowed. */
  get all(): string[] {
    return this.#found.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
  }
}
