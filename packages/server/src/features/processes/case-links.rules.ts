import type { CaseType } from '@ipoteka-office/contract/machines/machines.ts'

const pages: Readonly<Record<CaseType, string>> = {
  LEAD: '/lead/',
  SHORT_APPLICATION: '/short-app-edit/',
  FULL_APPLICATION: '/full-app-edit/',
  LOAN_APPLICATION: '/loan-app-edit/',
}

/** Address of a case's page. */
export const caseLink = ({ type, id }: { readonly type: CaseType; readonly id: number }): string =>
  `${pages[type]}${id}`
