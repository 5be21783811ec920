import { registered as known } from '@ipoteka-office/contract/cases/types/registered.ts'
import { claimType } from './claim.ts'

/** The list of types with one line more. */
export const registered = { ...known, CLAIM: claimType } as const
