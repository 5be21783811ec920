/** What of the questionnaire is open, as the address has it. */
export interface OpenPlace {
  readonly section?: string
  readonly participant?: number
}

/** Reads the open place from an address; what is none is dropped. */
export function openPlace(search: Record<string, unknown>): OpenPlace {
  const participant = Number(search['participant'])
  return {
    ...(typeof search['section'] === 'string' && { section: search['section'] }),
    ...(Number.isInteger(participant) && participant > 0 && { participant }),
  }
}
