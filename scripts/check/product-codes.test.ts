import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, test } from 'vitest'

const packages = resolve(import.meta.dirname, '../../packages')
const delivered = JSON.parse(
  readFileSync(join(packages, 'server/src/db/seed/data/dictionaries.json'), 'utf8'),
) as Record<string, { readonly items: readonly (readonly [code: string])[] }>
const codes = (delivered['product/type']?.items ?? []).map(([code]) => code)
/** Long enough to be nothing else; a digit or two is a code only beside a word that says so. */
const long = codes.filter((code) => code.length > 2)
const any = codes.join('|')
const words = '[pP]rogrammes?\\w*|product\\/type|typeCode|productTypes?'

const signs: readonly RegExp[] = [
  new RegExp(`(['"])(?:${long.join('|')})\\1`, 'g'),
  // A table by programme: `105: …`, `'9': …` after a name that speaks of programmes, and a comparison or a list of them.
  new RegExp(`\\b(?:${words})\\b[^;\\n]{0,60}[^\\w.](['"]?)(?:${any})\\1(?=\\s*[:,\\]})])`, 'g'),
  new RegExp(`\\b(?:${words})\\b\\W{0,12}[!=]==?\\s*(['"])(?:${any})\\1`, 'g'),
]
/** Percents a year: a decimal beside a word that speaks of a rate; nothing is lent at zero. */
const rates = [
  /\b(?:\w*[rR]ates?(?:Of|By|For)?\w*)\s*[:=]\s*(['"])(?!0\1)\d{1,2}(?:\.\d{1,3})?\1/g,
  /\b(?:\w*[rR]ates?\w*)\b[^;\n]{0,60}\{[^}\n]*:\s*(['"])(?!0\1)\d{1,2}(?:\.\d{1,3})?\1/g,
]

/** File → what stands there → why it is neither a programme nor a rate of the bank. */
const other: Readonly<Record<string, readonly (readonly [literal: string, why: string])[]>> = {
  'server/src/features/products/pricing/papers/worked-example.ts': [
    ["'110'", 'the debt and a tenth, in percent'],
  ],
  'server/src/integrations/dadata/stand-in-parties.ts': [
    ["'110'", 'a code of untrustworthy data of the register'],
  ],
  'server/src/integrations/credit-bureaus/stand-in/invent-credits.ts': [
    ["rate: '39.9'", 'credits of other banks, made up by the stand-in of a bureau'],
    ["rate: '28.4'", 'the same'],
    ["rate: '24.9'", 'the same'],
  ],
  'web/src/features/calculator/borrower-state.ts': [
    ["rate: '17.35'", 'an example to type over: nothing is sold by it'],
  ],
  'web/src/features/calculator/calculator-state.ts': [
    ["rate: '17.35'", 'an example to type over: nothing is sold by it'],
  ],
}

const isElsewhere = (path: string) =>
  /\.test\.tsx?$|\/(?:seed|testing|migrations|stub|dev-ui|parameters)\/|schema\.gen/.test(path)

const without = (source: string, path: string) =>
  (other[path] ?? []).reduce((left, [literal]) => left.replaceAll(literal, ''), source)
const findings = (source: string): string[] =>
  [...signs, ...rates].flatMap((sign) => [...source.matchAll(sign)].map(([found]) => found))

const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: packages })
  .filter((path) => !isElsewhere(path))
  .toSorted()
const sourceOf = (path: string) => readFileSync(join(packages, path), 'utf8')

test('no programme and no rate stands in the code: products, their versions and dictionaries say them', () => {
  const found = files.flatMap((path) =>
    findings(without(sourceOf(path), path)).map((one) => `${path}: ${one}`),
  )
  expect(found).toEqual([])
})

test('everything that is let through is still there', () => {
  const gone = Object.entries(other).flatMap(([path, literals]) =>
    literals
      .filter(([literal]) => !sourceOf(path).includes(literal))
      .map(([literal]) => `${path}: ${literal}`),
  )
  expect(gone).toEqual([])
})

it.each([
  ["const isFarEast = whenIs('programme', '107')"],
  ["['5', '6', '7'].includes(String(programme)) || programme === '5'"],
  ["const programmes = { FAMILY_MORTGAGE: '105' }"],
  ["const programmeRates = { 105: '6', 9: '18.9' }"],
  ["const marketRate = '18.9'"],
  ["if (typeCode === '9') return"],
])('%s is found', (line) => {
  expect(findings(line)).not.toEqual([])
})

it.each([["const level = { code: '4' }"], ["timeout: '105s'"], ["points: '0.300'"]])(
  '%s is nothing of the kind',
  (line) => {
    expect(findings(line)).toEqual([])
  },
)
