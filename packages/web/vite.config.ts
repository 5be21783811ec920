import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig, normalizePath, type Plugin, runnerImport } from 'vite'
import { routes } from './routes.ts'

// The development server serves pages only; everything else is the product's own server.
const server = `http://localhost:${process.env.PORT ?? '8080'}`
const proxied = ['/api', '/auth', '/assets', '/healthz', '/q/']

const has = (id: string, ...packages: string[]) =>
  packages.some((name) => id.includes(`/node_modules/${name}/`))

/** Vendor code in chunks that change rarely and are shared by many pages. */
function chunkOf(id: string): string | null {
  // Sign-in comes before drawing and needs no react-dom.
  if (has(id, 'react')) return 'react'
  if (has(id, 'react-dom', 'scheduler')) return 'react-dom'
  // Only long lists of choices need it.
  if (has(id, '@tanstack/react-virtual', '@tanstack/virtual-core')) return null
  if (has(id, '@tanstack')) return 'tanstack'
  if (has(id, 'zod')) return 'zod'
  return null
}

/** Own modules by what they are needed for; a module is of the first that needs it. */
const parts = {
  signIn: new Set<string>(),
  calls: new Set<string>(),
  shell: new Set<string>(),
  firstList: new Set<string>(),
  caseTypes: new Set<string>(),
  casePage: new Set<string>(),
  caseList: new Set<string>(),
  heavy: new Set<string>(),
}
const ofContract = /\/packages\/contract\/src\//
/** Areas whose code many pages share: a page of another area comes without it. */
const ofCase =
  /\/contract\/src\/(?:cases|full-applications|loan-applications|programmes|short-applications|underwriting)\/|\/widgets\/case\//
/** Lists of cases and of their tasks: they come without what a page of a case stands in. */
const caseLists = [
  '/case-list/case-list-page.tsx',
  '/underwriting/journal-page.tsx',
  '/cases/tasks/tasks.page.tsx',
]
const ofDocuments = /\/contract\/src\/document(?:s|-rules)\//
const ownCode = /\/packages\/(?:web|contract)\/src\//
/** Libraries that a page without them must not come with. */
const heavyLibrary =
  /\/node_modules\/(?:@base-ui|@tanstack\/react-virtual|d3-scale|pdfjs-dist|react-hook-form)\//

/** Everything that is got to from some modules, themselves included. */
function reach(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(from)
  for (const id of reached) for (const one of next(id)) reached.add(one)
  return reached
}

/** Finds what the way to the identity server needs, what the first calls need, what every page stands in, what a list needs, and what brings a heavy library along. */
function findParts(): Plugin {
  return {
    name: 'find-parts',
    apply: 'build',
    buildEnd() {
      // Each is asked for once: an answer is made anew every time.
      const modules = new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id)]))
      const ids = [...modules.keys()]
      const imported = (id: string) => modules.get(id)?.importedIds ?? []
      // The router splits a page while its types are still there: `typeof anEndpoint` outside a function counts as use.
      const greedy = ids.find(
        (id) =>
          id.endsWith('.page.tsx') &&
          imported(id).some(
            (one) => [...reach([one], imported)].some((far) => ofContract.test(far)) && ownCode.test(one),
          ),
      )
      if (greedy !== undefined)
        this.error(
          `${greedy} brings a part of the contract to every page, by a type or by what reads its address`,
        )
      parts.signIn = reach(
        ids.filter((id) => modules.get(id)?.isEntry),
        imported,
      )
      parts.calls = reach(
        ids.filter((id) => id.endsWith('/src/api/load-user.ts')),
        imported,
      )
      parts.shell = reach(
        ids.filter((id) => id.endsWith('/src/app/show-app.tsx')),
        imported,
      )
      parts.firstList = reach(
        ids.filter((id) => id.includes('/approvers-list.page.tsx')),
        imported,
      )
      parts.caseTypes = reach(
        ids.filter((id) => id.includes('/contract/src/cases/types/')),
        imported,
      )
      parts.casePage = reach(
        ids.filter((id) => id.endsWith('/widgets/case/case-page.tsx')),
        imported,
      )
      parts.caseList = reach(
        ids.filter((id) => caseLists.some((list) => id.includes(list))),
        imported,
      )
      parts.heavy = reach(
        ids.filter((id) => heavyLibrary.test(id)),
        (id) => modules.get(id)?.importers ?? [],
      )
    },
  }
}

