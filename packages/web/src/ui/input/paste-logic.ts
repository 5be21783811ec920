import { countOf } from '#lib/plural.ts'

const longestQuote = 30

/** Why what was copied elsewhere is not taken: what it was, and what the field holds. */
export function pasteRefusal(pasted: string, holds: string): string {
  const text = pasted.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const short = text.slice(0, longestQuote)
  return `Не вставлено «${short}${short === text ? '' : '…'}»: ${holds}`
}

/** What a field of digits alone holds. */
export const digitsHeld = (count: number): string =>
  `сюда помещается ${countOf(count, 'цифра', 'цифры', 'цифр')}`

/** What a field of text with a longest length holds. */
export const signsHeld = (count: number): string =>
  `сюда помещается ${countOf(count, 'знак', 'знака', 'знаков')}`

/** The text of a field after a paste over its selection. */
export function textAfterPaste(
  {
    value,
    selectionStart,
    selectionEnd,
  }: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  pasted: string,
): string {
  return (
    value.slice(0, selectionStart ?? value.length) +
    pasted.replace(/\r\n?/g, '\n') +
    value.slice(selectionEnd ?? value.length)
  )
}

/** How many digits a text has. */
export const digitCount = (text: string): number => text.replace(/\D/g, '').length
