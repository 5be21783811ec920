import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [lightCss = '', darkCss = ''] = css.split(':root[data-theme="dark"]')
const read = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
const themes = { light: read(lightCss), dark: { ...read(lightCss), ...read(darkCss) } }

function luminance(hex: string): number {
  const channel = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (hi + 0.05) / (lo + 0.05)
}

const grounds = ['card', 'raised', 'page', 'head', 'green-wash'].flatMap((ground) =>
  ['ink', 'ink-2', 'ink-3', 'green-ink'].map((ink) => [ink, ground] as const),
)
const pairs = [
  ...grounds,
  ['on-green', 'green'],
  ['on-green', 'green-hover'],
  ['ink-2', 'neutral-wash'],
  ['tag-green-ink', 'tag-green'],
  ['red', 'red-wash'],
  ['red', 'card'],
  ['amber', 'amber-wash'],
  ['blue', 'blue-wash'],
  ['rail-ink', 'rail'],
  ['toast-ink', 'toast'],
  ['toast-link', 'toast'],
  ['green-ink', 'avatar'],
] as const

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  test.each(pairs)('%s on %s can be read (WCAG AA, 4.5:1)', (ink, ground) => {
    const values = themes[mode]
    expect(contrast(values[ink] ?? '', values[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})
