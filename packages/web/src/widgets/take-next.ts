import { taskPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { takeNextTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { takeNextCheck } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { call } from '#api/call.ts'
import { toast } from '#ui/overlay/toasts.tsx'

/** Takes the most urgent task that the person may have, of a type of cases if one is named; answers where it opens. */
export async function takeTask(caseType?: unknown): Promise<string | null> {
  const type = CaseType.safeParse(caseType).data
  const { task } = await call(takeNextTask, { body: type === undefined ? {} : { caseType: type } })
  if (task === null) toast.info('Свободных задач для вас сейчас нет')
  return task && taskPath(task)
}

/** Takes the most urgent application that fits the person to check; answers where it opens. */
export async function takeCheck(): Promise<string | null> {
  const { id, message } = await call(takeNextCheck, {})
  if (id === null) toast.warning(message, { key: 'take next' })
  else toast.success(message, { key: 'take next' })
  return id === null ? null : `/full-app-edit/${id}?section=REVIEW`
}
