import { invalid } from './errors.ts'

const maxDepth = 32
/** Only texts with one of these can hold a forbidden character or name once parsed. */
const suspicious = /\\[ubf]|[\u007F\uFFFE\uFFFF]|__proto__|constructor/
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/
const loneSurrogate = /\p{Surrogate}/u
const poisonous = new Set(['__proto__', 'constructor', 'prototype'])
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

const broken = (message: string, path = '') => invalid([{ path, message }], message, 'ER_INVALID_DTO_DATA')
const isBad = (text: string) => control.test(text) || loneSurrogate.test(text)
const joinPath = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

function decode(body: Buffer): string {
  try {
    return decoder.decode(body)
  } catch {
    throw broken('Тело запроса не в кодировке UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw broken('Тело запроса не является правильным JSON')
  }
}

function checkKey(key: string, path: string): void {
  if (poisonous.has(key)) throw broken(`Недопустимое имя поля «${key}»`, path)
  if (isBad(key)) throw broken('Недопустимые символы в имени поля', path)
}

/** Depth is limited by the walk itself, so recursion cannot run away. */
function inspect(value: unknown, path: string, depth: number, thorough: boolean): void {
  if (typeof value === 'string') {
    if (thorough && isBad(value)) throw broken('Недопустимые символы в тексте', path)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxDepth) throw broken(`Вложенность данных больше ${maxDepth}`)
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) inspect(value[at], joinPath(path, at), depth + 1, thorough)
    return
  }
  for (const key of Object.keys(value)) {
    if (thorough) checkKey(key, path)
    inspect((value as Record<string, unknown>)[key], joinPath(path, key), depth + 1, thorough)
  }
}

/**
 * JSON of a request body, strictly: whole UTF-8, limited depth, no control characters or half surrogates in any text
 * (PostgreSQL refuses NUL with an error of its own), no names that reach prototypes. 400 otherwise.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = decode(body)
  const value = parse(text)
  inspect(value, '', 0, suspicious.test(text))
  return value
}
