import { caseTypes, queuedType } from './types/case-types.ts'

// The pages have what this file comes to, computed while they are built: a link needs no types of cases.

/** The address of the page of a case that approvers look at, without its number. */
export const queuedCasePath: string = caseTypes[queuedType].path

/** Addresses of the pages of cases by type, without their numbers. */
export const pathsOfCases: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(caseTypes).map(([type, { path }]) => [type, path]),
)
