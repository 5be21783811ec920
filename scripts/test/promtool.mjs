import { has, isRoot, run } from './processes.mjs'

/** Makes sure that rules of alerts can be checked; says so when they cannot, and that test is left out. */
export async function ensurePromtool() {
  if (has('promtool')) return
  console.log('promtool нет, устанавливаем…')
  if (isRoot && has('apt-get'))
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'prometheus'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      quiet: true,
    })
  if (!has('promtool'))
    console.log(
      'promtool не установился: правила тревог им не проверяются (например, apt-get install prometheus).',
    )
}
