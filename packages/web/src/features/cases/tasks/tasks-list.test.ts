import { kindsBeside } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { expect, it } from 'vitest'
import { askedAt } from '#widgets/list/server-list.ts'
import { taskChoices, tasksList } from './tasks-list.ts'

it('asks the server for what the address says', () => {
  const search = {
    tab: 'OVERDUE',
    caseType: 'LEAD',
    kind: 'STAGE',
    stages: 'FIRST_CONTACT',
    dueInHours: '2',
    assigneeIds: '4,x',
    sort: '-priority',
    page: '2',
  }
  expect(askedAt(tasksList, search).body).toEqual({
    tab: 'OVERDUE',
    caseType: 'LEAD',
    kind: 'STAGE',
    stages: ['FIRST_CONTACT'],
    open: true,
    dueInHours: 2,
    assigneeIds: [4],
    sort: 'priority,desc',
    page: 1,
    size: 20,
  })
})

it('asks for one’s own open tasks by a bare address and by a broken one', () => {
  const broken = { tab: 'X', caseType: 'Y', kind: 'toString', dueInHours: '-1', page: 'a' }
  expect(askedAt(tasksList, broken)).toEqual(askedAt(tasksList, {}))
  expect(askedAt(tasksList, {}).body).toMatchObject({ tab: 'MY', open: true, page: 0 })
})

it('offers no stages with a kind that has none, and no such kind with stages', () => {
  const offered = (kind: string, stages: string[]) => {
    const choices = taskChoices({ isAhml: true }, { caseType: 'LEAD', kind, stages })
    return {
      stages: choices.stages.map(({ code }) => code),
      kinds: choices.kind.map(({ code }) => code),
    }
  }
  const { stages, kinds } = offered('', [])
  expect(stages).toContain('FIRST_CONTACT')
  expect(kinds).toEqual(['STAGE', ...kindsBeside])
  expect(offered('ASSIGNMENT', [])).toEqual({ stages: [], kinds })
  expect(offered('STAGE', ['FIRST_CONTACT'])).toEqual({ stages, kinds: ['STAGE'] })
  expect(offered('', ['FIRST_CONTACT'])).toEqual({ stages, kinds: ['STAGE'] })
})

it('offers people of partners no stage whose tasks they are not shown', () => {
  const offered = (isAhml: boolean) =>
    taskChoices({ isAhml }, { caseType: 'FULL_APPLICATION', kind: 'STAGE', stages: [] }).stages.map(
      ({ code }) => code,
    )
  expect(offered(true)).toContain('FRAUD_CHECK')
  expect(offered(false)).toContain('DOCS_CHECK')
  expect(offered(false).filter((code) => /FRAUD|UNDERWRITING|COMMITTEE|VERIFICATION/.test(code))).toEqual([])
})
