import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createContext, Script } from 'node:vm'
import { parseSync } from '@swc/core'
import { withComma } from '#progress.ts'
import { type Check, firstOf } from '../check.ts'

const packages = resolve(import.meta.dirname, '../../..')
const limitMs = 50

interface Found {
  readonly where: string
  readonly pattern: string
  readonly flags: string
}

function literals(node: unknown, found: (pattern: string, flags: string) => void): void {
  if (Array.isArray(node)) for (const each of node) literals(each, found)
  else if (typeof node === 'object' && node !== null) {
    const { type, pattern, flags } = node as { type?: string; pattern?: string; flags?: string }
    if (type === 'RegExpLiteral') found(pattern ?? '', flags ?? '')
    for (const part of Object.values(node)) literals(part, found)
  }
}

/** Every regular expression literal of what runs: contract, server, web. */
function findExpressions(): Found[] {
  const all: Found[] = []
  for (const name of ['contract', 'server', 'web']) {
    const src = join(packages, name, 'src')
    for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$|\.gen\.ts$|testing\//.test(file)) continue
      const tree = parseSync(readFileSync(join(src, file), 'utf8'), {
        syntax: 'typescript',
        tsx: file.endsWith('x'),
      })
      literals(tree, (pattern, flags) => all.push({ where: `${name}/src/${file}`, pattern, flags }))
    }
  }
  return all
}

const pieces = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '\n',
  'ё',
  '-',
  '/',
  '.',
  ',',
  '=',
  '"',
  "'",
  '\\',
  '(',
  '%',
  ':',
  '_',
  'a.',
  'a-',
  '0,',
  'a=',
  '{}',
  '<a',
  '&#',
  '\u0000',
  '\uD83D\uDC68',
]

const ofLength = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))

/** Strings that start like a match, go on for long and end wrong. */
function attacks(pattern: string, length: number): string[] {
  const own = [...new Set(pattern.replace(/[^\p{L}\d\-/.,:=_<@#№ ]/gu, ''))].slice(0, 12)
  const repeated = [...pieces, ...own, ...own.map((letter) => `${letter}0`)].map((piece) =>
    ofLength(piece, length),
  )
  // What may stand before the part that goes on: a whole «.» before the zeros, a digit before the letters.
  return ['', ...new Set(['0', 'a', ...own])].flatMap((start) =>
    repeated.map((text) => `${start}${text}\u0001`),
  )
}

const place = createContext()
// A global expression is asked for all it finds, as `replace` and `matchAll` ask it.
const search = new Script(`for (const text of texts) {
  if (expression.global) text.replace(expression, '')
  else expression.test(text)
}`)

/** Milliseconds of the processor that this thread has had: what others take of a busy machine is not in them. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds of all texts together; the limit of time where they do not end. */
function timeOf(expression: RegExp, texts: readonly string[]): number {
  const begun = ownTime()
  Object.assign(place, { expression, texts })
  try {
    search.runInContext(place, { timeout: 1_000 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return 1_000
  }
  return ownTime() - begun
}

/** Milliseconds of the slowest attack; a busy machine must not look like a slow expression. */
function slowest({ pattern, flags }: { pattern: string; flags: string }, texts: readonly string[]): number {
  const expression = new RegExp(pattern, flags.replace('y', ''))
  const together = timeOf(expression, texts)
  if (together <= limitMs) return together
  let worst = 0
  for (const text of texts) {
    let ms = timeOf(expression, [text])
    for (let again = 0; again < 3 && ms > limitMs; again += 1) ms = Math.min(ms, timeOf(expression, [text]))
    worst = Math.max(worst, ms)
    if (worst > limitMs) break
  }
  return worst
}

export const regexpChecks: Check[] = [
  {
    row: 34,
    title: 'регулярные выражения против строк в 50 000 знаков',
    release: false,
    async run(_bank, extent) {
      // Long enough for a quadratic expression to show itself, also in the short form, which loads every one too.
      const length = extent.of(50_000, 30_000)
      const expressions = findExpressions()
      const measured = expressions.map((each) => ({
        ...each,
        ms: slowest(each, attacks(each.pattern, length)),
      }))
      const worst = Math.max(...measured.map(({ ms }) => ms))
      const faults = measured
        .filter(({ ms }) => ms > limitMs)
        .map(({ where, pattern, ms }) => `${where}: /${pattern}/ — ${Math.round(ms)} мс`)
      const planted = { pattern: '[. ]+$', flags: 'g' }
      const found = slowest(planted, attacks(planted.pattern, length)) > limitMs
      return {
        measured: `${expressions.length} выражений, самое долгое на всех своих строках вместе — ${withComma(worst)} мс`,
        faults: firstOf(faults, 40),
        control: { planted: `/${planted.pattern}/`, found },
      }
    },
  },
]
