import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)
const ofPdf = join(dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts')
const ofSystem = '/usr/share/fonts/truetype'

const files: Readonly<Record<string, string>> = {
  'Specimen Sans': join(ofPdf, 'LiberationSans-Regular.ttf'),
  'Specimen Sans Bold': join(ofPdf, 'LiberationSans-Bold.ttf'),
  'Specimen Serif': join(ofSystem, 'liberation/LiberationSerif-Regular.ttf'),
  'Specimen Mono': join(ofSystem, 'liberation/LiberationMono-Regular.ttf'),
  'Specimen Wide Serif': join(ofSystem, 'dejavu/DejaVuSerif.ttf'),
}

/** Names of the fonts that are on this machine; two of them always are. */
export const specimenFonts: ReadonlySet<string> = new Set(
  Object.entries(files)
    .filter(([name, path]) => existsSync(path) && GlobalFonts.registerFromPath(path, name) !== null)
    .map(([name]) => name),
)

/** Those of the wanted fonts that are there, or the one that always is. */
export function availableFonts(...wanted: readonly string[]): readonly string[] {
  const found = wanted.filter((name) => specimenFonts.has(name))
  return found.length > 0 ? found : ['Specimen Sans']
}
