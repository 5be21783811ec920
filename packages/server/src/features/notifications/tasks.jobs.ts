import { type Job, job } from '#jobs/job.ts'
import { createTaskRunner, type TaskRunnerOptions } from './run-task.service.ts'

/** Does the long works that people start. */
export const taskJobs = (parts: TaskRunnerOptions): Job[] => [
  job('task', createTaskRunner(parts), { concurrency: 2 }),
]
