import { withAccountKey } from '@ipoteka-office/contract/common/bank-account.ts'
import { innControlDigit, ogrnControlDigit } from '@ipoteka-office/contract/common/identifiers.ts'

/** A bank of the directory. */
export const testBic = '044525225'

/** An account in the bank of the tests with its key. */
export const testAccount = (serial: number, bic = testBic): string =>
  withAccountKey(`407028100${String(serial).padStart(11, '0')}`, bic)

/** An ИНН that nobody has, with its control digit. */
export const testInn = (serial: number): string => {
  const nine = `99${String(serial).padStart(7, '0')}`
  return nine + innControlDigit(nine)
}

export const testOgrn = (serial: number): string => {
  const twelve = `19900${String(serial).padStart(7, '0')}`
  return twelve + ogrnControlDigit(twelve)
}

/** What a form sends to create a partner. */
export const partnerForm = (serial: number, more: object = {}) => ({
  shortName: `Партнёр ${serial}`,
  fullName: `ООО «Партнёр ${serial}»`,
  inn: testInn(serial),
  kpp: '990001001',
  ogrn: testOgrn(serial),
  okopfCode: '12300',
  regionCode: '77',
  ...more,
})
