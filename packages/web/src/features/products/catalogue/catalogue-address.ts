/** What an address of the catalogue may say, all of it as text: the page reads it, so that other pages do not bring how. */
const names = [
  ...['lending', 'amount', 'propertyPrice', 'termMonths', 'region', 'goal', 'objectType', 'age'],
  ...['clientCategory', 'incomeVerification', 'lifeInsurance', 'electronicRegistration', 'pledgedOutside'],
  ...['order', 'compare', 'options', 'shown'],
] as const

export type CatalogueSearch = Readonly<Record<string, string>>

export const readSearch = (search: Record<string, unknown>): CatalogueSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const said = search[name]
      return typeof said === 'string' && said !== '' ? [[name, said]] : []
    }),
  )
