import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** What another colour scheme can break. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Violations of WCAG 2.2 A and AA on the page as it stands, one line each: rule, where, why. */
export async function findViolations(page: Page, only: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Half-faded text has no contrast to judge.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A spinner never comes to rest.
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => 0)),
    ),
  )
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const results = await page.evaluate(
    (run): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, {
        runOnly: run,
        resultTypes: ['violations'],
        // Style sheets are read for one experimental rule alone, which is not among these.
        preload: { assets: ['media'] },
      }),
    only === 'all' ? tags : { type: 'rule' as const, values: colourRules },
  )
  return results.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(' ')} — ${node.failureSummary ?? violation.help}`,
    ),
  )
}

/** A fraction with a dot before a unit: «16.9 %». Versions, addresses and dates have no unit. */
const dotted = String.raw`(?<![\d.])\d+\.\d+(?=[\s\u00a0\u202f]?(?:%|₽|руб|тыс|млн|млрд|МБ|КБ|с(?![а-яё])|мс|м²|лет|год|мес))`

/** Numbers on the page as it is read that have a dot where Russian has a comma, with what stands around them. */
export const numbersWithDots = (page: Page): Promise<string[]> =>
  page.evaluate((pattern) => {
    const text = document.body.innerText
    return [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) =>
      text.slice(Math.max(0, index - 20), index + 20),
    )
  }, dotted)

/** Headings of tables that do not fit their columns, with what they would need and have, px. */
export const cutHeadings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('th')]
      .filter((th) => th.offsetParent !== null && th.clientWidth > 1 && th.scrollWidth > th.clientWidth + 1)
      .map((th) => `«${th.innerText}» ${th.scrollWidth} > ${th.clientWidth}`),
  )
