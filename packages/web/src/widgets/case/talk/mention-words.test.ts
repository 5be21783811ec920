import { describe, expect, it } from 'vitest'
import { keptMentions, mentionPieces, mentionText, typedMention } from './mention-words.ts'

const vera = { id: 1, fullName: 'Орлова Вера Павловна' }
const petr = { id: 2, fullName: 'Орлов Пётр Ильич' }

describe('mentions in a comment', () => {
  it.each([
    ['@', { from: 0, words: '' }],
    ['Смотрите, @Орл', { from: 10, words: 'Орл' }],
    ['(@Орлова В', { from: 1, words: 'Орлова В' }],
    ['почта a@b', null],
    ['@Орлова Вера и', null],
    ['текст', null],
  ])('typed as %j', (text, found) => {
    expect(typedMention(text, text.length)).toEqual(found)
  })

  it('are looked for at the caret, not at the end', () => {
    expect(typedMention('@Ор и дальше', 3)).toEqual({ from: 0, words: 'Ор' })
  })

  it('stay while their text stays, each once', () => {
    const text = `${mentionText(vera.fullName)}, проверьте`
    expect(keptMentions(text, [vera, petr, vera])).toEqual([vera])
    expect(keptMentions('без упоминаний', [vera])).toEqual([])
  })

  it('divide the text', () => {
    const name = mentionText(vera.fullName)
    expect(mentionPieces(`${name}, смотрите`, [vera])).toEqual([
      { at: 0, text: name, mention: true },
      { at: name.length, text: ', смотрите', mention: false },
    ])
    expect(mentionPieces('просто', [])).toEqual([{ at: 0, text: 'просто', mention: false }])
  })
})
