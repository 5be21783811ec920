/** Who a service is asked about. */
export interface CheckedPerson {
  readonly fullName: string
  readonly birthDate: string | null
  readonly passport: string | null
  readonly inn: string | null
  readonly snils: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly employerInn: string | null
  readonly employerName: string | null
  readonly employerPhone: string | null
}

/** What a service is asked about when it is no person. */
export interface CheckedThing {
  readonly number: string
  readonly address: string | null
}

/** From where a questionnaire was saved, and where the person says they live. */
export interface NetworkQuestion {
  readonly addresses: readonly string[]
  /** Regions of registration and residence; empty: not told. */
  readonly homes: readonly { readonly region: string; readonly name: string }[]
}

/** One question to one service. */
export interface CheckQuestion {
  /** The same for every attempt. */
  readonly requestId: string
  readonly code: string
  /** Null: the question is of an object. */
  readonly person: CheckedPerson | null
  readonly object?: CheckedThing
  /** The question is of addresses of the network. */
  readonly network?: NetworkQuestion
  readonly attempt: number
}

/** What a service says; FAIL stops the application. */
export interface CheckAnswer {
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly text: string
  /** Whatever else the service says, as it said it. */
  readonly details?: unknown
}

/** The service has not answered: to be asked again, never taken for a pass. */
export class CheckUnavailable extends Error {}

/** Who is asked about; a service of people knows nothing of objects. */
export function personIn({ person }: Pick<CheckQuestion, 'person'>): CheckedPerson {
  if (person === null) throw new CheckUnavailable('Служба отвечает только о людях')
  return person
}

/** Asks outside services about people and objects; throws `CheckUnavailable` when there was no answer. */
export interface CheckService {
  readonly kind: 'SERVICE' | 'STAND_IN'
  /** How many questions it takes in a minute, from all processes together; absent: as many as come. */
  readonly perMinute?: number
  ask(question: CheckQuestion, signal: AbortSignal): Promise<CheckAnswer>
}

/** The service that answers a check. */
export type ChecksByCode = (code: string) => CheckService
