import { expect, it } from 'vitest'
import { dayFigures, createdOn, daysUntil, managedStages, openLists, reachedOn } from './dashboard.rules.ts'

it('the charts have fourteen days, the last one is today, over the end of a month too', () => {
  const days = daysUntil('2026-03-05')
  expect([days.length, days[0], days.at(-1)]).toEqual([14, '2026-02-20', '2026-03-05'])
})

it('every day has a number and the list with those rows', () => {
  const figures = dayFigures(
    ['2026-03-04', '2026-03-05'],
    [{ day: '2026-03-05', count: 7 }],
    'loans',
    createdOn,
  )
  expect(figures).toEqual([
    {
      day: '2026-03-04',
      count: 0,
      link: '/loan-applications/?createdFrom=2026-03-04&createdTo=2026-03-04',
    },
    {
      day: '2026-03-05',
      count: 7,
      link: '/loan-applications/?createdFrom=2026-03-05&createdTo=2026-03-05',
    },
  ])
  expect(reachedOn('applications', 'APPROVED', '2026-03-05')).toEqual({
    tab: 'mortgage',
    reached: ['APPROVED'],
    reachedFrom: '2026-03-05',
    reachedTo: '2026-03-05',
  })
})

it('a person sees the lists of their rights', () => {
  expect(openLists({ Lead: ['List'], LoanApplication: ['Read'] })).toEqual(['leads'])
  expect(openLists({ ShortApplication: ['List', 'Read'] })).toEqual(['applications'])
})

it('waits for a responsible: what the manager does, not what a queue gives out or what is over', () => {
  expect(managedStages('applications')).toContain('FILLING')
  expect(managedStages('applications')).not.toContain('DOCS_CHECK')
  expect(managedStages('applications')).not.toContain('ARCHIVE')
  expect(managedStages('leads').length).toBeGreaterThan(0)
  expect(managedStages('loans')).toContain('FILLING')
})
