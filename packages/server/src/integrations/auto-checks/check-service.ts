/** Who a service is asked about. */
export interface CheckedPerson {
  readonly fullName: string
  readonly birthDate: string | null
  readonly passport: string | null
  readonly inn: string | null
  readonly snils: string | null
  readonly phone: string | null
  readonly employerInn: string | null
}

/** One question to one service. */
export interface CheckQuestion {
  /** The same for every attempt. */
  readonly requestId: string
  readonly code: string
  readonly person: CheckedPerson
  readonly attempt: number
}

/** What a service says; FAIL stops the application. */
export interface CheckAnswer {
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly text: string
}

/** The service has not answered: to be asked again, never taken for a pass. */
export class CheckUnavailable extends Error {}

/** Asks outside services about people; throws `CheckUnavailable` when there was no answer. */
export interface CheckService {
  readonly kind: 'SERVICE' | 'STAND_IN'
  ask(question: CheckQuestion, signal: AbortSignal): Promise<CheckAnswer>
}

/** The service that answers a check. */
export type ChecksByCode = (code: string) => CheckService
