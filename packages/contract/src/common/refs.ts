import { z } from 'zod'
import { Id } from './scalars.ts'

/** Somebody in short: enough to be told of and to be linked to. */
export const PersonRef = z.object({ id: Id, fullName: z.string() })
export type PersonRef = z.output<typeof PersonRef>

/** A partner in short. */
export const PartnerRef = z.object({ id: Id, shortName: z.string() })
export type PartnerRef = z.output<typeof PartnerRef>

/** A median price by the metre, roubles, and of how many objects it is. */
export const MedianPrice = z.object({ perMetre: z.string(), count: z.int() })
/** A thing with a name of its own in short: a group, a role. */
export const NamedRef = z.object({ id: Id, name: z.string() })
export type NamedRef = z.output<typeof NamedRef>

/** A thing that has a code beside its name in short: a role of users. */
export const CodedRef = z.object({ id: Id, code: z.string(), name: z.string() })
export type CodedRef = z.output<typeof CodedRef>

/** A case in short. */
export const NumberedRef = z.object({ id: Id, number: z.string() })
export type NumberedRef = z.output<typeof NumberedRef>

/** A change that waits for a second person. */
export const PendingRef = z.object({ id: Id, title: z.string(), maker: z.string() })
export type PendingRef = z.output<typeof PendingRef>

/** Names of who asked for a change and of who agreed to it. */
export const SignedBy = z.object({ maker: z.string(), checker: z.string() })

/** What becomes of what, in words. */
export const ValueChange = z.object({ label: z.string(), oldValue: z.string(), newValue: z.string() })
export type ValueChange = z.output<typeof ValueChange>

/** Whether something may be done now; why not where it may not. */
export const Availability = z.object({ enabled: z.boolean(), reasonDisabled: z.string().nullable() })
export type Availability = z.output<typeof Availability>
