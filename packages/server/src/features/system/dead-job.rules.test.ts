import { expect, it } from 'vitest'
import { aboutWords } from './dead-job.rules.ts'

it('says what a job was about by its numbers alone', () => {
  expect(
    aboutWords({ caseId: 12, cause: 'Королёва', at: '2026-11-01', passport: '4509235857', half: 0.5 }),
  ).toBe('caseId 12')
  expect(aboutWords(null)).toBe('')
})
