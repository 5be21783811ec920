import { topics } from '@ipoteka-office/contract/live.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import {
  longestHelpDays,
  type UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { conflict, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { type BankClock, momentText } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { findHelper, type Help, holdGroup, holdHelp, stopHelp, writeHelp } from './group-help.repo.ts'
import { getGroupCard, linkOf, requireGroup } from './groups.service.ts'

const dayMs = 86_400_000

/** Lists of tasks and the groups themselves show something else from now on: to people of the bank alone. */
async function publishChange(db: Db, partnerId: number): Promise<void> {
  await publish(db, topics.underwriters)
  for (const type of decidedTypes) await publish(db, topics.cases(type), {}, { partnerIds: [partnerId] })
}

function refusalOfMoment(clock: BankClock, until: Date): string | null {
  const ms = until.getTime() - clock.now().getTime()
  if (ms <= 0) return 'Укажите время в будущем'
  return ms > longestHelpDays * dayMs
    ? `Помощь длится не дольше ${longestHelpDays} дней: кто нужен дольше, входит в группу`
    : null
}

/** Lets somebody of the bank help a group until a moment. */
export async function startHelp(
  clock: BankClock,
  context: Context,
  id: number,
  asked: { readonly employeeId: number; readonly until: string; readonly reason: string },
): Promise<UnderwritingGroupCard> {
  const { db, actor } = context
  const { name, partnerId } = await requireGroup(clock, context, id)
  const until = new Date(asked.until)
  const lack = refusalOfMoment(clock, until)
  if (lack !== null) throw invalid([{ path: 'until', message: lack }])
  await holdGroup(db, id)
  const helper = await findHelper(db, id, asked.employeeId)
  if (helper === undefined || helper.member)
    throw invalid([
      {
        path: 'employeeId',
        message: helper ? 'Сотрудник состоит в этой группе' : 'Выберите работающего сотрудника банка',
      },
    ])
  const { employeeId, reason } = asked
  const help = { workgroupId: id, employeeId, until, reason, givenBy: actor.employeeId }
  const helpId = await writeHelp(db, help)
  await enqueue(db, 'group-help', { helpId }, { startAfter: until })
  if (employeeId !== actor.employeeId)
    await notify(db, employeeId, {
      kind: 'info',
      text: `Вы помогаете группе «${name}» до ${momentText(clock, asked.until)}: её задачи видны в «Моих задачах»${reason && `. ${reason}`}`,
      link: '/tasks?tab=GROUPS',
    })
  await publishChange(db, partnerId)
  return getGroupCard(clock, context, id)
}

/** Says to the helper, and to the head of the group, that help is over. */
async function tellOfEnd(db: Db, { group, headId, employeeId, fullName, workgroupId }: Help): Promise<void> {
  await notify(db, employeeId, {
    kind: 'info',
    text: `Помощь группе «${group}» окончена. Взятые задачи остаются у вас`,
    link: '/tasks',
  })
  if (headId !== null && headId !== employeeId)
    await notify(db, headId, {
      kind: 'info',
      text: `${fullName} больше не помогает группе «${group}»: время вышло`,
      link: linkOf(workgroupId),
    })
}

/** Ends help before its time. */
export async function endHelp(
  clock: BankClock,
  context: Context,
  { id, helpId }: { readonly id: number; readonly helpId: number },
): Promise<UnderwritingGroupCard> {
  const { db, actor } = context
  await requireGroup(clock, context, id)
  const help = await holdHelp(db, helpId)
  if (help === undefined || help.workgroupId !== id) throw notFound('Такой помощи у группы нет')
  if (help.isOver) throw conflict('Помощь уже окончена. Обновите страницу')
  await stopHelp(db, helpId)
  if (help.employeeId !== actor.employeeId) await tellOfEnd(db, { ...help, headId: null })
  await publishChange(db, help.partnerId)
  return getGroupCard(clock, context, id)
}

/** Tells that the time of help has come; of help that was prolonged, or ended before, nobody is told. */
export async function tellHelpIsOver(db: Db, { helpId }: { readonly helpId: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const help = await holdHelp(tx, helpId)
    if (help === undefined || !help.isOver) return
    await tellOfEnd(tx, help)
    await publishChange(tx, help.partnerId)
  })
}
