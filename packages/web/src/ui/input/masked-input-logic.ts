import type { MaskitoOptions } from '@maskito/core'
import { digitCount } from './paste-logic.ts'

type Preprocessor = NonNullable<MaskitoOptions['preprocessors']>[number]

/** A mask of digits and separators. */
export type DigitsMask = { mask: (string | RegExp)[]; preprocessors?: Preprocessor[] }

/**
 * The mask that takes what is typed, pasted or dropped whole or not at all: more digits than it has places for would
 * push the last ones out unseen. `onRefused` hears what was not taken.
 */
export function wholeMask(
  { mask, preprocessors = [] }: DigitsMask,
  onRefused: (data: string) => void,
): MaskitoOptions {
  const places = mask.filter((sign) => sign instanceof RegExp).length
  const fit: Preprocessor = ({ elementState, data }, action) => {
    const { value, selection } = elementState
    const rest = value.slice(0, selection[0]) + value.slice(selection[1])
    const count = digitCount(data)
    const fits = count === 0 ? data.length <= 1 : digitCount(rest) + count <= places
    if (action !== 'insert' || fits) return { elementState, data }
    onRefused(data)
    return { elementState, data: '' }
  }
  return { mask, preprocessors: [...preprocessors, fit] }
}
