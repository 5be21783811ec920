import { expect, test } from 'vitest'
import { deadlineText } from './deadline-text.rules.ts'

test.each([
  [{ workingMinutes: 30 }, '30 рабочих минут'],
  [{ workingMinutes: 60 }, '1 рабочий час'],
  [{ workingMinutes: 120 }, '2 рабочих часа'],
  [{ workingDays: 1 }, '1 рабочий день'],
  [{ workingDays: 5 }, '5 рабочих дней'],
  [{ days: 90 }, '90 дней'],
])('%o is said as %s', (deadline, text) => {
  expect(deadlineText(deadline)).toBe(text)
})
