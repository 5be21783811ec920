import type { DigitsMask } from './masked-input-logic.ts'

/** `##:##`; an hour of one digit gets its zero when the colon is typed or «9:30» is pasted. */
export const timeMask: DigitsMask = {
  mask: [/\d/, /\d/, ':', /\d/, /\d/],
  preprocessors: [
    ({ elementState, data }) => {
      if (/^\d[:.]\d{2}$/.test(data.trim())) return { elementState, data: `0${data.trim()}` }
      const { value, selection } = elementState
      if (!/^[:.,]$/.test(data) || !/^\d$/.test(value)) return { elementState, data }
      return {
        elementState: { value: `0${value}`, selection: [selection[0] + 1, selection[1] + 1] },
        data: ':',
      }
    },
  ],
}
