import { useDictionary } from '#widgets/fields/reference-options.ts'

/** The dictionaries in which rows of shares and tariffs are read. */
export function useInsuranceNames() {
  const regions = useDictionary('region')
  const products = useDictionary('product/type')
  const objects = useDictionary('mortgageObjectType')
  const nameIn = (list: readonly { code: string; name: string }[], code: string) =>
    list.find((item) => item.code === code)?.name ?? (list.length === 0 ? '…' : code)
  return {
    regions: regions.filter((item) => item['isSubject'] === true),
    products,
    objects,
    regionName: (code: string) => nameIn(regions, code),
    productName: (code: string) => nameIn(products, code),
  }
}
export type InsuranceNames = ReturnType<typeof useInsuranceNames>
