/**
 * Names of fields that never leave the form for the browser's storage: identity papers, ИНН, СНИЛС, what a person earns.
 * A list is left out as a whole where all of its rows are of that kind. That every such field of a questionnaire or of a
 * first form is here is checked against the fields' own data.
 */
const names: ReadonlySet<string> = new Set([
  'passport',
  'passportNumber',
  'seriesNumber',
  'passportIssuedOn',
  'passportUnitCode',
  'passportIssuer',
  'previousPassport',
  'previousPassports',
  'foreignDocument',
  'unitCode',
  'inn',
  'employerInn',
  'snils',
  'income',
  'incomes',
  'itSalary',
  'savingsAmount',
  'savingsLoanLimit',
])

/** Whether a field's value may not be kept in the browser. */
export const isPrivateField = (name: string): boolean => names.has(name)
