/** Whom the bureaus are asked about. */
export interface SelfBanPerson {
  readonly fullName: string
  readonly birthDate: string | null
  /** Ten digits. */
  readonly passport: string | null
  readonly inn: string | null
}

/** What one bureau of credit histories says. */
export interface BureauAnswer {
  readonly name: string
  readonly answer: 'NO_BAN' | 'BAN'
  /** Since when the ban is in force. */
  readonly since: string | null
}

/** A bureau did not answer; the question is asked again later. */
export class SelfBanUnavailable extends Error {}

/**
 * Asks all qualified bureaus of credit histories whether a person has forbidden themselves consumer loans. The bureaus'
 * own protocol is not public: the bank's gateway speaks it.
 */
export interface SelfBanClient {
  readonly kind: 'SERVICE' | 'STAND_IN'
  /** Throws `SelfBanUnavailable` unless every bureau has answered: silence of one is not an answer. */
  ask(person: SelfBanPerson, requestId: string, signal: AbortSignal): Promise<readonly BureauAnswer[]>
}
