/** A step of sign-in failed; the message is what the person reads. */
export class SignInError extends Error {}
