import { taskPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { type CaseTask, takeNextTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { takeNextCheck } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { call } from '#api/call.ts'
import { toast } from '#ui/overlay/toasts.tsx'

/** Takes the most urgent task that the person may have, of these types and stages if they are named; answers where it opens by `path`. */
export async function takeTask(
  among: RequestOf<typeof takeNextTask>['body'] = {},
  path: (task: CaseTask) => string = taskPath,
): Promise<string | null> {
  const { task } = await call(takeNextTask, { body: among })
  if (task === null) toast.info('Свободных задач для вас сейчас нет')
  return task && path(task)
}

/** Takes the most urgent application that fits the person to check; answers where it opens. */
export async function takeCheck(): Promise<string | null> {
  const { id, message } = await call(takeNextCheck, {})
  if (id === null) toast.warning(message, { key: 'take next' })
  else toast.success(message, { key: 'take next' })
  return id === null ? null : `/full-app-edit/${id}?section=REVIEW`
}