const own = (isOf: (id: string) => boolean) => (id: string) => ownCode.test(id) && isOf(id)
/** Small enough to come with a page that does not need it. */
const isLight = (id: string) => !parts.signIn.has(id) && !parts.shell.has(id) && !parts.heavy.has(id)
/** Head, panel and talk of a case: many pages stand in them, and no list does. */
const isOfCasePage = (id: string) =>
  /\/widgets\/case\/|\/contract\/src\/cases\/(?:case-talk-rights|task-work)/.test(id) &&
  parts.casePage.has(id) &&
  !parts.caseList.has(id)
/** The operations of all objects are a page's own business: of roles, and of the talk about a case. */
const isOperations = (id: string) => id.endsWith('/contract/src/operations.ts')
const shared = { minShareCount: 12, includeDependenciesRecursively: false }

/** Modules of which the pages need what they come to, and not what they come from: they are run while the pages are built. */
const computed = ['cases/case-menu', 'cases/case-paths', 'documents/document-owners', 'operations'].map(
  (name) => normalizePath(join(import.meta.dirname, `../contract/src/${name}.ts`)),
)

/** Runs a module. Node would keep what its values are computed from: an edit would not reach the pages until a restart. */
const runAnew = (id: string) => runnerImport<object>(id, { configFile: false, logLevel: 'warn' })

