import { spawnSync } from 'node:child_process'
import { has, isRoot, run } from './processes.mjs'

const hasRussian = () =>
  spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8', timeout: 20_000 })
    .stdout?.split('\n')
    .includes('rus') === true

async function installBySystem() {
  if (!isRoot) return
  if (has('apt-get')) {
    await run('apt-get', ['update', '-qq'], { quiet: true })
    await run(
      'apt-get',
      [
        'install',
        '-y',
        '-qq',
        '--no-install-recommends',
        'tesseract-ocr',
        'tesseract-ocr-rus',
        'tesseract-ocr-eng',
      ],
      { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true },
    )
  } else if (has('dnf'))
    await run('dnf', ['install', '-y', '-q', 'tesseract', 'tesseract-langpack-rus'], { quiet: true })
  else if (has('apk'))
    await run('apk', ['add', '--quiet', 'tesseract-ocr', 'tesseract-ocr-data-rus'], { quiet: true })
}

/** Makes sure that scans can be read; says so when they cannot, and the tests of it are left out. */
export async function ensureTesseract() {
  if (hasRussian()) return
  console.log('Tesseract с русскими данными нет, устанавливаем…')
  await installBySystem()
  if (!hasRussian())
    console.log(
      'Tesseract не установился: распознавание настоящих сканов не проверяется (например, apt-get install tesseract-ocr tesseract-ocr-rus).',
    )
}
