import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parseSync } from '@swc/core'
import { type Check, firstOf } from '../check.ts'
import { withComma } from '#progress.ts'

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

/** Strings that start like a match, go on for long and end wrong. */
function attacks(pattern: string, length: number): string[] {
  const own = [...new Set(pattern.replace(/[^\p{L}\d\-/.,:=_ ]/gu, ''))].slice(0, 12)
  return [...pieces, ...own, ...own.map((letter) => `${letter}0`)].map(
    (piece) => `${piece.repeat(Math.ceil(length / piece.length))}\u0001`,
  )
}

/** Milliseconds of the slowest attack; the time limit where it does not end. */
function slowest({ pattern, flags }: { pattern: string; flags: string }, texts: readonly string[]): number {
  let worst = 0
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''))
  for (const text of texts) {
    const begun = performance.now()
    try {
      runInNewContext('expression.test(text)', { expression, text }, { timeout: 1_000 })
    } catch {
      return 1_000
    }
    worst = Math.max(worst, performance.now() - begun)
    if (worst > limitMs * 4) return worst
  }
  return worst
}

export const regexpChecks: Check[] = [
  {
    row: 34,
    title: 'регулярные выражения против строк в 50 000 знаков',
    release: false,
    async run(_bank, extent) {
      const length = extent.of(50_000, 2_000)
      const expressions = findExpressions().filter((_, at) => at % extent.of(1, 40) === 0)
      const faults: string[] = []
      let worst = 0
      for (const each of expressions) {
        const texts = attacks(each.pattern, length)
        let ms = slowest(each, texts)
        // A busy machine must not look like a slow expression.
        for (let again = 0; again < 3 && ms > limitMs; again += 1) ms = Math.min(ms, slowest(each, texts))
        worst = Math.max(worst, ms)
        if (ms > limitMs) faults.push(`${each.where}: /${each.pattern}/ — ${Math.round(ms)} мс`)
      }
      const planted = slowest({ pattern: '^(a+)+$', flags: '' }, [`${'a'.repeat(28)}!`])
      return {
        measured: `${expressions.length} выражений, самое долгое ${withComma(worst)} мс`,
        faults: firstOf(faults, 40),
        control: { planted: '/^(a+)+$/', found: planted > limitMs },
      }
    },
  },
]
