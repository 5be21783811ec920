import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { readDsn } from './integrations/error-reports/dsn.ts'

/** The repository's root: default place of `.data`. */
export const root = resolve(import.meta.dirname, '../../..')

/** Whether the text is an address of one of the protocols. */
export const isUrl = (protocols: string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

/** Whether the text says where clamd is. */
export const isClamdUrl = (text: string) => {
  if (!isUrl(['tcp:', 'unix:'])(text)) return false
  const { protocol, hostname, pathname, searchParams } = new URL(text)
  const isPlace = protocol === 'tcp:' ? hostname !== '' && pathname.length < 2 : pathname.length > 1
  return isPlace && ['yes', 'no', null].includes(searchParams.get('required'))
}

/** An address without a slash at the end. */
export const webAddress = z
  .string()
  .refine(isUrl(['http:', 'https:']), 'нужен адрес вида https://host[:порт][/путь]')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
/** A switch. */
export const yesNo = z
  .enum(['yes', 'no', 'true', 'false', '1', '0'], 'нужно yes или no')
  .transform((text) => ['yes', 'true', '1'].includes(text))
/** A whole number within its bounds. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      `нужно целое число от ${min} до ${max}`,
    )
    .transform(Number)
/** A name of Latin letters. */
export const word = z
  .string()
  .regex(/^[\w.-]+$/, 'допустимы латинские буквы, цифры, точка, дефис и подчёркивание')
/** A secret that cannot be guessed soon. */
export const secret = z.string().min(16, 'нужно не менее 16 знаков')
/** A folder; a relative one is of the repository. */
export const path = z.string().transform((text) => (isAbsolute(text) ? text : resolve(root, text)))

/** A DSN of the error-reporting service. */
export const dsn = z
  .string()
  .refine((text) => readDsn(text) !== null, 'нужен адрес вида https://ключ@host/номер-проекта')
