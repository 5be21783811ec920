const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/** 32 random hexadecimal digits; works on plain http too, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(hex).join('')
}
