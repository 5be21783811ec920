import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Line, type Stage, stagesOf } from './dockerfile.ts'
import { ignoredBy } from './ignored.ts'
import { installedFor } from './installed.ts'

/** What stands in the image at a path: a file of this machine, or a link to another path of the image. */
export type Content = { readonly file: string } | { readonly link: string }

/** An image as far as it can be made without a container: its files, and how it is started. */
export interface Image {
  readonly files: Map<string, Content>
  readonly env: Record<string, string>
  readonly folders: Set<string>
  workdir: string
  user: string
  command: string[]
  health: string[]
  base: string
}

/** What the build is given, and what has been built of it already. */
export interface Sources {
  readonly root: string
  /** Texts of the Dockerfile and of .dockerignore. */
  readonly dockerfile: string
  readonly dockerignore: string
  /** Where the built pages lie. */
  readonly pages: string
}

/** All files below a folder, by their paths from it; `sees` may leave a folder out. */
function filesBelow(folder: string, sees: (path: string) => boolean, base = ''): string[] {
  return readdirSync(join(folder, base), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(base, entry.name)
    if (entry.isDirectory()) return sees(`${path}/`) ? filesBelow(folder, sees, path) : []
    return sees(path) ? [path] : []
  })
}

/** Files of the repository that the build is sent; folders of installed packages are not even looked into. */
function contextOf({ root, dockerignore }: Sources): Map<string, string> {
  const isIgnored = ignoredBy(dockerignore)
  const skipped = /(?:^|\/)(?:node_modules|dist|\.git|\.data|\.cache)\/$/
  const paths = filesBelow(root, (path) => (path.endsWith('/') ? !skipped.test(path) : !isIgnored(path)))
  return new Map(paths.map((path) => [path, join(root, path)]))
}

const empty = (base: string): Image => ({
  files: new Map(),
  env: {},
  folders: new Set(),
  workdir: '/',
  user: 'root',
  command: [],
  health: [],
  base,
})
const copyOf = (image: Image): Image => ({
  ...image,
  files: new Map(image.files),
  env: { ...image.env },
  folders: new Set(image.folders),
})

/** Puts a tree of this machine into the image. */
function put(image: Image, from: string, to: string): void {
  for (const path of filesBelow(from, (one) => !/(?:^|\/)node_modules\/$/.test(one)))
    image.files.set(posix.join(to, path), { file: join(from, path) })
}

/** What each RUN of ours does to the files; one that is not here stops the test, so that it is thought of. */
const runs: readonly { readonly text: RegExp; run(image: Image, sources: Sources): void }[] = [
  // The web is built from all packages; which files they are makes no difference to what comes out.
  { text: /^npm ci --ignore-scripts$/, run: () => undefined },
  {
    text: /^cd packages\/web && NODE_ENV=production node \S*vite\.js build$/,
    run: (image, { pages }) => put(image, pages, '/app/packages/web/dist'),
  },
  {
    text: /^npm ci --ignore-scripts --omit=dev --workspace packages\/server --workspace packages\/contract && rm -rf /,
    run: (image, { root }) => {
      for (const place of installedFor(root, ['packages/server', 'packages/contract'])) {
        if (place === 'node_modules/@ipoteka-office/contract')
          image.files.set(`/app/${place}`, { link: '../../packages/contract' })
        else put(image, join(root, place), `/app/${place}`)
      }
    },
  },
  {
    text: /^apt-get update && apt-get install .* tesseract-ocr tesseract-ocr-rus && rm -rf \/var\/lib\/apt\/lists\/\*$/,
    run: () => undefined,
  },
  { text: /^mkdir \/data && chown node:node \/data$/, run: (image) => void image.folders.add('/data') },
]

/** `rm -rf a b/*` at the end of a RUN. */
function remove(image: Image, text: string): void {
  const [, words = ''] = /rm -rf (node_modules.*)$/.exec(text) ?? []
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const pattern = word.replace(/[.]/g, '\\.').replaceAll('*', '[^/]*')
    const gone = new RegExp(`^${image.workdir}/${pattern}(?:/|$)`)
    for (const path of image.files.keys()) if (gone.test(path)) image.files.delete(path)
  }
}

function copy(image: Image, line: Line & { word: 'COPY' }, from: Map<string, Content>, base: string): void {
  const target = posix.resolve(image.workdir, line.target)
  for (const source of line.sources) {
    const place = posix.resolve(base, source)
    const single = from.get(place)
    const isInto = line.target.endsWith('/') || line.sources.length > 1
    if (single !== undefined) {
      image.files.set(isInto ? posix.join(target, posix.basename(place)) : target, single)
      continue
    }
    const below = [...from].filter(([path]) => path.startsWith(place === '/' ? place : `${place}/`))
    if (below.length === 0) throw new Error(`COPY ${source}: nothing is there`)
    for (const [path, content] of below)
      image.files.set(posix.join(target, path.slice(place.length)), content)
  }
}

function follow(
  image: Image,
  line: Line,
  sources: Sources,
  from: (name: string | null) => Map<string, Content>,
) {
  switch (line.word) {
    case 'COPY':
      return copy(image, line, from(line.from), line.from === null ? '/' : image.workdir)
    case 'RUN': {
      const known = runs.find(({ text }) => text.test(line.text))
      if (known === undefined) throw new Error(`RUN ${line.text}: what it does to the files is not known`)
      known.run(image, sources)
      return remove(image, line.text)
    }
    case 'ENV':
      return void Object.assign(image.env, line.values)
    case 'WORKDIR':
      image.workdir = posix.resolve(image.workdir, line.text)
      return
    case 'USER':
      image.user = line.text
      return
    case 'CMD':
      image.command = line.command
      return
    case 'HEALTHCHECK':
      image.health = line.command
      return
    case 'EXPOSE':
      return
  }
}

/** Follows the Dockerfile; every stage begins from an earlier one or from a foreign image, which counts as empty. */
export function imageOf(sources: Sources): Image {
  const context = new Map<string, Content>(
    Array.from(contextOf(sources), ([path, file]) => [`/${path}`, { file }]),
  )
  const done = new Map<string, Image>()
  let last = empty('')
  const build = ({ base, name, lines }: Stage) => {
    const earlier = done.get(base)
    last = earlier === undefined ? empty(base) : copyOf(earlier)
    const filesOf = (stage: string | null) => {
      const files = stage === null ? context : done.get(stage)?.files
      if (files === undefined) throw new Error(`COPY --from=${stage}: no such stage`)
      return files
    }
    for (const line of lines) follow(last, line, sources, filesOf)
    done.set(name, last)
  }
  for (const stage of stagesOf(sources.dockerfile)) build(stage)
  return last
}

/** The repository's own. */
export const ownSources = (root: string): Sources => ({
  root,
  dockerfile: readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'),
  dockerignore: readFileSync(join(root, '.dockerignore'), 'utf8'),
  pages: join(root, 'packages/web/dist'),
})

/** Bytes of all files. */
export const weightOf = ({ files }: Image): number =>
  [...files.values()].reduce((sum, one) => sum + ('file' in one ? statSync(one.file).size : 0), 0)
