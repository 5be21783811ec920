import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runLimited, withMemoryLimit } from './limited-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limited-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const usual = { seconds: 20, megabytes: 400 }
const node = (script: string, limits = usual, signal?: AbortSignal) =>
  runLimited(process.execPath, ['-e', script], limits, signal === undefined ? {} : { signal })

/** Processes whose command line holds the mark. */
async function alive(mark: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'])
  return stdout.split('\n').filter((line) => line.includes(mark) && !line.includes('ps -eo')).length
}

describe('a child process', () => {
  it('takes its input and gives its output', async () => {
    const echo = await runLimited('/bin/cat', [], usual, { input: 'Проба' })
    expect(echo.toString()).toBe('Проба')
  })

  it('that hangs is ended in time, with what it started itself', async () => {
    const mark = `hangs-${process.pid}`
    const script = `
      require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000) // ${mark}'])
      setInterval(() => 0, 1000)`
    const begun = performance.now()
    await expect(node(script, { ...usual, seconds: 1.5 })).rejects.toMatchObject({ end: 'time' })
    expect(performance.now() - begun).toBeLessThan(4_000)
    await sleep(200)
    expect(await alive(mark)).toBe(0)
  })

  it('that takes too much memory is ended', async () => {
    const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(30e6, 1)), 20)'
    await expect(node(greedy, { seconds: 20, megabytes: 250 })).rejects.toMatchObject({ end: 'memory' })
  })

  it('behind the shell cannot even ask for more memory', async () => {
    const [command, args] = withMemoryLimit(200, '/bin/sh', [
      '-c',
      'exec dd if=/dev/zero of=/dev/null bs=600M count=1',
    ])
    await expect(runLimited(command, args, usual)).rejects.toMatchObject({ end: 'failed' })
  })

  it('that does not stop talking is ended', async () => {
    await expect(
      runLimited('/bin/sh', ['-c', 'while :; do echo много; done'], { ...usual, outputBytes: 100_000 }),
    ).rejects.toMatchObject({ end: 'output' })
  })

  it('ends when it is cancelled, and is not begun when it was before', async () => {
    const stop = new AbortController()
    const running = node('setInterval(() => 0, 1000)', usual, stop.signal)
    setTimeout(() => stop.abort(), 100)
    await expect(running).rejects.toMatchObject({ end: 'cancelled' })
    await expect(node('1', usual, stop.signal)).rejects.toMatchObject({ end: 'cancelled' })
  })

  it('that fails or is not there tells why', async () => {
    await expect(node('console.error("беда"); process.exit(3)')).rejects.toThrow('беда')
    await expect(runLimited('/nowhere/at-all', [], usual)).rejects.toThrow('ENOENT')
  })

  it('that does not read what it is given ends as it likes', async () => {
    const much = Buffer.alloc(5_000_000)
    expect((await runLimited('/bin/sh', ['-c', 'exit 0'], usual, { input: much })).length).toBe(0)
  })
})

describe('a recogniser', () => {
  it('leaves no copy of the scan behind, whatever becomes of its child', async () => {
    const { openRecogniser } = await import('#features/recognition/recogniser.ts')
    const { Readable } = await import('node:stream')
    const fake = join(folder, 'tesseract')
    await writeFile(
      fake,
      '#!/bin/sh\ncase "$1" in\n--version) echo "tesseract 5.9.9" ;;\n--list-langs) printf "eng\\nrus\\n" ;;\nesac\n',
      { mode: 0o755 },
    )
    const hanging = join(folder, 'child.ts')
    await writeFile(hanging, 'setInterval(() => 0, 1000)')
    const recogniser = openRecogniser({
      tesseract: fake,
      child: hanging,
      folder,
      limits: { seconds: 1, megabytes: 400 },
    })
    expect(await recogniser.state()).toMatchObject({ available: true, engine: 'Tesseract 5.9.9' })
    const input = {
      kind: 'PASSPORT',
      contentType: 'image/jpeg',
      content: Readable.from(['x']),
      today: '2026-11-21',
    } as const
    await expect(recogniser.recognise(input, new AbortController().signal)).rejects.toMatchObject({
      end: 'time',
    })
    expect((await readdir(folder)).filter((name) => name.startsWith('recognise-'))).toEqual([])
  })

  it('says in Russian that the program is not there and how to install it', async () => {
    const { openRecogniser } = await import('#features/recognition/recogniser.ts')
    const state = await openRecogniser({ tesseract: '/nowhere/tesseract' }).state()
    expect(state).toMatchObject({ available: false, engine: null })
    expect(state.message).toMatch(
      /не установлена.*apt-get install tesseract-ocr tesseract-ocr-rus.*TESSERACT_PATH/,
    )
  })
})
