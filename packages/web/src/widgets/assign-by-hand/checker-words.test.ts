import { expect, it } from 'vitest'
import { whyNotText } from './checker-words.ts'

it('tells why somebody takes nothing: of one application without counts, of many with them', () => {
  expect(whyNotText({ reasons: { shift: 1, ownWork: 1 } }, 1)).toBe('не в смене, готовил эту заявку')
  expect(whyNotText({ reasons: { shift: 3, limit: 2 } }, 3)).toBe('не в смене — 3, лимит исчерпан — 2')
  expect(whyNotText({ reasons: {} }, 2)).toBe('заявки уже у этого сотрудника')
})
