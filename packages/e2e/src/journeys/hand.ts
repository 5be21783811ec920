import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { OwnFile } from '../documents.ts'

/** How long a person takes, in milliseconds: for a key, to aim at the next thing, to look at a page that has opened. */
export interface Pace {
  readonly key: number
  readonly aim: number
  readonly look: number
}
/** Nobody's time is imitated: enough to count. */
export const atOnce: Pace = { key: 0, aim: 0, look: 0 }
/** Some 300 keys a minute, and the glances between. */
export const likePerson: Pace = { key: 200, aim: 600, look: 1_500 }

/** What a journey has cost the person. */
export interface Costs {
  readonly clicks: number
  /** Fields that were typed into. */
  readonly typed: number
  /** Fields answered by a choice: lists, «Да» and «Нет», ticks. */
  readonly chosen: number
  /** Addresses that opened, sections of a page among them. */
  readonly pages: number
  /** From an action until the page was ready for the next one. */
  readonly waitedMs: number
  /** For other systems, whose answers no page can hurry. */
  readonly outsideMs: number
}

const placeOf = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  return `${pathname} ${searchParams.get('section') ?? ''}`
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A label with whatever mark follows it, but not a longer one: «Имя» is not «Имя или фамилия менялись». */
const labelled = (label: string) => new RegExp(`^${escaped(label)}(?![\\p{L}\\d]| [\\p{L}\\d(])`, 'u')

/** A person with a mouse and a keyboard, whose every move is counted. */
export class Hand {
  readonly page: Page
  readonly #pace: Pace
  readonly #costs = { clicks: 0, typed: 0, chosen: 0, pages: 0, waitedMs: 0, outsideMs: 0 }
  #place: string

  constructor(page: Page, pace: Pace = atOnce) {
    this.page = page
    this.#pace = pace
    this.#place = placeOf(page.url())
  }

  get costs(): Costs {
    return { ...this.#costs }
  }

  /** Waits until the target can be used, and counts for how long. */
  async #ready(target: Locator): Promise<Locator> {
    const begun = performance.now()
    const usable = target
      .and(this.page.locator(':not([aria-disabled="true"]):not([aria-busy="true"])'))
      .first()
    await this.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await usable.waitFor()
    this.#costs.waitedMs += performance.now() - begun
    const place = placeOf(this.page.url())
    if (place !== this.#place) {
      this.#place = place
      this.#costs.pages += 1
      await sleep(this.#pace.look)
    }
    await sleep(this.#pace.aim)
    return usable
  }

  async click(target: Locator): Promise<void> {
    await (await this.#ready(target)).click()
    this.#costs.clicks += 1
  }

  button(name: string, root: Page | Locator = this.page): Promise<void> {
    return this.click(root.getByRole('button', { name, exact: true }))
  }

  #field(label: string, root: Page | Locator): Locator {
    const name = labelled(label)
    return root
      .getByRole('textbox', { name })
      .or(root.getByRole('combobox', { name }))
      .or(root.getByRole('spinbutton', { name }))
  }

  /** Types into a field, over what is there. */
  async type(label: string, text: string, root: Page | Locator = this.page): Promise<void> {
    await this.click(this.#field(label, root))
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(text, { delay: this.#pace.key })
    this.#costs.typed += 1
  }

  #option(text: string): Locator {
    return this.page.locator('[role="option"]').filter({ hasText: text })
  }

  /** Takes what a field suggests for the typed text. */
  async suggested(
    label: string,
    text: string,
    wanted: string,
    root: Page | Locator = this.page,
  ): Promise<void> {
    await this.type(label, text, root)
    await this.click(this.#option(wanted))
  }

  /** Chooses from a list; a long one is searched by typing, which is no field typed. */
  async choose(label: string, option: string, root: Page | Locator = this.page): Promise<void> {
    const field = root.getByRole('combobox', { name: labelled(label) }).first()
    await this.click(field)
    const isSearched = await field.evaluate((one) => one instanceof HTMLInputElement && !one.readOnly)
    if (isSearched) await this.page.keyboard.type(option, { delay: this.#pace.key })
    await this.click(this.#option(option))
    this.#costs.chosen += 1
  }

  /** «Да» or «Нет» of a question. */
  async answer(question: string, text: 'Да' | 'Нет', root: Page | Locator = this.page): Promise<void> {
    const group = root.getByRole('radiogroup', { name: labelled(question) })
    await this.click(group.locator('label').filter({ hasText: text }))
    this.#costs.chosen += 1
  }

  /** Brings files by a button that asks for them. */
  async files(button: Locator, files: readonly OwnFile[]): Promise<void> {
    const asked = this.page.waitForEvent('filechooser')
    await this.click(button)
    const chooser = await asked
    await chooser.setFiles(
      files.map(({ name, bytes }) => ({
        name,
        mimeType: name.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
        buffer: bytes,
      })),
    )
    // The window of the system: all are marked and taken.
    this.#costs.clicks += 2
  }

  /** Saves the open form by its key and waits until nothing is left to save. */
  async save(form: Locator): Promise<void> {
    await sleep(this.#pace.aim)
    await this.page.keyboard.press('Control+s')
    this.#costs.clicks += 1
    const begun = performance.now()
    await form
      .getByRole('button', { name: 'Сохранить', exact: true })
      .and(this.page.locator('[aria-disabled="true"]:not([aria-busy])'))
      .waitFor()
    this.#costs.waitedMs += performance.now() - begun
  }

  /** Waits for what the person waits for: a page, a word on it. */
  async until(shown: () => Promise<unknown>): Promise<void> {
    const begun = performance.now()
    await shown()
    this.#costs.waitedMs += performance.now() - begun
  }

  /** Waits for the answer of another system. */
  async outside(answered: () => Promise<unknown>): Promise<void> {
    const begun = performance.now()
    await answered()
    this.#costs.outsideMs += performance.now() - begun
  }
}
