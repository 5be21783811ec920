import { z } from 'zod'
import { CaseRow } from '../cases/case-lists.ts'
import { CaseTask } from '../cases/case-tasks.ts'
import { Day } from '../common/items.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** A number of the desktop; `link` opens a list with exactly so many rows. */
export const Figure = z.object({ label: z.string(), count: z.int(), link: z.string() })
export type Figure = z.output<typeof Figure>

const DayFigure = z.object({ day: Day, count: z.int(), link: z.string() })

/** Cases of a list by day: how many came, how many were approved and refused. */
export const DayChart = z.object({
  title: z.string(),
  series: z.array(
    z.object({
      code: z.enum(['CREATED', 'APPROVED', 'REJECTED']),
      label: z.string(),
      days: z.array(DayFigure),
    }),
  ),
})
export type DayChart = z.output<typeof DayChart>

/** The desktop; what the person has no right to is null or left out. */
export const Dashboard = z.object({
  tasks: z.object({ figures: z.array(Figure), next: z.array(CaseTask), free: z.int() }).nullable(),
  /** Colleagues of the person's workgroups with their open tasks. */
  group: z.object({ name: z.string(), members: z.array(Figure) }).nullable(),
  unassigned: z.array(Figure.extend({ reasons: z.array(z.string()) })),
  /** Deadlines that have passed or will within two hours. */
  risk: z.array(Figure),
  charts: z.array(DayChart),
  latest: z.array(CaseRow),
  favourites: z.object({ figures: z.array(Figure), rows: z.array(CaseRow) }),
})
export type Dashboard = z.output<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary: 'Рабочий стол: задачи, сроки, заявки по дням',
  access: signedIn,
  response: Dashboard,
})
