const factor = (rate: string, months: number) => {
  const monthly = Number(rate) / 1_200
  return (1 - (1 + monthly) ** -months) / monthly
}

/** The level payment of a month: near enough to choose sums by. */
export const annuity = (amount: number, rate: string, months: number): number => amount / factor(rate, months)
/** How much can be borrowed for a payment of a month. */
export const affordable = (payment: number, rate: string, months: number): number =>
  payment * factor(rate, months)
