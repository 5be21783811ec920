import { z } from 'zod'
import { CaseTask } from '../cases/case-tasks.ts'
import { ItemsAnswer, Version } from '../common/items.ts'
import { Id, IdParam, requiredText, text } from '../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../endpoint.ts'

const Reason = requiredText(500)

/**
 * Hands the task of the underwriter to the head of the group that has it, else of the holder's. 409 where no head fits: it says
 * whom to turn to.
 */
export const escalateTask = endpoint({
  method: 'POST',
  path: '/underwriting/:id/escalate',
  summary: 'Эскалировать заявку руководителю',
  access: canInBank('Underwriting', 'Escalate'),
  params: z.object({ id: IdParam }),
  body: z.object({ version: Version, reason: Reason }),
  response: CaseTask,
  idempotent: true,
})

/** What is done with the tasks of the chosen applications. */
export const JournalTaskChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('take') }),
  z.object({ action: z.literal('giveBack'), comment: text(500).optional() }),
  /** Shown again so many days later at the same hour; the deadline stays. */
  z.object({ action: z.literal('postpone'), days: z.int().min(1).max(30) }),
  z.object({
    action: z.literal('transfer'),
    employeeId: Id.optional(),
    workgroupId: Id.optional(),
    comment: text(500).optional(),
  }),
  /** For whoever holds `Underwriting.Escalate`. */
  z.object({ action: z.literal('escalate'), reason: Reason }),
])
export type JournalTaskChange = z.output<typeof JournalTaskChange>

/** For people of the bank who read the journals. Of each application its own answer: what one may not do with its task leaves the others as they are. */
export const changeJournalTasks = endpoint({
  method: 'POST',
  path: '/underwriting/journal-tasks',
  summary: 'Действие с задачами выбранных заявок',
  access: signedIn,
  body: z.object({ ids: z.array(Id).min(1).max(200), change: JournalTaskChange }),
  response: ItemsAnswer,
  idempotent: true,
})
