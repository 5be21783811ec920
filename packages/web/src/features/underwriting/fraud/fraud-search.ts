const parts = ['signals', 'connections', 'verdicts'] as const
/** The parts of the page, as the address names them. */
export type FraudPart = (typeof parts)[number]

/** Which part of the page is open. */
export const fraudSearch = ({ part }: Record<string, unknown>): { part?: FraudPart } => {
  const known = parts.find((one) => one === part)
  return known === undefined ? {} : { part: known }
}
