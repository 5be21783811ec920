let offset = 0

/** Takes the server's clock from an answer's header; a broken header changes nothing. */
export function noteServerTime(header: string | null, now: number = Date.now()): void {
  const server = header === null ? Number.NaN : Date.parse(header)
  if (!Number.isNaN(server)) offset = server - now
}

/** The server's time: what «now» means wherever a deadline or a shift is shown. */
export function serverNow(): Date {
  return new Date(Date.now() + offset)
}
