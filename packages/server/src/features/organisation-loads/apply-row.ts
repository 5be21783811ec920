import type { OrganisationRowKind } from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import type { z } from 'zod'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'

/** What a row is applied with: an open transaction of whoever loads the file, with their rights. */
export interface RowContext extends Context {
  readonly bank: BankFigures
  /** Null: accounts are not kept from here. */
  readonly identity: IdentityAdmin | null
}

/** What a row has done. */
export interface Applied {
  readonly kind: Exclude<OrganisationRowKind, 'error'>
  readonly notes: readonly string[]
  readonly objectId: number
}

/** The values of a row as the form would have sent them; refused with the same words. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  )
}
