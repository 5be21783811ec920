/** A standing home of one owner, appraised by an accredited firm; `day` is the bank's. */
export const homeOf = (day: string, more: Record<string, unknown> = {}) => ({
  role: 'MORTGAGESUBJECT' as const,
  type: 'FLAT',
  numberType: 'CADASTRAL' as const,
  number: '16:50:0110101:123',
  address: { value: 'г. Казань, ул. Баумана, д. 5, кв. 12', regionCode: '16' },
  area: '54',
  price: '8000000',
  rightKind: 'PROPERTY' as const,
  ownership: 'PROPERTY' as const,
  owners: [
    {
      holders: [{ kind: 'PERSON' as const, name: 'Ёлкин Пётр' }],
      share: { numerator: 1, denominator: 1 },
      record: '',
    },
  ],
  extractDate: day,
  encumbrances: [],
  appraisals: [
    {
      appraiser: 'ООО «Верная оценка»',
      reportNumber: '7',
      reportDate: day,
      marketValue: '8100000',
      liquidationValue: null,
    },
  ],
  building: {},
  comment: '',
  ...more,
})

/** What the extract of such a home says. */
export const extractOf = (day: string, more: Record<string, unknown> = {}) => ({
  extractNumber: 'КУВИ-001/2026-1',
  extractDate: day,
  extractCadastral: '16:50:0110101:123',
  extractAddress: 'Казань, Баумана, д. 5, кв. 12',
  extractArea: '54',
  extractRightKind: 'PROPERTY',
  extractOwnership: 'PROPERTY',
  extractOwners: [{ key: 'a', name: 'Елкин Петр' }],
  ...more,
})
