import { counted, yearsText } from '../../common/counted.ts'
import { type CharacteristicCode, characteristicOf } from './characteristics.ts'
import type { ScoreCharacteristic, ScorecardContent } from './content.ts'
import type { ScorePart } from './scoring.ts'

type NameOf = (dictionary: string, code: string) => string

const comma = (value: string) => value.replace('.', ',')

/** A value of a characteristic as people say it: «7 месяцев», «42,5 %», «Высшее — бакалавриат». */
export function factText(code: CharacteristicCode, value: string | null, nameOf: NameOf): string {
  if (value === null) return 'не известно'
  const { measure } = characteristicOf(code)
  if (measure.kind === 'CODE') return nameOf(measure.dictionary, value)
  if (measure.unit === 'PERCENT') return `${comma(value)}\u00a0%`
  if (measure.unit === 'COUNT' || value.includes('.')) return comma(value)
  const number = Number(value)
  if (measure.unit === 'YEARS') return yearsText(number)
  return counted(number, measure.unit === 'MONTHS' ? ['месяц', 'месяца', 'месяцев'] : ['день', 'дня', 'дней'])
}

/** What a bin takes: «от 6 до 12 месяцев», «меньше 6», «от 36», or the names of its codes. */
export function binText({ code, bins }: ScoreCharacteristic, index: number, nameOf: NameOf): string {
  const { measure } = characteristicOf(code)
  const bin = bins[index]
  if (bin === undefined) return ''
  if (measure.kind === 'CODE') return bin.codes.map((one) => nameOf(measure.dictionary, one)).join(', ')
  const next = bins[index + 1]?.from ?? null
  if (bin.from === null) return next === null ? 'любое значение' : `меньше ${comma(next)}`
  return next === null ? `от ${comma(bin.from)}` : `от ${comma(bin.from)} до ${comma(next)}`
}

/** «Стаж на последнем месте 7 месяцев: 12 из 40 баллов». */
export const partText = ({ code, value, points, most }: ScorePart, nameOf: NameOf): string =>
  `${characteristicOf(code).name} ${factText(code, value, nameOf)}: ${points} из ${counted(most, ['балла', 'баллов', 'баллов'])}`

/** What would give more points, where the client can do something about it; null: nothing. */
export function betterText(
  { characteristics }: ScorecardContent,
  { code, better, points }: ScorePart,
  nameOf: NameOf,
): string | null {
  const found = characteristics.find((one) => one.code === code)
  const bin = found?.bins[better ?? -1]
  if (found === undefined || better === null || bin === undefined || !characteristicOf(code).changes)
    return null
  return `${binText(found, better, nameOf)}: +${bin.points - points}`
}
