import type { InsurerRef } from '@ipoteka-office/contract/insurance/distributions.ts'

/** An insurer with what its accreditation is on a day. */
export type Insurer = Readonly<InsurerRef>
