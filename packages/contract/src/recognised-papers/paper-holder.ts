/** Whom a document names as its holder; null: nobody. */
export interface NamedHolder {
  readonly participantRole: string | null
  readonly participantName: string
}

/** Whose paper it is: the participant whom the document names, else the only one of the role, else the borrower. */
export function holderOf<P extends { readonly role: string; readonly name: string }>(
  { participantRole, participantName }: NamedHolder,
  participants: readonly P[],
): P | null {
  const ofRole = participants.filter(({ role }) => role === (participantRole ?? 'MAIN_BORROWER'))
  const [only] = ofRole
  return ofRole.find(({ name }) => name === participantName) ?? (ofRole.length === 1 ? (only ?? null) : null)
}
