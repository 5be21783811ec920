import type { UserSession } from '@ipoteka-office/contract/session/user-sessions.ts'

/**
 * Why there is nothing to end, in the words given; null while the sessions are not known: who wants to end a stolen one
 * does not wait for the list.
 */
export const whyNoneToEnd = (sessions: readonly UserSession[] | undefined, words: string): string | null =>
  sessions?.length === 0 ? words : null
