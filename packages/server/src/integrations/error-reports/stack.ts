/** A frame as the protocol has it. */
export interface Frame {
  readonly function: string
  readonly filename: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: boolean
}

const mostFrames = 50
const ofV8 = /^\s*at (?:(?:async )?(?:new )?([^(]*?) ?\()?([^()]+):(\d+):(\d+)\)?$/
const ofOthers = /^([^@]*)@(.+):(\d+):(\d+)$/

/** Places of this machine and addresses of the bank say nothing: a file is told from where the product begins. */
function filenameOf(place: string): string {
  const path = place.split(/[?#]/)[0] ?? ''
  const [, own] = /\/((?:packages|node_modules|static|src)\/[\w@./$+-]+)$/.exec(path) ?? []
  if (own !== undefined) return own
  return /^node:[\w/]+$/.test(path) ? path : '(unknown)'
}

const functionOf = (name: string | undefined): string =>
  name !== undefined && /^[\w$.<>#[\] ]{1,80}$/.test(name) ? name.trim() || '?' : '?'

function frameOf(line: string): Frame[] {
  const [, name, place = '', row, column] = ofV8.exec(line) ?? ofOthers.exec(line.trim()) ?? []
  if (place === '') return []
  const filename = filenameOf(place)
  return [
    {
      function: functionOf(name),
      filename,
      lineno: Number(row),
      colno: Number(column),
      in_app: !/node_modules|^node:|^\(/.test(filename),
    },
  ]
}

/** The frames of a stack, the innermost last, as the protocol wants them; the message above them is left out. */
export const framesOf = (stack: string): Frame[] =>
  stack.slice(0, 16_000).split('\n').flatMap(frameOf).slice(0, mostFrames).reverse()
