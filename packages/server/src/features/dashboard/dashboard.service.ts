import { ApproverType, approverObject, approverTypes } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { CaseFilter } from '@ipoteka-office/contract/cases/case-lists.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import type { Dashboard, DayChart, Figure } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import {
  caseListPath,
  type TaskLink,
  tasksPath,
  unassignedPath,
} from '@ipoteka-office/contract/cases/list-links.ts'
import { type CaseList, caseLists, CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { unassignedOf } from '#features/queue/unassigned.service.ts'
import { countListed, createdByDay, reachedByDay } from '#features/cases/lists/case-figures.service.ts'
import { listedRows } from '#features/cases/lists/case-lists.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { countTasksIn, countTasksOfPeople, searchTasks } from '#features/cases/engine/tasks/tasks.service.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findColleagues, findFavourites, findLatest } from './dashboard.repo.ts'
import {
  createdOn,
  dayFigures,
  daysUntil,
  decided,
  managedStages,
  openLists,
  reachedOn,
  riskHours,
} from './dashboard.rules.ts'

type Reader = Pick<Context, 'db' | 'actor'>

/** Tasks shown under the figures. */
const nextTasks = 6

/** What the page of tasks asks the server for behind a link. */
const filterOf = ({ tab, assigneeIds = [], ...rest }: TaskLink) => ({
  stages: [],
  search: '',
  open: true,
  postponed: false,
  ...rest,
  tab,
  assigneeIds: [...assigneeIds],
})

const taskFigure = async (
  engine: Engine,
  reader: Reader,
  label: string,
  filter: TaskLink,
): Promise<Figure> => ({
  label,
  count: await countTasksIn(engine, reader, filterOf(filter)),
  link: tasksPath(filter),
})

async function listFigure(
  engine: Engine,
  reader: Reader,
  list: CaseList,
  filter: Partial<CaseFilter>,
): Promise<Figure> {
  const count = await countListed(engine, reader, list, filter)
  return { label: caseLists[list].shortTitle, count, link: caseListPath(list, filter) }
}

async function ownTasks(engine: Engine, reader: Reader): Promise<Dashboard['tasks']> {
  const [overdue, soon, all, free, next] = await Promise.all([
    taskFigure(engine, reader, 'Просрочено', { tab: 'MY', dueInHours: 0 }),
    taskFigure(engine, reader, `Срочные: до ${riskHours} ч`, { tab: 'MY', dueInHours: riskHours }),
    taskFigure(engine, reader, 'Всего у меня', { tab: 'MY' }),
    taskFigure(engine, reader, 'Свободны для вас', { tab: 'GROUPS' }),
    searchTasks(engine, reader, { ...filterOf({ tab: 'MY' }), page: 0, size: nextTasks }),
  ])
  return { figures: [overdue, soon, all, free], next: next.content, free: free.count }
}

async function groupLoad(engine: Engine, reader: Reader): Promise<Dashboard['group']> {
  if (!hasAllOperations(reader.actor.operations, { CaseTask: ['ReadAll'] })) return null
  const colleagues = await findColleagues(reader.db, reader.actor)
  if (colleagues.length === 0) return null
  const names = [...new Set(colleagues.map(({ groupName }) => groupName))]
  const everybody = filterOf({ tab: 'ALL', assigneeIds: colleagues.map(({ id }) => id) })
  const counts = await countTasksOfPeople(engine, reader, everybody)
  const members = colleagues.map(({ id, fullName }) => ({
    label: fullName,
    count: counts.get(id) ?? 0,
    link: tasksPath({ tab: 'ALL', assigneeIds: [id] }),
  }))
  return { name: names.join(', '), members: members.toSorted((a, b) => b.count - a.count) }
}

async function unassigned(
  engine: Engine,
  reader: Reader,
  lists: readonly CaseList[],
): Promise<Dashboard['unassigned']> {
  const { db, actor } = reader
  const departments = ApproverType.options.filter((type) =>
    hasAllOperations(actor.operations, { [approverObject.objects[type]]: ['Read'] }),
  )
  const queues = departments.map(async (type) => ({
    label: type === 'uw' ? 'Очередь андеррайтинга' : `Очередь согласующих: ${approverTypes[type]}`,
    link: unassignedPath(type),
    ...(await unassignedOf(db, actor, type, engine.clock)),
  }))
  const cases = lists.map(async (list) => ({
    ...(await listFigure(engine, reader, list, { unassigned: true, stages: managedStages(list) })),
    reasons: ['нет ответственного'],
  }))
  return Promise.all([...queues, ...cases])
}

async function chart(engine: Engine, reader: Reader, list: CaseList): Promise<DayChart> {
  const days = daysUntil(bankDay(engine.clock))
  const between = { from: days.at(0) ?? '', to: days.at(-1) ?? '' }
  const reached = (stage: string) => reachedByDay(engine, reader, list, decided(list), { ...between, stage })
  const [created, approved, rejected] = await Promise.all([
    createdByDay(engine, reader, list, {}, between),
    reached('APPROVED'),
    reached('REJECTED'),
  ])
  return {
    title: caseLists[list].shortTitle,
    series: [
      { code: 'CREATED', label: 'Поступило', days: dayFigures(days, created, list, createdOn) },
      {
        code: 'APPROVED',
        label: 'Одобрено',
        days: dayFigures(days, approved, list, (day) => reachedOn(list, 'APPROVED', day)),
      },
      {
        code: 'REJECTED',
        label: 'Отказано',
        days: dayFigures(days, rejected, list, (day) => reachedOn(list, 'REJECTED', day)),
      },
    ],
  }
}

async function rowsOf(engine: Engine, { db, actor }: Reader, ids: readonly number[]) {
  return maskAll(await listedRows(engine, db, actor, ids))
}

/** The desktop of a person, every number by the conditions of the list that it opens. */
export async function dashboard(engine: Engine, reader: Reader): Promise<Dashboard> {
  const { db, actor } = reader
  const types = CaseType.options.filter((type) => holds(actor, type, 'Read'))
  const lists = openLists(actor.operations)
  const figures = (filter: Partial<CaseFilter>) =>
    Promise.all(lists.map((list) => listFigure(engine, reader, list, filter)))
  // One part after another: a desktop takes few of the connections that everybody shares.
  const tasks = types.length > 0 ? await ownTasks(engine, reader) : null
  const group = types.length > 0 ? await groupLoad(engine, reader) : null
  const nobody = await unassigned(engine, reader, lists)
  const risk = await figures({ dueInHours: riskHours })
  const charts: DayChart[] = []
  for (const list of lists) if (caseLists[list].charted) charts.push(await chart(engine, reader, list))
  return {
    tasks,
    group,
    unassigned: nobody,
    risk,
    charts,
    latest: await rowsOf(engine, reader, await findLatest(db, actor, types)),
    favourites: {
      figures: await figures({ owner: 'FAVORITES' }),
      rows: await rowsOf(engine, reader, await findFavourites(db, actor, types)),
    },
  }
}
