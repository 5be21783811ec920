import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig, normalizePath, type Plugin, runnerImport } from 'vite'
import { cut, reach } from './chunks.ts'
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

/** Modules of what comes before any page, by what needs them first. */
const parts = {
  signIn: new Set<string>(),
  calls: new Set<string>(),
  shell: new Set<string>(),
  /** Of the first list, what many pages need too. */
  common: new Set<string>(),
}
/** Names of the chunks of everything else, by module. */
const chunkOfPages = new Map<string, string>()
const ofContract = /\/packages\/contract\/src\//
const ownCode = /\/packages\/(?:web|contract)\/src\//
const firstList = '/approvers-list.page.tsx'
/** The least number of pages that need a module for it to come with the first list. */
const manyPages = 12
/** Bytes brought in vain that are as bad as one more file. */
const fileCost = 1500
/** What is left of packed code when it is minified too. */
const minified = 0.7
/** How much of a byte brought in vain matters: by every page, by a part that comes when it is asked for, by the first page. */
const weight = { page: 1, late: 0.03, firstPage: 4 }

/** Names by which a person knows chunks in a list of files: of the heaviest module, with a number where two are alike. */
function named(chunks: readonly (readonly string[])[], sizeOf: (id: string) => number): Map<string, string> {
  const used = new Map<string, number>()
  return new Map(
    chunks.flatMap((ids) => {
      const heaviest = ids.reduce((most, id) => (sizeOf(id) > sizeOf(most) ? id : most))
      const name = basename(heaviest).replace(/[.?].*$/, '')
      const count = (used.get(name) ?? 0) + 1
      used.set(name, count)
      return ids.map((id) => [id, count === 1 ? `${name}-part` : `${name}-part-${count}`] as const)
    }),
  )
}

/** Finds what the way to the identity server needs, what the first calls need, what every page stands in, and cuts what the pages share. */
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
      const isAhead = (id: string) => parts.signIn.has(id) || parts.calls.has(id) || parts.shell.has(id)
      const isOfPages = (id: string) =>
        (ownCode.test(id) || /\/node_modules\//.test(id)) && chunkOf(id) === null && !isAhead(id)
      const late = new Set(
        ids.flatMap((id) => modules.get(id)?.dynamicallyImportedIds ?? []).filter((id) => !isAhead(id)),
      )
      const pages = [...late].filter((id) => id.includes('.page.tsx'))
      const neededBy = pages.map((page) => reach([page], imported))
      const first = neededBy[pages.findIndex((page) => page.includes(firstList))] ?? []
      parts.common = new Set(
        [...first].filter(
          (id) => isOfPages(id) && neededBy.filter((needed) => needed.has(id)).length >= manyPages,
        ),
      )
      const size = new Map(ids.map((id) => [id, gzipSync(modules.get(id)?.code ?? '').length * minified]))
      const sizeOf = (id: string) => size.get(id) ?? 0
      chunkOfPages.clear()
      const graph = {
        ids: ids.filter((id) => isOfPages(id) && !parts.common.has(id)),
        imports: imported,
        sizeOf,
        roots: [...late].map((id) => ({
          id,
          weight: id.includes(firstList) ? weight.firstPage : pages.includes(id) ? weight.page : weight.late,
        })),
      }
      for (const [id, name] of named(cut(graph, fileCost), sizeOf)) chunkOfPages.set(id, name)
    },
  }
}

const own = (isOf: (id: string) => boolean) => (id: string) => ownCode.test(id) && isOf(id)

/** Modules of which the pages need what they come to, and not what they come from: they are run while the pages are built. */
const computed = [
  'cases/case-menu',
  'cases/case-paths',
  'cases/case-talk-rights',
  'common/error-types',
  'documents/document-owners',
  'operations',
].map((name) => normalizePath(join(import.meta.dirname, `../contract/src/${name}.ts`)))

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

const jsonSchemas = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

/** Leaves out of zod what writes JSON Schema: the server alone describes itself by it. */
function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    async load(id) {
      if (!jsonSchemas.test(id)) return null
      const names = Object.keys((await import(id)) as object)
      const refuse = `() => { throw new Error('The browser part writes no JSON Schema') }`
      return [`const refuse = ${refuse}`, ...names.map((name) => `export { refuse as ${name} }`)].join('\n')
    },
  }
}

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
      const inCircle = chunks.filter(({ fileName, imports }) => reach(imports, imported).has(fileName))
      // The shell and what draws it are one program in two files.
      const names = inCircle.map(({ name }) => name).filter((name) => name !== 'shell' && name !== 'show-app')
      if (names.length > 0) this.error(`Chunks need each other: ${names.join(', ')}`)
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
    noJsonSchema(),
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
            {
              name: 'common',
              test: (id) => parts.common.has(id),
              includeDependenciesRecursively: false,
            },
            {
              name: (id) => chunkOfPages.get(id) ?? null,
              debugName: 'parts of pages',
              test: (id) => chunkOfPages.has(id),
              includeDependenciesRecursively: false,
            },
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
