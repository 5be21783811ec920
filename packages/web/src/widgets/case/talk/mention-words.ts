import { shortName } from '#lib/format.ts'

/** Somebody who can be mentioned. */
export interface Mentioned {
  readonly id: number
  readonly fullName: string
}

/** How a mention stands in the text: «@Орлова В. П.». */
export const mentionText = (fullName: string): string => `@${shortName(fullName)}`

/** The name being typed after «@» at the caret, and where it begins; null: none is. */
export function typedMention(text: string, caret: number): { from: number; words: string } | null {
  const before = text.slice(0, caret)
  const found = /(?:^|[\s(])@([\p{L}-]*(?: [\p{L}-]*)?)$/u.exec(before)
  if (!found) return null
  const words = found[1] ?? ''
  return { from: caret - words.length - 1, words }
}

/** Those of the chosen whose mention is still in the text. */
export const keptMentions = (text: string, chosen: readonly Mentioned[]): Mentioned[] => {
  const kept = chosen.filter(({ fullName }) => text.includes(mentionText(fullName)))
  return kept.filter(({ id }, at) => kept.findIndex((other) => other.id === id) === at)
}

/** A piece of a text; `at` is where it begins. */
export interface Piece {
  readonly at: number
  readonly text: string
  readonly mention: boolean
}

/** The text in pieces: plain ones and mentions. */
export function mentionPieces(text: string, people: readonly Mentioned[]): Piece[] {
  const names = [...new Set(people.map(({ fullName }) => mentionText(fullName)))]
  if (names.length === 0) return [{ at: 0, text, mention: false }]
  const quoted = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pieces: Piece[] = []
  let at = 0
  for (const piece of text.split(new RegExp(`(${quoted.join('|')})`, 'u'))) {
    if (piece !== '') pieces.push({ at, text: piece, mention: names.includes(piece) })
    at += piece.length
  }
  return pieces
}
