/** Warned so many days before the end; a day that was missed is made up for until the next warning is due. */
export const warningDays = [
  { from: 31, to: 60 },
  { from: 8, to: 30 },
  { from: 0, to: 7 },
] as const
