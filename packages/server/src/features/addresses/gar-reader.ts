import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import sax from 'sax'
import type { Attributes } from './gar-records.rules.ts'

/** A record, or a place that could not be read. */
export type Found =
  | { readonly line: number; readonly attributes: Attributes }
  | { readonly line: number; readonly problem: string }

/** A piece of a file, and where reading may go on after it. */
export interface Piece {
  readonly found: readonly Found[]
  /** Bytes from the beginning to the end of the last whole record; null after bytes that are no UTF-8. */
  readonly offset: number | null
  readonly line: number
}

/** Where to begin. */
export interface Place {
  readonly offset: number
  readonly line: number
}

const pieceBytes = 256 * 1024
/** A file with so many breaks is no XML at all. */
const mostProblems = 1_000

/** The file cannot be read to its end. */
export class UnreadableFile extends Error {}

const problems: readonly (readonly [RegExp, string])[] = [
  [/Unclosed root tag|Unexpected end/, 'файл обрывается'],
  [/Unexpected close tag|Unmatched closing tag/, 'лишний закрывающий тег'],
  [
    /Unescaped '<'|Unquoted attribute|Attribute without value|Invalid attribute|Invalid character in (?:attribute|tag)/,
    'испорчен тег',
  ],
  [/Invalid character|entity/i, 'недопустимый символ'],
  [/Max buffer length/, 'значение длиннее 64 КБ'],
]
const problemOf = ({ message }: Error): string => {
  const [first = ''] = message.split('\n')
  return problems.find(([pattern]) => pattern.test(first))?.[1] ?? `ошибка XML: ${first}`
}

/** The name of the outer element, to go on in the middle of the file as if from its beginning. */
async function rootOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4_096), 0, 4_096, 0)
    return /<([A-Za-z_][\w.-]*)[\s/>]/.exec(buffer.toString('utf8', 0, bytesRead))?.[1] ?? 'ITEMS'
  } finally {
    await handle.close()
  }
}

/** Feeds the parser and keeps count of where it is. */
class GarParser {
  readonly #parser = sax.parser(true, { position: true })
  readonly #firstLine: number
  #found: Found[] = []
  #depth = 0
  #problems = 0
  /** The record whose tag was broken is not taken, whatever could be read of it. */
  #broken: string | null = null
  #end = { position: 0, line: 0 }

  constructor(firstLine: number) {
    this.#firstLine = firstLine
    this.#parser.onopentag = ({ attributes }) => this.#open(attributes as Attributes)
    this.#parser.onclosetag = () => {
      this.#depth -= 1
      this.#end = { position: this.#parser.position, line: this.#parser.line }
    }
    this.#parser.onerror = (error) => this.#fail(error)
  }

  get position(): number {
    return this.#parser.position
  }

  get end() {
    return { position: this.#end.position, line: this.#firstLine + this.#end.line }
  }

  write(text: string): readonly Found[] {
    this.#found = []
    this.#parser.write(text)
    return this.#found
  }

  close(): readonly Found[] {
    this.#found = []
    this.#parser.close()
    return this.#found
  }

  #open(attributes: Attributes): void {
    this.#depth += 1
    if (this.#depth === 1) return
    const line = this.#firstLine + this.#parser.line
    this.#found.push(this.#broken === null ? { line, attributes } : { line, problem: this.#broken })
    this.#broken = null
  }

  #fail(error: Error): void {
    // The parser goes on with what follows.
    this.#parser.error = null as unknown as Error
    const problem = problemOf(error)
    this.#problems += 1
    if (this.#problems > mostProblems) throw new UnreadableFile('это не файл XML: слишком много ошибок')
    if (problem === 'значение длиннее 64 КБ') throw new UnreadableFile(problem)
    if (problem === 'испорчен тег' || problem === 'недопустимый символ') this.#broken = problem
    else this.#found.push({ line: this.#firstLine + this.#parser.line, problem })
  }
}

/** Reads a file of the register piece by piece, from a place where it stopped before; memory does not grow with its size. */
export async function* readGarFile(file: string, from: Place): AsyncGenerator<Piece> {
  const parser = new GarParser(from.line)
  if (from.offset > 0) parser.write(`<${await rootOf(file)}>`)
  const decoder = new StringDecoder('utf8')
  let bytes = from.offset
  let isExact = true
  for await (const chunk of createReadStream(file, { start: from.offset, highWaterMark: pieceBytes })) {
    const text = decoder.write(chunk as Buffer)
    const begun = parser.position
    const found = parser.write(text)
    // A broken byte is decoded to a character of another length: places after it are not known.
    isExact &&= !text.includes('\uFFFD')
    const { position, line } = parser.end
    const offset =
      isExact && position > begun ? bytes + Buffer.byteLength(text.slice(0, position - begun)) : null
    bytes += Buffer.byteLength(text)
    yield { found, offset, line }
  }
  const { line } = parser.end
  yield { found: [...parser.write(decoder.end()), ...parser.close()], offset: null, line }
}
