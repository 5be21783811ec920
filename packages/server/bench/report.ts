import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../../../docs/benchmarks.md')

const intro = `# Скорость: измерения

Пишет \`npm run bench\`; руками не правится. Отдельная часть: \`npm run bench addresses\`, \`npm run bench api\`, \`npm run bench blacklists\`, \`npm run bench calculators\`, \`npm run bench cases\`, \`npm run bench distribution\`, \`npm run bench documents\`, \`npm run bench journeys\`, \`npm run bench live\`, \`npm run bench organisation\`, \`npm run bench products\`, \`npm run bench recognition\`, \`npm run bench references\`, \`npm run bench scale\`, \`npm run bench start\`, \`npm run bench underwriting\`, \`npm run bench web\`. База, серверы, нагрузка и браузер работают на одной машине и делят её ядра, поэтому абсолютные числа говорят о машине, а отношения — о продукте.
`

/** How busy others kept the machine before the measurement began; above the number of cores the times say little. */
const loadBefore = loadavg()[0] ?? 0

/** A part of docs/benchmarks.md and whether its limits were met. */
export interface Section {
  readonly title: string
  readonly markdown: string
  /** Limits that were not met; empty when all were. */
  readonly missed: readonly string[]
}

const machine = () => {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model.trim() ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} ГБ, Node ${process.version}`
}

/** Replaces the section in the file, or puts it at the end; the other sections stay. */
export function writeSection({ title, markdown, missed }: Section): void {
  const old = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : []
  const date = new Date().toISOString().slice(0, 10)
  const verdict = missed.length === 0 ? 'Все границы соблюдены.' : `**Не соблюдено:** ${missed.join('; ')}.`
  const text = `## ${title}\n\n${date}, ${machine()}; чужая загрузка перед началом: ${number(loadBefore, 1)}. ${verdict}\n\n${markdown.trim()}\n\n`
  const at = old.findIndex((part) => part.startsWith(`## ${title}\n`))
  const parts = at === -1 ? [...old, text] : old.with(at, text)
  writeFileSync(file, `${intro}\n${parts.join('').trimEnd()}\n`)
}

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The value that `part` of all do not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** A number as Russian text. */
export const number = (value: number, digits = 0): string =>
  value.toLocaleString('ru', { minimumFractionDigits: digits, maximumFractionDigits: digits })
