import { checkListIssues } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import {
  checkListGuards,
  checkListMachine,
} from '@ipoteka-office/contract/underwriting/objects/check-list-machine.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type CheckListRow, hasAnother, writeListState, writePublished } from './check-lists.repo.ts'

type Ask = RecordAsk<CheckListRow>

const firstDayOf = ({ record: { validFrom }, clock }: Ask) => validFrom ?? bankDay(clock)

/** Versions of check lists: published, given up and taken back by their machine alone. */
export const checkListKind: RecordKind<CheckListRow> = recordKind<CheckListRow>()(checkListMachine, {
  code: 'check_list_version',
  object: 'Underwriting',
  bankOnly: true,
  ofWhat: 'версии списка вопросов',
  guardNames: checkListGuards,
  keyOf: ({ id }) => ({ id }),
  stateOf: ({ state }) => state,
  createdAt: ({ savedAt }) => savedAt,
  guards: {
    whole({ record: { content } }: Ask) {
      const issues = checkListIssues(content)
      return issues.length === 0 ? null : `Исправьте черновик. ${issues.slice(0, 3).join('; ')}`
    },
    firstDay: (ask: Ask) =>
      firstDayOf(ask) >= bankDay(ask.clock)
        ? null
        : 'Первый день версии уже прошёл: укажите сегодняшний или более поздний',
    notAsked: ({ record: { answers } }: Ask) =>
      answers === 0 ? null : 'По этой версии уже отвечали: опубликуйте новую, ответы останутся при этой',
    anotherStands: async ({ db, record, clock }: Ask) =>
      (await hasAnother(db, record, bankDay(clock)))
        ? null
        : 'Других версий у этой цели нет: объекты не по чему было бы проверять',
  },
  async write({ db, action, record, clock, actor, comment, ...rest }) {
    if (action !== 'publish')
      return writeListState(db, record.id, action === 'withdraw' ? 'WITHDRAWN' : 'DISCARDED')
    if (actor !== null)
      await writePublished(db, record.id, {
        validFrom: firstDayOf({ db, record, clock, actor, requestId: rest.requestId }),
        comment: comment ?? '',
        by: actor.employeeId,
        at: clock.now(),
      })
  },
})
