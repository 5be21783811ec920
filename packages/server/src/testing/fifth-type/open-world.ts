import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const packages = pathToFileURL(join(import.meta.dirname, '../../../../')).href
const own = new URL('./', import.meta.url).href
const mark = '?with=claims'
/** Lists that have one line more in the other program. */
const longer: readonly (readonly [ending: string, file: string])[] = [
  ['/contract/src/cases/types/registered.ts', 'registered.ts'],
  ['/server/src/case-behaviours.ts', 'case-behaviours.ts'],
]

/**
 * Loads the program a second time beside the one that the other tests use: every module anew, with one type of cases more
 * in the two lists that name the types.
 */
export function openWorld(): Promise<typeof import('./world.ts')> {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const isOfProgram = found.url.startsWith(packages) && !found.url.includes('/node_modules/')
      if (!isOfProgram || !context.parentURL?.endsWith(mark) || found.url.endsWith(mark)) return found
      const list = longer.find(([ending]) => found.url.endsWith(ending))
      const longerUrl = list && `${own}${list[1]}${mark}`
      // The longer list itself begins with the real one.
      const url =
        longerUrl === undefined || longerUrl === context.parentURL ? `${found.url}${mark}` : longerUrl
      return { ...found, url }
    },
  })
  return import(`${own}world.ts${mark}`)
}
