import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import type { InsuranceType } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { TariffLine } from '@ipoteka-office/contract/insurance/premium.ts'

const ages = [
  [18, 30, 18, 12],
  [31, 40, 24, 16],
  [41, 50, 48, 31],
  [51, 60, 95, 62],
  [61, 70, 174, 120],
] as const

const blank = {
  product: null,
  ageFrom: null,
  ageTo: null,
  sex: null,
  occupation: null,
  object: null,
  builtFrom: null,
  builtTo: null,
  material: null,
  to: null,
} as const

/** Percent of hundredths: `0.18`. */
const percent = (hundredths: number) => withoutEndZeros((hundredths / 100).toFixed(4))

/** A made-up tariff of one of the demo insurers; each is a little dearer than the one before. */
export function demoTariff(
  insurer: number,
  from: string,
  { dearer = false }: { readonly dearer?: boolean } = {},
): TariffLine[] {
  const priced = (hundredths: number) => percent(hundredths + insurer + (dearer ? 2 : 0))
  const line = (
    type: InsuranceType,
    hundredths: number,
    minPremium: string,
    more: Partial<TariffLine> = {},
  ) => ({
    ...{ ...blank, type, rate: priced(hundredths), minPremium, from },
    ...more,
  })
  const lines = [
    ...ages.flatMap(([ageFrom, ageTo, male, female]) => [
      line('LIFE', male, '1500.00', { ageFrom, ageTo, sex: 'MALE' }),
      line('LIFE', female, '1500.00', { ageFrom, ageTo, sex: 'FEMALE' }),
    ]),
    line('MORTGAGEDPROPERTY', 10, '1200.00', { object: 'FLAT', builtFrom: 1991 }),
    line('MORTGAGEDPROPERTY', 16, '1200.00', { object: 'FLAT', builtTo: 1990 }),
    line('MORTGAGEDPROPERTY', 14, '1500.00', { object: 'APARTMENT' }),
    line('MORTGAGEDPROPERTY', 42, '3500.00', { object: 'HOUSE_WITH_LAND' }),
    line('OWNERSHIP', 20, '2500.00'),
    line('LIABILITY', 30, '2000.00'),
    line('JOB_LOSS', 110, '3000.00', { ageFrom: 18, ageTo: 60 }),
  ]
  return lines.map((one, at) => ({ ...one, line: at + 2 }))
}