/** Leaves of the computed modules their values. */
function computedValues(): Plugin {
  const sources = new Set<string>()
  const run = new Map<string, Awaited<ReturnType<typeof runAnew>>>()
  return {
    name: 'computed-values',
    async buildStart() {
      if (this.environment.mode !== 'build') return
      // Ahead of the build and one after another: beside it, on a busy machine, they outlast the wait for a file.
      for (const id of computed) run.set(id, await runAnew(id))
    },
    async load(id) {
      if (!computed.includes(id)) return null
      const { module, dependencies } = run.get(id) ?? (await runAnew(id))
      for (const file of dependencies) {
        sources.add(file)
        this.addWatchFile(file)
      }
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
    hotUpdate({ file, modules }) {
      if (!sources.has(file)) return
      const loaded = [...this.environment.moduleGraph.idToModuleMap.values()]
      return [...modules, ...loaded.filter(({ id }) => id !== null && computed.includes(id))]
    },
  }
}

/** Chunks that the groups below make of own modules. */
const ownChunks = [
  'sign-in',
  'calls',
  'shell',
  'common',
  'case-types',
  'case-page',
  'cases',
  'documents',
  'forms',
]

/**
 * Stops a build whose shared chunks need each other: what the one takes of the other while it starts is not there yet, and
 * every page that comes with them breaks.
 */
function noChunkCircles(): Plugin {
  return {
    name: 'no-chunk-circles',
    apply: 'build',
    generateBundle(_, files) {
      const chunks = Object.values(files).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
      const imported = (file: string) => importsOf.get(file) ?? []
      const inCircle = chunks.filter(
        ({ fileName, name, imports }) => ownChunks.includes(name) && reach(imports, imported).has(fileName),
      )
      // The shell and what draws it are one program in two files.
      const names = inCircle.map(({ name }) => name).filter((name) => name !== 'shell')
      if (names.length > 0)
        this.error(
          `Chunks need each other: ${names.join(', ')}. What is shared by pages of cases belongs to widgets/case/, or its folder of the contract to ofCase`,
        )
    },
  }
}

/** Puts .br and .gz beside every text file, so that the server sends them without compressing each time. */
function compressedTwins(): Plugin {
  return {
    name: 'compressed-twins',
    apply: 'build',
    writeBundle({ dir = '' }, files) {
      for (const name of Object.keys(files).filter((file) => /\.(m?js|css|svg|wasm)$/.test(file))) {
        const content = readFileSync(join(dir, name))
        const params = {
          // Nine takes seven times as long and saves two bytes of a thousand.
          [constants.BROTLI_PARAM_QUALITY]: 7,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        }
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, { params }))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

const pdfPackage = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')

/** Puts fonts, character maps and decoders of PDF beside our own files: a page asks nobody else for them. */
function pdfAssets(): Plugin {
  const home = dirname(pdfPackage)
  const { version } = JSON.parse(readFileSync(pdfPackage, 'utf8')) as { version: string }
  // The engine of scripts in PDF stays out, it is never started, and so do decoders for browsers without WebAssembly.
  const names = ['cmaps', 'standard_fonts', 'wasm', 'iccs'].flatMap((folder) =>
    readdirSync(join(home, folder))
      .filter((name) => !name.startsWith('quickjs') && !name.includes('_nowasm_'))
      .map((name) => `${folder}/${name}`),
  )
  const base = `static/pdf-${version}/`
  return {
    name: 'pdf-assets',
    generateBundle() {
      for (const name of names)
        this.emitFile({ type: 'asset', fileName: base + name, source: readFileSync(join(home, name)) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${base}`, (request, response, next) => {
        const name = (request.url ?? '').slice(1)
        if (!names.includes(name)) return next()
        response.end(readFileSync(join(home, name)))
      })
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      virtualRouteConfig: routes,
      routesDirectory: './src',
      generatedRouteTree: './src/app/routeTree.gen.ts',
      addExtensions: 'tsx',
      autoCodeSplitting: true,
      disableLogging: true,
      quoteStyle: 'single',
    }),
    react(),
    // The worker of the stub is for development alone.
    { ...msw({ mode: 'worker-only' }), apply: 'serve' },
    computedValues(),
    pdfAssets(),
    findParts(),
    noChunkCircles(),
    compressedTwins(),
  ],
  // The server puts a fresh nonce into every page; Vite marks scripts and styles and adds the meta that the page reads.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    // Tabs opened before a build go on asking for their files; `scripts/lib/build-web.mjs` removes the old ones.
    emptyOutDir: false,
    // What each page brings along is weighed by it: scripts/lib/page-weights.mjs.
    manifest: true,
    assetsDir: 'static',
    sourcemap: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A hundred small files took longer than their content.
          groups: [
            { name: chunkOf, debugName: 'vendor', test: /node_modules/ },
            { name: 'sign-in', test: own((id) => parts.signIn.has(id)) },
            { name: 'calls', test: own((id) => parts.calls.has(id)) },
            { name: 'shell', test: own((id) => parts.shell.has(id)), includeDependenciesRecursively: false },
            // A list stands sooner without the schemas of everything else: to make them takes longer than to load them.
            { name: 'common', test: own((id) => isLight(id) && parts.firstList.has(id)), ...shared },
            { name: 'case-types', test: own((id) => isLight(id) && parts.caseTypes.has(id)), ...shared },
            {
              name: 'case-page',
              test: own((id) => isLight(id) && isOfCasePage(id)),
              includeDependenciesRecursively: false,
            },
            { name: 'cases', test: own((id) => isLight(id) && ofCase.test(id)), ...shared },
            { name: 'documents', test: own((id) => isLight(id) && ofDocuments.test(id)), ...shared },
            { name: 'forms', test: own((id) => isLight(id) && !isOperations(id)), ...shared },
          ],
        },
      },
    },
  },
  // Pages are split off by the router, where the search for libraries does not see them: one found later would make every open tab load anew.
  optimizeDeps: { entries: ['index.html', 'src/**/*.page.tsx', 'src/stub/*.ts'] },
  server: {
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server }])),
      '/ws': { target: server, ws: true },
    },
  },
})
