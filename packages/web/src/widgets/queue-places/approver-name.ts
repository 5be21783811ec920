import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'

/** «Lastname Firstname Middlename» as headings and lists show it. */
export const fullNameOf = ({
  lastName,
  firstName,
  middleName,
}: Pick<Approver, 'lastName' | 'firstName' | 'middleName'>): string =>
  [lastName, firstName, middleName].filter(Boolean).join(' ')
