import type { MaskitoOptions } from '@maskito/core'

/** `##:##`; an hour of one digit gets its zero when the colon is typed. */
export const timeMask: MaskitoOptions = {
  mask: [/\d/, /\d/, ':', /\d/, /\d/],
  preprocessors: [
    ({ elementState, data }) => {
      const { value, selection } = elementState
      if (!/^[:.,]$/.test(data) || !/^\d$/.test(value)) return { elementState, data }
      return {
        elementState: { value: `0${value}`, selection: [selection[0] + 1, selection[1] + 1] },
        data: ':',
      }
    },
  ],
}
