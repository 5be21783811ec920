import * as tasks from '@ipoteka-office/contract/cases/case-tasks.ts'
import * as api from '@ipoteka-office/contract/cases/cases.ts'
import { type Route, route } from '#http/route.ts'
import { businessProcess, chainOrder, taskHistory } from './business-process.service.ts'
import { caseHead } from './cases.service.ts'
import { findAssignmentGroups, findAssignmentPeople, giveAssignment } from './tasks/assignments.service.ts'
import { finishTask } from './tasks/beside.service.ts'
import { completeTask } from './tasks/complete-task.service.ts'
import type { Engine } from './engine.ts'
import { moveCase } from './move-case.service.ts'
import {
  changeResponsible,
  findAssignees,
  findWorkgroups,
  managerHistory,
} from './assignment/responsible.service.ts'
import {
  countTasks,
  postponeTask,
  prioritiseTask,
  returnTask,
  searchTasks,
  takeNextTask,
  takeTask,
  tasksOfCase,
  transferTask,
  watchTask,
} from './tasks/tasks.service.ts'

const caseRoutes = (engine: Engine): Route[] => [
  route(api.getCase, ({ params }, { db, actor }) => caseHead(engine, db, actor, params.id)),
  route(api.moveCase, async ({ params, body }, { db, actor, requestId }) => {
    await moveCase(engine, db, { actor, requestId }, params.id, body)
    return caseHead(engine, db, actor, params.id)
  }),
  route(api.changeResponsible, ({ params, body }, context) =>
    changeResponsible(engine, context, params.id, body),
  ),
  route(api.findCaseAssignees, ({ params, body }, context) =>
    findAssignees(engine, context, params.id, body),
  ),
  route(api.findCaseWorkgroups, ({ params, body }, context) =>
    findWorkgroups(engine, context, params.id, body),
  ),
  route(api.listManagerHistory, ({ params }, { db, actor }) => managerHistory(db, actor, params.id)),
  route(tasks.getBusinessProcess, ({ params }, { db, actor }) =>
    businessProcess(engine, db, actor, params.id),
  ),
  route(tasks.getChainOrder, ({ params }, { db, actor }) => chainOrder(engine, db, actor, params.id)),
  route(tasks.listTaskHistory, ({ params }, { db, actor }) => taskHistory(db, actor, params.id)),
]

const taskRoutes = (engine: Engine): Route[] => [
  route(tasks.searchTasks, ({ body }, context) => searchTasks(engine, context, body)),
  route(tasks.countTasks, ({ body }, context) => countTasks(engine, context, body)),
  route(tasks.listObjectTasks, ({ params }, { db, actor }) => tasksOfCase(engine, db, actor, params.id)),
  route(tasks.takeNextTask, async ({ body }, context) => ({
    task: await takeNextTask(engine, context, body),
  })),
  route(tasks.takeTask, ({ params, body }, context) =>
    takeTask(engine, context, params.taskId, body.version),
  ),
  route(tasks.returnTask, ({ params, body }, context) => returnTask(engine, context, params.taskId, body)),
  route(tasks.transferTask, ({ params, body }, context) =>
    transferTask(engine, context, params.taskId, body),
  ),
  route(tasks.postponeTask, ({ params, body }, context) =>
    postponeTask(engine, context, params.taskId, body),
  ),
  route(tasks.prioritiseTask, ({ params, body }, context) =>
    prioritiseTask(engine, context, params.taskId, body),
  ),
  route(tasks.watchTask, ({ params, body }, context) =>
    watchTask(engine, context, params.taskId, body.watch),
  ),
  route(tasks.finishTask, ({ params, body }, context) => finishTask(engine, context, params.taskId, body)),
  route(tasks.giveAssignment, ({ params, body }, context) =>
    giveAssignment(engine, context, params.id, body),
  ),
  route(tasks.findAssignmentPeople, ({ params, body }, context) =>
    findAssignmentPeople(context, params.id, body.search),
  ),
  route(tasks.findAssignmentGroups, ({ params, body }, context) =>
    findAssignmentGroups(context, params.id, body.search),
  ),
  route(tasks.completeTask, ({ params, body }, context) =>
    completeTask(engine, context, params.id, params.taskId, body),
  ),
]

export const processesRoutes = ({ engine }: { engine: Engine }): Route[] => [
  ...caseRoutes(engine),
  ...taskRoutes(engine),
]
