import { describe, expect, it } from 'vitest'
import { casePlacePath, caseVersionsPath, taskPath } from './case-links.ts'
import { CaseType, machines } from './types/case-types.ts'

describe('a place in a case', () => {
  it.each([
    ['FULL_APPLICATION', 'INCOME', 7, '/full-app-edit/5?section=INCOME&participant=7'],
    ['LOAN_APPLICATION', 'LOAN', null, '/loan-app-edit/5?section=LOAN'],
    ['FULL_APPLICATION', 'REALTY_OBJECTS', null, '/realty-object-edit/5'],
    ['FULL_APPLICATION', 'CASE', null, '/full-app-edit/5'],
    ['SHORT_APPLICATION', 'PARTICIPANTS', null, '/short-app-edit/5?section=card'],
    ['LEAD', 'CASE', null, '/lead/5'],
  ] as const)('of %s, %s of %s is at %s', (type, section, participantId, path) => {
    expect(casePlacePath(type, 5, { section, participantId })).toBe(path)
  })
})

it('a comparison has its moments in the address', () => {
  expect(caseVersionsPath(5)).toBe('/case-versions/5')
  const at = '2026-11-20T10:00:00.123456Z'
  expect(new URL(caseVersionsPath(5, { from: at }), 'http://x').searchParams.get('from')).toBe(at)
})

describe('the task of a stage', () => {
  const task = (caseType: CaseType, stage: string) => taskPath({ caseType, caseId: 5, stage })
  it('is done at its place, or where the case opens', () => {
    expect(task('FULL_APPLICATION', 'DOCS_CHECK')).toBe('/full-app-edit/5?section=DOCUMENTS')
    expect(task('FULL_APPLICATION', 'FILLING')).toBe('/full-app-edit/5')
    expect(task('LEAD', 'FIRST_CONTACT')).toBe('/lead/5?section=contacts')
  })

  it('has a place of its own at few stages, and at those that have a task alone', () => {
    for (const type of CaseType.options) {
      const withTask = Object.entries(machines[type].states).filter(([, { task: has }]) => has !== undefined)
      const placed = Object.keys(machines[type].states).filter((stage) => task(type, stage).includes('?'))
      expect(withTask.map(([stage]) => stage)).toEqual(expect.arrayContaining(placed))
      expect(placed.length).toBeGreaterThan(0)
    }
  })
})
