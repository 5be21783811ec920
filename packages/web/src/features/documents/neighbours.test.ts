import { describe, expect, test } from 'vitest'
import { neighbours } from './neighbours.ts'

const file = (storageId: string) => ({ storageId }) as never
const documents = [
  { id: 1, files: [file('a'), file('b')] },
  { id: 2, files: [] },
  { id: 3, files: [file('c')] },
]

describe('files around one', () => {
  test('go on from document to document', () => {
    expect(neighbours(documents, { documentId: 1, storageId: 'b' })).toEqual({
      previous: { documentId: 1, storageId: 'a' },
      next: { documentId: 3, storageId: 'c' },
      text: '2 из 3',
    })
    expect(neighbours(documents, { documentId: 3, storageId: 'c' }).next).toBeNull()
  })

  test('an older version leads to what the document has now', () => {
    expect(neighbours(documents, { documentId: 3, storageId: 'old' })).toEqual({
      previous: null,
      next: { documentId: 3, storageId: 'c' },
      text: '',
    })
  })
})
