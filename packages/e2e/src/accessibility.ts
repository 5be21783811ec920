import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { JSHandle, Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** What another colour scheme can break. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** What looks at every text and every control with all that lies around it: most of the time of a long table. */
const dearRules = ['color-contrast', 'target-size']

/** In the page: when what moves has come to rest; half-faded text has no contrast to judge. */
const rest = () =>
  Promise.all(
    document
      .getAnimations()
      // A spinner never comes to rest.
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => 0)),
  )

/**
 * In the page: cells and list items that are made like two others before them and one behind them, down to the last
 * class, style and state, in a row that is made and placed alike: what is drawn of them differs in words alone.
 */
function repeated(): Element[] {
  const ofOneAlone =
    /^(?:id|href|for|title|value|name|key|aria-(?:label|labelledby|describedby|controls|owns)|data-.*)$/
  const ownMake = (element: Element) =>
    element.tagName +
    [...element.attributes]
      .map(({ name, value }) => (ofOneAlone.test(name) ? name : `${name}=${value}`))
      .join(' ')
  const make = (element: Element): string =>
    ownMake(element) +
    [...element.childNodes]
      .map((node) => (node instanceof Element ? make(node) : (node.textContent ?? '').trim() && '"'))
      .join('|')
  const placeOf = (element: Element | null): number =>
    element?.parentElement ? [...element.parentElement.children].indexOf(element) % 2 : 0
  const alike = new Map<Element, Map<string, Element[]>>()
  for (const one of document.querySelectorAll('td, tbody th, li')) {
    const row = one.closest('tr') ?? one
    const whole = one.closest('table') ?? one.parentElement ?? document.body
    const key = `${placeOf(row)} ${row === one ? '' : ownMake(row)} ${make(one)}`
    const makes = alike.get(whole) ?? new Map<string, Element[]>()
    const made = makes.get(key) ?? []
    made.push(one)
    alike.set(whole, makes.set(key, made))
  }
  return [...alike.values()].flatMap((makes) => [...makes.values()].flatMap((all) => all.slice(2, -1)))
}

/** Below so many repeated ones a second look at the page costs more than it spares. */
const fewest = 30

/** What breaks the rules; `spared` are parts that are not judged. */
const judge = (page: Page, options: RunOptions, spared: JSHandle<Element[]>): Promise<Result[]> =>
  page.evaluate(
    async ([run, parts]) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const place = parts.length > 0 ? { include: [document.documentElement], exclude: parts } : document
      return (await axe.run(place, { ...run, resultTypes: ['violations'] })).violations
    },
    [options, spared] as const,
  )

const byRules = (values: string[]): RunOptions => ({ runOnly: { type: 'rule', values } })
const off = { enabled: false }

async function violationsOf(page: Page, only: 'all' | 'colours'): Promise<Result[]> {
  const none = await page.evaluateHandle((): Element[] => [])
  const found = await page.evaluateHandle(repeated)
  const isLong = (await found.evaluate(({ length }) => length)) >= fewest
  if (only === 'colours') return judge(page, byRules(colourRules), isLong ? found : none)
  if (!isLong) return judge(page, { runOnly: tags }, none)
  const rules = Object.fromEntries(dearRules.map((rule) => [rule, off]))
  const cheap = await judge(page, { runOnly: tags, rules }, none)
  return [...cheap, ...(await judge(page, byRules(dearRules), found))]
}

/** Violations of WCAG 2.2 A and AA on the page as it stands, one line each: rule, where, why. */
export async function findViolations(page: Page, only: 'all' | 'colours' = 'all'): Promise<string[]> {
  await page.evaluate(rest)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const violations = await violationsOf(page, only)
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(' ')} — ${node.failureSummary ?? violation.help}`,
    ),
  )
}
