const parts = ['PERSON', 'EMPLOYER', 'REALTY', 'CASE'] as const
/** The parts of the grid, as the address names them. */
export type ChecksPart = (typeof parts)[number]

/** Which part of the grid is open. */
export const checksSearch = ({ part }: Record<string, unknown>): { part?: ChecksPart } => {
  const known = parts.find((one) => one === part)
  return known === undefined ? {} : { part: known }
}
