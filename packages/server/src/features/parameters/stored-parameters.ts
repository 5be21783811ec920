import type { ParameterCode } from '@ipoteka-office/contract/parameters/declared.ts'
import type { ParameterValue } from '@ipoteka-office/contract/parameters/parameter-spec.ts'

/** A value as it is stored. */
export interface StoredValue {
  readonly id: number
  readonly validFrom: string
  readonly value: ParameterValue
  readonly source: string
  readonly reason: string
  readonly withdrawn: boolean
  readonly request: { readonly id: number; readonly maker: string; readonly checker: string } | null
}

/** A parameter with its values in the order of their days. */
export interface StoredParameter {
  readonly id: number
  readonly code: ParameterCode
  readonly version: number
  readonly pendingRequestId: number | null
  readonly values: readonly StoredValue[]
}
