import type { FirmFacts, PhoneFacts } from './facts.rules.ts'
import type { Match } from './match-person.rules.ts'

/** Forms of organisation, which stand before or after a name, whole or shortened. */
const forms =
  /(?<![\p{L}\d])(?:общество с ограниченной ответственностью|(?:публичное |непубличное |закрытое |открытое )?акционерное общество|индивидуальный предприниматель|ооо|оао|зао|пао|нао|ао|ип|гуп|муп|фгуп|гбу|мбу)(?![\p{L}\d])/gu

/** The name of an organisation as it is compared: no form, quotes and signs. */
export const firmName = (name: string): string =>
  name
    .slice(0, 500)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(forms, ' ')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()

const namesOf = ({ names }: FirmFacts): string[] => names.map(firmName).filter((name) => name !== '')

/** How a legal person's entry agrees with an organisation; null where it does not. */
export function matchFirm(entry: FirmFacts, firm: FirmFacts): Match | null {
  const numbers = [
    ...(entry.inn !== null && entry.inn === firm.inn ? ['ИНН'] : []),
    ...(entry.ogrn !== null && entry.ogrn === firm.ogrn ? ['ОГРН'] : []),
  ]
  const isNamed = namesOf(entry).some((name) => namesOf(firm).includes(name))
  if (numbers.length > 0)
    return {
      exact: true,
      score: 100,
      agreed: [...numbers, ...(isNamed ? ['Наименование'] : [])],
      against: [],
    }
  const isOther = entry.inn !== null && firm.inn !== null
  if (!isNamed || isOther || entry.regionCode === null || entry.regionCode !== firm.regionCode) return null
  return { exact: false, score: 70, agreed: ['Наименование', 'Регион'], against: [] }
}

/** How a phone's entry agrees with somebody's phones; null where it does not. */
export const matchPhone = (entry: PhoneFacts, asked: PhoneFacts): Match | null =>
  entry.phones.some((phone) => asked.phones.includes(phone))
    ? { exact: true, score: 100, agreed: ['Телефон'], against: [] }
    : null
