import { expect, it } from 'vitest'
import { stageAt } from './stage-at.ts'

it('knows the stage of a moment', () => {
  const stage = (name: string, enteredAt: string) => ({ name, enteredAt }) as never
  const head = {
    phases: [
      { stages: [stage('Анкета', '2026-11-20T10:00:00Z'), stage('Доработка', '2026-11-20T12:00:00Z')] },
      { stages: [stage('Проверка', '2026-11-20T11:00:00Z')] },
    ] as never,
  }
  expect(stageAt(head, '2026-11-20T11:30:00Z')).toBe('Проверка')
  expect(stageAt(head, '2026-11-20T12:00:00Z')).toBe('Доработка')
  expect(stageAt(head, '2026-11-19T12:00:00Z')).toBeNull()
})
