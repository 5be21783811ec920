import { farEastTerms } from '@ipoteka-office/contract/programmes/state-terms.ts'
import { purchaseGoals } from '@ipoteka-office/contract/sections/credit.ts'

interface Terms {
  readonly programme: string | null
  readonly regionCode: string
  readonly price: string
  readonly down: string
  readonly amount: string
  readonly months: number
  readonly serial: number
}

const goals: Readonly<Record<string, string>> = {
  '1': 'PRIMARY_MARKET',
  '9': 'REFINANCING',
  '106': 'PRIMARY_MARKET',
  '107': 'PRIMARY_MARKET',
}
/** Programmes that are given once, and at their own rates. */
const preferential: Readonly<Record<string, string>> = {
  '105': '6.000',
  '6': '6.000',
  '106': '6.000',
  '107': '2.000',
  '108': '3.000',
}

/** Parameters of a made-up mortgage. */
export function creditOf({
  programme,
  regionCode,
  price,
  down,
  amount,
  months,
  serial,
}: Terms): Record<string, unknown> {
  const code = programme ?? '2'
  const goal = goals[code] ?? 'SECONDARY_MARKET'
  const rate = preferential[code]
  return {
    programme: code,
    goal,
    regionCode,
    propertyPrice: price,
    ...(goal === 'REFINANCING'
      ? {
          refinancedCredits: [
            {
              key: `00000000-0000-4000-8001-${String(serial).padStart(12, '0')}`,
              creditor: 'АО «Прежний банк»',
              contractNumber: `КД-${10_000 + serial}`,
              contractDate: '2023-04-17',
              balance: amount,
              rate: '21.500',
            },
          ],
        }
      : { downPayment: down, downPaymentSource: 'SAVINGS' }),
    amount,
    termMonths: Math.min(months, 360),
    rate: rate ?? '19.900',
    maternityCapital: false,
    lifeInsurance: true,
    ...(['105', '6', '106', '107'].includes(code) && { preferentialLoanUsed: false }),
    ...(['105', '6'].includes(code) && goal === 'SECONDARY_MARKET' && { secondaryPlace: true }),
    ...(code === '107' && { farEastBasis: 'DOCTOR' }),
    ...(code === '107' && regionCode in farEastTerms.partly && { arcticPlace: true }),
    ...(code === '108' && { ruralPlace: true }),
  }
}

/** Parameters of a made-up consumer loan. */
export const loanOf = ({ amount, months, regionCode }: Terms): Record<string, unknown> => ({
  productType: 'CASH_BASE',
  goal: 'REPAIR',
  amount,
  termMonths: months,
  rate: '24.900',
  regionCode,
  taxStatus: 'RESIDENT',
  receiver: 'CLIENT',
  insurance: false,
  disbursement: 'CARD',
  cardProduct: 'DEBIT_OVERDRAFT',
  cardPaymentSystem: 'MIR',
  cardTariff: 'BASE',
})

/** The month's payment, in whole roubles: made-up people earn by it. */
export function paymentOf({ amount, months }: Terms, rate: string): number {
  const monthly = Number(rate) / 1_200
  return Math.round((Number(amount) * monthly) / (1 - (1 + monthly) ** -months))
}

const two = (value: number) => String(value).padStart(2, '0')

/** Who sells; null where nothing is bought. */
export function sellerOf(goal: string, serial: number): Record<string, unknown> | null {
  if (!(purchaseGoals as readonly string[]).includes(goal)) return null
  const phone = `+7000${String(5_000_000 + serial).padStart(7, '0')}`
  if (goal === 'PRIMARY_MARKET')
    return {
      kind: 'DEVELOPER',
      name: 'ООО «Специализированный застройщик»',
      inn: '7701000019',
      phone,
      represented: false,
    }
  return {
    kind: 'INDIVIDUAL',
    name: 'Образцов Пётр Ильич',
    passport: `92${two(5 + (serial % 20))}${String(700_000 + (serial % 200_000)).padStart(6, '0')}`,
    phone,
    rightSince: `${2005 + (serial % 15)}-06-18`,
    rightInMarriage: serial % 3 === 0,
    minorOwners: false,
    shareSale: false,
    represented: false,
  }
}
