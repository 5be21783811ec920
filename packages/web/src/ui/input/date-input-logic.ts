import type { DigitsMask } from './masked-input-logic.ts'

const iso = /^(\d{4})-(\d{2})-(\d{2})$/
const spelled = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
const typed = /^(\d{2})\.(\d{2})\.(\d{4})$/

/** `##.##.####`; a day or a month of one digit gets its zero when the dot is typed; «2026-11-20» and «5.3.2026» may be pasted. */
export const dateMask: DigitsMask = {
  mask: [/\d/, /\d/, '.', /\d/, /\d/, '.', /\d/, /\d/, /\d/, /\d/],
  preprocessors: [
    ({ elementState, data }) => {
      const pasted = iso.exec(data.trim())
      if (pasted) return { elementState, data: `${pasted[3]}.${pasted[2]}.${pasted[1]}` }
      const [, day = '', month = '', year] = spelled.exec(data.trim()) ?? []
      if (year !== undefined)
        return { elementState, data: `${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year}` }
      const { value, selection } = elementState
      const short = /^(?:|\d{2}\.)(\d)$/.exec(value)?.[1]
      if (short === undefined || !/^[.,/-]$/.test(data)) return { elementState, data }
      return {
        elementState: {
          value: `${value.slice(0, -1)}0${short}`,
          selection: [selection[0] + 1, selection[1] + 1],
        },
        data: '.',
      }
    },
  ],
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The day `YYYY-MM-DD` of «20.11.2026»; the text as it is while it is no day, for the form to refuse. */
export function dayOfText(text: string): string {
  const [, day, month, year] = typed.exec(text) ?? []
  if (day === undefined || month === undefined || year === undefined) return text
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : text
}

/** «20.11.2026» for `2026-11-20`; a text that is no day stays as it was typed. */
export function textOfDay(value: string): string {
  const [, year, month, day] = iso.exec(value) ?? []
  return day === undefined ? value : `${day}.${month}.${year}`
}
