import { text } from './scalars.ts'

/** District, region, quarter (six or seven digits) and number of an object: `78:12:0007021:2016`. */
const pattern = /^\d{2}:\d{2}:\d{6,7}:[1-9]\d{0,8}$/

/** Whether the text is a cadastral number of an object (a quarter alone is not). */
export const isCadastralNumber = (value: string): boolean => pattern.test(value)

/**
 * What a typed or pasted text becomes: spaces and words before the digits away, any dash or dot taken for a colon. What
 * else is no number stays, to be told of: dropped, «77а» would pass for 77.
 */
export const cadastralText = (value: string): string =>
  value
    .replace(/\s+/g, '')
    .replace(/[.\-–—;]/g, ':')
    .replace(/^\D+(?=\d)/, '')

/** A cadastral number as it is sent. */
export const CadastralNumber = text(40)
  .transform(cadastralText)
  .refine(isCadastralNumber, 'Кадастровый номер: 00:00:0000000:0000, например 78:12:0007021:2016')
