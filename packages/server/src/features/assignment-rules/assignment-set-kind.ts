import { ruleIssues } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import {
  assignmentGuards,
  assignmentMachine,
} from '@ipoteka-office/contract/assignment-rules/assignment-machine.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { reachedBy } from './reached.service.ts'
import { writeState } from './sets.repo.ts'
import type { StoredSet } from './stored-set.ts'
import { findTargetNames } from './target-names.repo.ts'

type Ask = RecordAsk<StoredSet>

/** Why a rule cannot be put into force: a mistake in it, or somebody whom it names is not there any more. */
async function mistakeIn({ db, record }: Ask): Promise<string | null> {
  const rules = record.content.rules.filter(({ enabled }) => enabled)
  if (rules.length === 0) return 'Ни одного включённого правила: все дела остались бы без ответственного'
  for (const rule of rules) {
    const [issue] = ruleIssues(rule)
    if (issue !== undefined) return `Исправьте правило «${rule.name}»: ${issue.message}`
  }
  const found = await findTargetNames(
    db,
    rules.flatMap(({ targets }) => targets),
  )
  const gone = new Map(
    found.flatMap((one) =>
      one.problem?.includes('отключ') ? [[`${one.kind}:${one.id}`, one] as const] : [],
    ),
  )
  for (const { name, targets } of rules)
    for (const { kind, id } of targets) {
      const target = gone.get(`${kind}:${id}`)
      if (target !== undefined) return `Исправьте правило «${name}»: ${target.problem} («${target.name}»)`
    }
  return null
}

/** Versions of the rules of assignment: moved by their machine alone, put into force by nobody who has written them. */
export const assignmentSetKind: RecordKind<StoredSet> = recordKind<StoredSet>()(assignmentMachine, {
  code: 'assignment_set',
  object: 'Admin',
  bankOnly: true,
  ofWhat: 'версии правил назначения',
  guardNames: assignmentGuards,
  keyOf: ({ id }) => ({ id }),
  stateOf: ({ state }) => state,
  createdAt: ({ createdAt }) => createdAt,
  authors: (_, { contributors }) => Promise.resolve(contributors),
  guards: {
    whole: mistakeIn,
    async reached({ db, record }: Ask) {
      const { errorTarget } = record.content
      return errorTarget === null ? (await reachedBy(db, null)).problem : null
    },
    tested: ({ record: { testedAt, savedAt } }: Ask) =>
      testedAt !== null && new Date(testedAt) >= new Date(savedAt)
        ? null
        : 'Сначала проверьте правила на делах: вкладка «Проверка»',
    hasEarlier: ({ record: { beforeId } }: Ask) =>
      beforeId === null ? 'До этой версии правил не было: подготовьте новую' : null,
  },
  write: ({ db, record: { id }, to, action, actor, clock, comment }) =>
    writeState(db, id, {
      state: to,
      at: clock.now(),
      approverId: action === 'activate' ? (actor?.employeeId ?? null) : null,
      comment: action === 'submit' ? comment : null,
      beforeId: null,
    }),
})
