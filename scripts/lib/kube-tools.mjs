import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** What the chart is looked at with, each in this version; the oldest and the newest Kubernetes that it is meant for. */
export const versions = {
  helm: '3.16.4',
  kubeconform: '0.6.7',
  schemas: '1.37.0',
  kubernetes: ['1.30.0', '1.37.0'],
}

/** Kept beside other programs' caches: another clone of the repository finds them there. */
export const toolsFolder = join(
  homedir(),
  '.cache/ipoteka-office',
  `kubernetes-${versions.helm}-${versions.kubeconform}-${versions.schemas}`,
)

const programEnd = process.platform === 'win32' ? '.exe' : ''
const placeOf = (/** @type {string} */ name) => join(toolsFolder, `${name}${programEnd}`)
const orNull = (/** @type {string} */ path) => (existsSync(path) ? path : null)

/** Where the schemas of one version of Kubernetes lie, a file for each kind. @param {string} version */
export const schemasOf = (version) => join(toolsFolder, 'schemas', `v${version}`)

/** Where each program is; null: it is not there. */
export const kubeTools = () => ({
  helm: orNull(placeOf('helm')),
  kubeconform: versions.kubernetes.every((version) => existsSync(schemasOf(version)))
    ? orNull(placeOf('kubeconform'))
    : null,
})
