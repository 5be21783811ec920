/** Who brings the client leads the case up to the check and after the decision. */
export const byAgent = ['Send'] as const

/** The client wants nothing any more. */
export const refuse = {
  action: 'refuseByClient',
  label: 'Отказ клиента',
  to: 'CLIENT_REFUSED',
  by: byAgent,
  reasons: 'clientRefusalReason',
  comment: 'optional',
  look: 'danger',
} as const

/** What is over goes into the archive by itself. */
export const closeByTerm = {
  action: 'closeByTerm',
  label: 'Закрыта по сроку',
  to: 'ARCHIVE',
  by: 'SYSTEM',
  after: 'refused-case-closing',
} as const
