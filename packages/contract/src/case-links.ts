import type { CaseType } from './machines/machines.ts'

const pages: Readonly<Record<CaseType, string>> = {
  LEAD: '/lead',
  SHORT_APPLICATION: '/short-app-edit',
  FULL_APPLICATION: '/full-app-edit',
  LOAN_APPLICATION: '/loan-app-edit',
}

/** The address of a case's page. */
export const casePath = (type: CaseType, id: number): string => `${pages[type]}/${id}`
