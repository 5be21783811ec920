interface Case {
  readonly full: string
}

/** What an application costs: the means of its people, and prices. */
export const callsOfPrices = {
  getCaseMeans: ({ full }: Case) => ({ params: { id: full } }),
  getCasePrice: ({ full }: Case) => ({ params: { id: full } }),
  findCaseOffers: ({ full }: Case) => ({ params: { id: full }, body: {} }),
  takeCaseOffer: ({ full }: Case) => ({ params: { id: full }, body: { productId: 1, rate: '21.4' } }),
}
