import type { Anchor, Box } from '../layout.rules.ts'

/** Printed words of the spread and the middle of each, in millimetres from its upper left corner (125 × 176 mm). */
export const passportAnchors: readonly Anchor[] = [
  { text: 'РОССИЙСКАЯ', x: 41, y: 9.2 },
  { text: 'ФЕДЕРАЦИЯ', x: 77, y: 9.2 },
  { text: 'Паспорт', x: 12.2, y: 19.4 },
  { text: 'выдан', x: 18.4, y: 19.4 },
  { text: 'выдачи', x: 16.5, y: 45.4 },
  { text: 'Код', x: 57.8, y: 45.4 },
  { text: 'подразделения', x: 66.5, y: 45.4 },
  { text: 'Личный', x: 12, y: 57.4 },
  { text: 'Личная', x: 12, y: 75.4 },
  { text: 'подпись', x: 18.8, y: 75.4 },
  { text: 'Фамилия', x: 50, y: 99.4 },
  { text: 'Имя', x: 47.8, y: 113.4 },
  { text: 'Отчество', x: 50, y: 120.4 },
  { text: 'Пол', x: 47.8, y: 127.4 },
  { text: 'рождения', x: 72.2, y: 128 },
  { text: 'Место', x: 48.8, y: 132.8 },
  { text: 'рождения', x: 50.2, y: 135 },
]

/** A zone of the spread that one value is printed in. */
export interface Zone extends Box {
  /** Lines of text it has room for. */
  readonly lines: number
}

const zone = (x: number, y: number, width: number, height: number, lines = 1): Zone => ({
  x,
  y,
  width,
  height,
  lines,
})

/** Where the values are printed, in the same millimetres; wide enough for a printer that missed its line. */
export const passportZones = {
  issuer: zone(24, 16, 88, 24.5, 3),
  issueDate: zone(23, 41.5, 32, 6.5),
  unitCode: zone(77, 41.5, 34, 6.5),
  lastName: zone(55, 94.5, 57, 14, 2),
  firstName: zone(55, 109, 57, 6.6),
  middleName: zone(55, 116, 57, 6.6),
  sex: zone(51, 123, 15.5, 6.6),
  birthDate: zone(78, 123, 33, 6.6),
  birthPlace: zone(54.5, 130.2, 57, 21.5, 3),
  mrz: zone(0, 153.5, 125, 17, 2),
} as const satisfies Record<string, Zone>
export type PassportZone = keyof typeof passportZones

/** The strips at the right edge with series and number, printed from top to bottom. */
export const seriesZones: readonly Box[] = [zone(112.5, 14, 12, 64), zone(112.5, 98, 12, 58)]
