/** The text as a part of a LIKE pattern: its own signs mean nothing. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern: the text anywhere. */
export const anywhere = (text: string): string => `%${literal(text)}%`
