/** An account of the identity server. */
export interface IdentityUser {
  readonly id: string
  readonly login: string
  readonly enabled: boolean
}

/** What an account is made of. */
export interface NewIdentityUser {
  readonly login: string
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string | null
  readonly email: string | null
}

/** Keeps the accounts by which employees sign in; every call may be repeated. */
export interface IdentityAdmin {
  readonly provider: 'EMBEDDED' | 'KEYCLOAK'
  /** Whether `sendPasswordReset` can send letters. */
  readonly canSendLetter: boolean
  findUser(login: string): Promise<IdentityUser | null>
  getUser(id: string): Promise<IdentityUser | null>
  /** Makes an account that may enter the product, without a known password; answers its id. */
  createUser(user: NewIdentityUser): Promise<string>
  /** Lets an account that exists enter the product. */
  linkUser(id: string): Promise<void>
  /** Names of roles that the account has beyond entering the product: rights in the identity server or elsewhere. */
  privilegesOf(id: string): Promise<string[]>
  /** Opens or closes the sign-in; closing ends the sessions. */
  setEnabled(id: string, enabled: boolean): Promise<void>
  /** Ends one session of the account by the name that its tokens bear; without a name all that began until now. */
  endSession(id: string, sid: string | null): Promise<void>
  /** Sets a password that the person has to change at the next sign-in. */
  setPassword(id: string, password: string): Promise<void>
  /** A letter with a link to set a password. */
  sendPasswordReset(id: string): Promise<void>
}

/** The identity server will not do it however often it is asked; the message is for people. */
export class IdentityRefused extends Error {}

/** The identity server did not answer as it should; worth asking again later. */
export class IdentityUnavailable extends Error {
  /** It answered, and not as it should. */
  readonly isUnread: boolean

  constructor(message: string, { isUnread = false } = {}) {
    super(message)
    this.isUnread = isUnread
  }
}

/** The realm role by which people enter the product. */
export const entryRole = 'apix_user'
