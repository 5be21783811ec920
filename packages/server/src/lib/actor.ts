import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'

/** Who makes the call: an active employee, found by the verified token. */
export interface Actor {
  readonly employeeId: number
  readonly login: string
  /** Name as it is shown in history and presence. */
  readonly descriptor: string
  readonly partnerId: number
  /** The operator (partner role Ahml) sees every partner's rows; others their own partner and what is under it. */
  readonly isAhml: boolean
  readonly operations: OperationsMap
  /** The session of the token; null: the token names none, or nobody calls. */
  readonly sid?: string | null
}
