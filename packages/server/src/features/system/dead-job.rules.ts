/** What a job was about: only its numbers, which say nothing without the right to what they number. */
export const aboutWords = (data: Readonly<Record<string, unknown>> | null): string =>
  Object.entries(data ?? {})
    .filter(([, value]) => Number.isSafeInteger(value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
