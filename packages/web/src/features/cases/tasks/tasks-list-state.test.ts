import { expect, it } from 'vitest'
import { parseListState } from '#ui/table/list-state.ts'
import { tasksSchema, toTaskQuery } from './tasks-list-state.ts'

it('asks the server for what the address says', () => {
  const search = {
    tab: 'OVERDUE',
    caseType: 'LEAD',
    stages: 'FIRST_CONTACT',
    dueInHours: '2',
    assigneeIds: '4,x',
  }
  expect(toTaskQuery(parseListState(tasksSchema, { ...search, sort: '-priority', page: '2' }))).toEqual({
    tab: 'OVERDUE',
    caseType: 'LEAD',
    stages: ['FIRST_CONTACT'],
    search: '',
    open: true,
    postponed: false,
    dueInHours: 2,
    assigneeIds: [4],
    sort: 'priority,desc',
    page: 1,
    size: 20,
  })
})

it('asks for one’s own open tasks by a bare address and by a broken one', () => {
  const broken = { tab: 'X', caseType: 'Y', dueInHours: '-1', page: 'a' }
  expect(toTaskQuery(parseListState(tasksSchema, broken))).toEqual(
    toTaskQuery(parseListState(tasksSchema, {})),
  )
  expect(toTaskQuery(parseListState(tasksSchema, {}))).toMatchObject({ tab: 'MY', open: true, page: 0 })
})
